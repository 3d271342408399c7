import Testing

@testable import SectionDiff

@Suite struct KeptOrderTests {
  @Test func unchangedItemsKeepTheirOrder() {
    // Six items; 1 is deleted, 4 moves to the front, 3 of the new ones is inserted.
    var list = ChangeList(oldOffsets: SectionOffsets([0, 6]), newOffsets: SectionOffsets([0, 6]))
    list.deleted = [1]
    list.inserted = [3]
    list.moved = [PositionPair(old: 4, new: 0)]
    let order = KeptOrder(list)
    #expect((0..<6).map { order.newPosition(ofOld: $0) } == [1, nil, 2, 4, 0, 5])
    #expect((0..<6).map { order.oldPosition(ofNew: $0) } == [4, 0, 2, nil, 3, 5])
    #expect(order.inconsistency() == nil)
  }

  @Test func unchangedSectionsKeepTheirOrder() {
    var list = ChangeList(oldOffsets: SectionOffsets([0, 1, 2, 3]), newOffsets: SectionOffsets([0, 1, 2, 3]))
    list.deletedSections = [0]
    list.insertedSections = [2]
    let order = KeptOrder(list)
    #expect(order.newSection == [-1, 0, 1])
    #expect(order.oldSection == [1, 2, -1])
  }

  @Test func countsThatDoNotFitAreNamed() {
    var list = ChangeList(oldOffsets: SectionOffsets([0, 3]), newOffsets: SectionOffsets([0, 3]))
    list.deleted = [0]
    #expect(KeptOrder(list).inconsistency() == "section 0 keeps 2 items in place, but as section 0 it has 3")
    var dead = ChangeList(oldOffsets: SectionOffsets([0, 1]), newOffsets: SectionOffsets([0]))
    dead.deletedSections = [0]
    #expect(KeptOrder(dead).inconsistency() == "section 0 is deleted, but not all of its items are")
    var born = ChangeList(oldOffsets: SectionOffsets([0]), newOffsets: SectionOffsets([0, 1]))
    born.insertedSections = [0]
    #expect(KeptOrder(born).inconsistency() == "section 0 is inserted, but not all of its items are")
  }

  @Test func mergingAscendingListsKeepsAll() {
    #expect(merge([1, 4, 9], [2, 4, 10, 11]) == [1, 2, 4, 4, 9, 10, 11])
    #expect(merge([], [1]) == [1])
    #expect(merge([1], []) == [1])
  }

  @Test func theMissingPositionOfARankSkipsTheListed() {
    let listed: [Int32] = [2, 3, 7]
    #expect((0..<6).map { listed.missing(rank: $0, from: 0) } == [0, 1, 4, 5, 6, 8])
    #expect((0..<3).map { listed.missing(rank: $0, from: 3) } == [4, 5, 6])
    #expect([Int32]().missing(rank: 4, from: 10) == 14)
  }
}
