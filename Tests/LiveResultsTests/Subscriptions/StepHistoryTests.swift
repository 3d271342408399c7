@testable import LiveResults
import StoreTestSupport
import Testing

/// The last steps, and which of them are let go.
struct StepHistoryTests {
  private final class Content: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private func step(_ number: Int, changes: Int = 1, items: Int = 1_000_000) -> StepHistory.Step {
    StepHistory.Step(content: Content(number), moment: number - 1, changeCount: changes, itemCount: items)
  }

  private func numbers(_ steps: [StepHistory.Step]) -> [Int] { steps.compactMap { ($0.content as? Content)?.number } }

  @Test("steps are let go one by one, oldest first, and none of them is held", arguments: [1, 2, 3, 7, 100])
  func limits(limit: Int) {
    var history = StepHistory(limit: limit)
    weak var first: Content?
    for number in 1...5 * limit + 3 {
      var gone = history.append(step(number))
      #expect(numbers(gone) == (number > limit ? [number - limit] : []))
      if number == 1 { first = history.steps(after: 0).first?.content as? Content }
      #expect((first != nil) == (number <= limit || !gone.isEmpty && number == limit + 1))
      gone = []
      #expect((first != nil) == (number <= limit))
      #expect(history.count == min(number, limit))
      let oldest = max(0, number - limit)
      for revision in [oldest, (oldest + number) / 2, number] {
        #expect(numbers(history.steps(after: revision)) == Array(revision..<number).map { $0 + 1 })
      }
      for revision in [oldest - 1, number + 1, Int.min, Int.max] {
        #expect(history.steps(after: revision).isEmpty)
      }
    }
  }

  @Test("a large step lets go all before it, as a plain list of steps does", arguments: 0..<20 as Range<UInt64>)
  func randomSteps(seed: UInt64) {
    var random = Generator(seed: seed)
    let limit = 1 + random.below(30)
    var history = StepHistory(limit: limit)
    var kept: [StepHistory.Step] = []
    for number in 1...300 {
      let next = step(number, changes: random.below(5) == 0 ? 900 : 1, items: 1 + random.below(8_000))
      kept.append(next)
      var gone: [StepHistory.Step] = []
      while kept.count > 1,
        kept.count > limit
          || !StepHistory.isWorthComposing(kept.reduce(0) { $0 + $1.changeCount }, of: kept[0].itemCount)
      {
        gone.append(kept.removeFirst())
      }
      #expect(numbers(history.append(next)) == numbers(gone))
      #expect(history.count == kept.count)
      #expect(numbers(history.steps(after: number - kept.count)) == numbers(kept))
    }
  }
}
