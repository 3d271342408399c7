import StoreInterface
import StoreTestSupport
import Testing

/// Batches as they are put together.
@Suite struct StoreBatchTests {
  @Test func everyMethodAddsItsChangeAfterTheOthers() {
    var batch = StoreBatch<Note>()
    #expect(batch.isEmpty && !batch.isStrict)
    batch.insert(Note(1, "a"))
    batch.insert(Note(2, "b"), at: .before(1))
    batch.update(Note(1, "c"))
    batch.move(2, to: .after(1))
    batch.refresh(1)
    batch.delete(2)
    batch.append(.insertSection(SectionID("todo")))
    batch.append(contentsOf: [.delete(1), .refresh(3)])
    #expect(
      batch == [
        .insert(Note(1, "a")), .insert(Note(2, "b"), at: .before(1)), .update(Note(1, "c")), .move(2, to: .after(1)),
        .refresh(1), .delete(2), .insertSection(SectionID("todo")), .delete(1), .refresh(3),
      ])
    #expect(!batch.isEmpty)
  }
}
