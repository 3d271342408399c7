import MemoryAdapter
import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite struct StoreTreeTests {
  private struct Word: Identifiable, Equatable, Sendable {
    let id: String
    var text: String
  }

  private typealias Notes = DraftStore<GuardedStore<MemoryStore<Note>>>

  private func notes(_ name: String) -> Notes { DraftStore(GuardedStore(MemoryStore([Note(1)])), name: name) }

  @Test func commitGoesThroughStoresOfAllTypesChildrenFirst() async throws {
    let words = MemoryStore([Word(id: "a", text: "")])
    let child = DraftStore(words, name: "words")
    let parent = notes("notes")
    let top = notes("top")
    try child.join(parent)
    try top.addChild(parent)
    child.update(Word(id: "a", text: "new"))
    parent.update(Note(1, "new"))
    top.update(Note(1, "newest"))
    // The parent's write must find the child's written.
    parent.base.hold()
    let commit = Task { try await top.commit() }
    await parent.base.somethingWaits()
    #expect(words["a"]?.text == "new")
    #expect(top.base.batches.isEmpty)
    parent.base.letGo()
    try await commit.value
    #expect(parent.base.base[1] == Note(1, "new"))
    #expect(top.base.base[1] == Note(1, "newest"))
  }

  @Test func aFailureBelowKeepsTheDraftsAbove() async throws {
    let (parent, good, bad, late) = (notes("parent"), notes("good"), notes("bad"), notes("late"))
    for child in [good, bad, late] { try child.join(parent) }
    for store in [parent, good, bad, late] { store.update(Note(1, "new")) }
    let refusal = StoreError(.refused, "not today")
    bad.base.refuse(with: refusal)
    await #expect(throws: refusal) { try await parent.commit() }
    #expect([good, bad, late, parent].map(\.hasDrafts) == [false, true, true, true])
    bad.base.refuse(with: nil)
    try await parent.commit()
    #expect([good, bad, late, parent].allSatisfy { !$0.hasDrafts })
    #expect(good.base.batches.count == 1)
  }

  @Test func discardGoesThroughTheTree() throws {
    let (parent, child, other) = (notes("parent"), notes("child"), notes("other"))
    try child.join(parent)
    for store in [parent, child, other] { store.update(Note(1, "new")) }
    parent.discard()
    #expect(!parent.hasDrafts && !child.hasDrafts)
    #expect(other.hasDrafts)
  }

  @Test func addingAChildRemovesNoOther() throws {
    let parent = notes("parent")
    let children = (0..<5).map { notes("\($0)") }
    for child in children { try parent.addChild(child) }
    try parent.addChild(children[2])
    #expect(parent.children.map { $0.branch.name } == ["0", "1", "2", "3", "4"])
    children[1].leave()
    #expect(parent.children.map { $0.branch.name } == ["0", "2", "3", "4"])
    #expect(children[1].parent == nil)
    #expect(children[3].parent === parent)
  }

  @Test func joiningAnotherParentLeavesTheFirst() throws {
    let (first, second, child) = (notes("first"), notes("second"), notes("child"))
    try child.join(first)
    try child.join(second)
    #expect(first.children.isEmpty)
    #expect(second.children.count == 1)
    #expect(child.parent === second)
  }

  @Test func aCycleIsRefusedAndNamesBoth() throws {
    let (top, middle, bottom) = (notes("top"), notes("middle"), notes("bottom"))
    try middle.join(top)
    try bottom.join(middle)
    for (child, parent) in [(top, bottom), (top, middle), (middle, bottom), (top, top)] {
      #expect {
        try child.join(parent)
      } throws: { error in
        guard let error = error as? StoreError, error.kind == .cycle else { return false }
        return "\(error)".contains(child.branch.name) && "\(error)".contains(parent.branch.name)
      }
    }
    #expect(bottom.parent === middle && middle.parent === top && top.parent == nil)
    #expect(top.children.count == 1 && middle.children.count == 1 && bottom.children.isEmpty)
  }

  @Test func aTreeDoesNotKeepItsStores() throws {
    let parent = notes("parent")
    weak var gone: Notes?
    do {
      let child = notes("child")
      try child.join(parent)
      gone = child
      #expect(parent.children.count == 1)
    }
    #expect(gone == nil)
    #expect(parent.children.isEmpty)
  }

  @Test func ofTwoJoinsThatFormACycleOnlyOneSucceeds() async throws {
    for _ in 0..<300 {
      let (a, b) = (notes("a"), notes("b"))
      async let first = Self.joins(a, b)
      async let second = Self.joins(b, a)
      let succeeded = await [first, second]
      #expect(succeeded.filter { $0 }.count == 1)
    }
  }

  @Test func manyTasksThatJoinAndLeaveNeverFormACycle() async {
    let stores = (0..<8).map { notes("\($0)") }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 as Range<UInt64> {
        group.addTask {
          var random = Generator(seed: task)
          for _ in 0..<200 {
            if random.below(4) == 0 {
              stores[random.below(8)].leave()
            } else {
              try? stores[random.below(8)].join(stores[random.below(8)])
            }
          }
        }
      }
    }
    for store in stores {
      var above = 0
      var next = store.parent
      while let parent = next, above <= 8 {
        above += 1
        next = parent.parent
      }
      #expect(above < 8)
      #expect(store.children.allSatisfy { $0.parent === store })
      if let parent = store.parent { #expect(parent.children.filter { $0 === store }.count == 1) }
    }
  }

  private static func joins(_ child: Notes, _ parent: Notes) async -> Bool {
    await Task.yield()
    return (try? child.join(parent)) != nil
  }
}
