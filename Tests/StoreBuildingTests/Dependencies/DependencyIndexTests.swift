import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct DependencyIndexTests {
  private func key(_ rank: Int) -> DependencyKey { DependencyKey(rank) }

  @Test func keysOfDifferentTypesAreDifferent() {
    #expect(DependencyKey(1) == DependencyKey(1))
    #expect(DependencyKey(1) != DependencyKey(1 as Int64))
    #expect(DependencyKey("1") != DependencyKey(1))
    #expect(DependencyKey(1 as Int?) != DependencyKey(1))
    #expect("\(DependencyKey("city"))" == "city")
  }

  @Test func recordsAreFoundByAnyOfWhatTheyDependOnInTheOrderOfTheirArrival() {
    var index = DependencyIndex<Note> { [DependencyKey($0.rank), DependencyKey($0.text)] }
    for id in [5, 3, 9, 1, 7] { index.update(Note(id, "all", rank: id % 3)) }
    #expect(index.keys(dependingOn: [key(0)]) == [3, 9])
    #expect(index.keys(dependingOn: [key(1), key(0), key(1)]) == [3, 9, 1, 7])
    #expect(index.keys(dependingOn: [DependencyKey("all"), key(2)]) == [5, 3, 9, 1, 7])
    #expect(index.keys(dependingOn: [key(77)]) == [])
  }

  @Test func newContentDependsOnOtherThings() {
    var index = DependencyIndex<Note> { [DependencyKey($0.rank)] }
    for id in 1...3 { index.update(Note(id, rank: 1)) }
    index.update(Note(2, rank: 2))
    #expect(index.keys(dependingOn: [key(1)]) == [1, 3])
    #expect(index.keys(dependingOn: [key(2)]) == [2])
    index.update(Note(2, "other", rank: 1))
    #expect(index.keys(dependingOn: [key(1)]) == [1, 2, 3])
    index.remove(1)
    index.remove(1)
    #expect(index.keys(dependingOn: [key(1), key(2)]) == [2, 3])
  }
}
