import BenchmarkHarness
import SectionDiff
import Testing

@Suite("Expectation of an answer")
struct AnswerExpectationTests {
  private let least = ChangeCounts(deletes: 2, inserts: 3, moves: 4, updates: 1)

  private func passes(
    _ counts: ChangeCounts, _ promise: AnswerExpectation.Promise, unique: Bool = true
  ) -> Bool {
    let expectation = AnswerExpectation(least, hasUniqueIDs: unique, promise: promise)
    do {
      try expectation.verify(DiffAnswer(counts: counts, receipt: DiffReceipt(strategy: "x")), of: "x")
      return true
    } catch {
      return false
    }
  }

  @Test func minimal() {
    #expect(passes(least, .minimal))
    #expect(!passes(ChangeCounts(deletes: 2, inserts: 3, moves: 5, updates: 1), .minimal))
    #expect(passes(ChangeCounts(deletes: 2, inserts: 3, moves: 5), .minimal, unique: false))
    #expect(!passes(ChangeCounts(deletes: 3, inserts: 4, moves: 4), .minimal, unique: false))
  }

  @Test func complete() {
    #expect(passes(ChangeCounts(deletes: 2, inserts: 3, moves: 9, updates: 1), .complete))
    #expect(!passes(ChangeCounts(deletes: 2, inserts: 3, moves: 3, updates: 1), .complete))
    #expect(!passes(ChangeCounts(deletes: 3, inserts: 4, moves: 9, updates: 1), .complete))
  }

  @Test func withoutMoves() {
    #expect(passes(ChangeCounts(deletes: 6, inserts: 7, updates: 1), .withoutMoves))
    #expect(!passes(ChangeCounts(deletes: 6, inserts: 8, updates: 1), .withoutMoves))
    #expect(!passes(ChangeCounts(deletes: 1, inserts: 2, updates: 1), .withoutMoves))
    #expect(!passes(least, .withoutMoves))
  }
}
