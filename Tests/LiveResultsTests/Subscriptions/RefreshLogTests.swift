import SectionDiff
import Testing

@testable import LiveResults

/// Which items were looked at again since when.
struct RefreshLogTests {
  private typealias Shown = Snapshot<Int, Person, NoHeader>

  private func shown(_ ids: some Sequence<Int>) -> Shown {
    Shown(sections: [SnapshotSection(0, items: ids.map { Person(id: $0, name: "", city: "") })])
  }

  @Test func aSubscriberIsToldOfWhatCameAfterItsRevision() {
    var log = RefreshLog<Int>()
    #expect(log.isEmpty)
    log.add([1, 2], gone: [], revision: 5, shown: shown(0..<9))
    log.add([2, 3], gone: [], revision: 6, shown: shown(0..<9))
    #expect(!log.isEmpty)
    #expect(log.keys(since: 4) == [1, 2, 3])
    #expect(log.keys(since: 5) == [2, 3])
    #expect(log.keys(since: 6) == [])
    log.add([], gone: [2], revision: 7, shown: shown(0..<9))
    #expect(log.keys(since: 0) == [1, 3])
  }

  @Test func onceThereAreMoreThanTwiceWhatIsShownTheRestIsLetGo() {
    var log = RefreshLog<Int>()
    log.add(Array(0..<1_024), gone: [], revision: 1, shown: shown(0..<3))
    #expect(log.keys(since: 0).count == 1_024)
    log.add([1, 1_024], gone: [], revision: 2, shown: shown(0..<3))
    #expect(log.keys(since: 0) == [0, 1, 2])
    #expect(log.keys(since: 1) == [1])
  }
}
