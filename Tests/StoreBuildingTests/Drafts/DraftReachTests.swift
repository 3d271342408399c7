import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct DraftReachTests {
  private func deletions(_ keys: Range<Int>) -> StoreBatch<Note> { StoreBatch(keys.map { .delete($0) }) }

  @Test func withoutDraftsNoMoreIsAskedForThanIsShown() {
    var reach = DraftReach(limit: 5)
    #expect(reach.requested == 5)
    let isExtended = reach.extend(for: [StoreBatch<Note>()])
    #expect(!isExtended && reach.requested == 5)
  }

  @Test func asManyMoreAreAskedForAsThereAreDraftsAtLeastAndAtMostTwiceThat() {
    var reach = DraftReach(limit: 5)
    var askings = 0
    for count in 1...1_000 {
      let layers = [deletions(0..<count / 2), deletions(count / 2..<count)]
      if reach.extend(for: layers, newest: deletions(count - 1..<count)) { askings += 1 }
      let spare = (reach.requested ?? 0) - 5
      #expect(spare >= count && spare < max(9, 2 * count))
    }
    #expect(askings == 8)
  }

  @Test func theReachDoesNotShrink() {
    var reach = DraftReach(limit: 5)
    _ = reach.extend(for: [deletions(0..<30)])
    let isExtended = reach.extend(for: [deletions(0..<1)])
    #expect(!isExtended && reach.requested == 37)
  }

  @Test func draftsThatRearrangeSectionsAskForAll() {
    for change in [
      .insertSection(SectionID("a")), .moveSection(SectionID("a"), to: .start), .deleteSection(SectionID("a")),
    ] as [StoreChange<Note>] {
      var reach = DraftReach(limit: 5)
      let isExtended = reach.extend(for: [deletions(0..<1), StoreBatch([change])], newest: StoreBatch([change]))
      #expect(isExtended && reach.requested == nil)
      let isExtendedAgain = reach.extend(for: [deletions(0..<99), StoreBatch([change])])
      #expect(!isExtendedAgain)
    }
    var reach = DraftReach(limit: 5)
    _ = reach.extend(for: [StoreBatch<Note>([.updateSection(SectionID("a"), header: nil)])])
    #expect(reach.requested != nil)
  }

  @Test func aLimitWithoutEndIsNone() {
    var reach = DraftReach(limit: .max)
    let isExtended = reach.extend(for: [deletions(0..<9)])
    #expect(!isExtended && reach.requested == .max)
  }

  @Test func withoutALimitThereIsNothingToReachFor() {
    var reach = DraftReach(limit: nil)
    let isExtended = reach.extend(for: [deletions(0..<9)])
    #expect(!isExtended && reach.requested == nil)
  }
}
