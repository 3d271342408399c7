import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct OrderedRecordsTests {
  @Test func aRecordThatGoesAndComesBesideItselfKeepsItsPlace() {
    for placement in [StorePlacement.before(1), .after(1)] {
      var records = OrderedRecords(StoreContents.items([Note(1), Note(2)]))
      _ = records.apply(.delete(1))
      _ = records.apply(.insert(Note(1, "again"), at: placement))
      #expect(records.contents == .items([Note(1, "again"), Note(2)]))
    }
  }

  @Test func aWholeAnswerMovesAsFewAsCan() {
    var records = OrderedRecords(StoreContents.items((1...5).map { Note($0) }))
    _ = records.replaceAll(with: .items([Note(5), Note(1), Note(2, "new"), Note(7), Note(4), Note(7, "again")]))
    #expect(records.contents == .items([Note(5), Note(1), Note(2, "new"), Note(7, "again"), Note(4)]))
    #expect(records.touched.filter(\.isPlaced).compactMap { records.item(of: $0)?.id } == [5, 7])
  }

  @Test func aWholeAnswerInSectionsTakesRecordsAlong() {
    var records = OrderedRecords(
      StoreContents.sections([StoreSection("a", items: [Note(1), Note(2)]), StoreSection("b", items: [Note(3)])]))
    let answer = [
      StoreSection("c", items: [Note(2)]), StoreSection("b", items: [Note(4), Note(3), Note(2, "again")]),
    ]
    _ = records.replaceAll(with: .sections(answer))
    #expect(
      records.contents
        == .sections([
          StoreSection("c", items: [Note(2, "again")]), StoreSection("b", items: [Note(4), Note(3)]),
        ]))
  }
}
