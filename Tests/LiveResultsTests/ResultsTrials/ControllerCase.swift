@testable import ConformanceKit
@testable package import StoreInterface

/// A sequence of operations on a controller whose results begin in a setting.
package struct ControllerCase: Sendable, CustomStringConvertible {
  /// How the results are arranged at first.
  package var setting: ResultsSetting
  /// Whether a layer of drafts lies between the store and the controller.
  package var isDrafted: Bool
  /// What the store answers at first.
  package var answer: StoreContents<SmallRecord>
  /// What happens then.
  package var operations: [ControllerOperation]

  /// Makes a case.
  package init(
    setting: ResultsSetting = ResultsSetting(), isDrafted: Bool = false, answer: StoreContents<SmallRecord>,
    operations: [ControllerOperation]
  ) {
    self.setting = setting
    self.isDrafted = isDrafted
    self.answer = answer
    self.operations = operations
  }

  /// A line for the setting, one for the first answer, and one for each operation.
  package var description: String {
    (["\(setting)", "\(isDrafted ? "under drafts, " : "")load \(answer)"] + operations.map { "\($0)" })
      .joined(separator: "\n")
  }
}

extension ControllerCase: ShrinkableSequence {}

/// Seeded random sequences of operations on a controller. The sequence with a number depends on the seed and that number
/// alone.
package struct RandomControllerCases: Sendable {
  /// The seed of all sequences.
  package let seed: UInt64

  /// Makes the sequences of a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The sequence with this number.
  package subscript(number: Int) -> ControllerCase {
    var maker = ResultsCaseMaker(random: SplitMix64(seed: seed, case: number))
    let setting = maker.begin()
    let isDrafted = maker.random.oneIn(2)
    let answer = maker.contents()
    var operations: [ControllerOperation] = []
    for _ in 0..<maker.random.below(24) {
      operations.append(
        isDrafted && maker.random.oneIn(2) ? maker.draftOperation() : maker.controllerOperation(isDrafted: isDrafted))
    }
    return ControllerCase(setting: setting, isDrafted: isDrafted, answer: answer, operations: operations)
  }
}

extension ResultsCaseMaker {
  /// A whole answer of the store.
  fileprivate mutating func contents() -> StoreContents<SmallRecord> {
    if case .replace(let contents) = replacement() { contents } else { .items([]) }
  }

  fileprivate mutating func controllerOperation(isDrafted: Bool) -> ControllerOperation {
    switch random.below(21) {
    case 0: .fail
    case 1: .reload(contents(), failsFirst: random.oneIn(3))
    case 2: .suspend
    case 3: .resume
    case 4: .flush
    case 5: .deliver(atOnce: random.oneIn(2))
    case 6: .subscribe(back: random.oneIn(3) ? nil : random.below(8) - 1)
    case 7, 8, 9, 10: .pull(random.below(4))
    case 11: .request(request(isDrafted: isDrafted), failsFirst: random.oneIn(4))
    default: .results(operation())
    }
  }

  /// What a layer of drafts shows of a limited answer is certain only where the order has no ties, and where no record
  /// comes from a section that the answer does not reach.
  private mutating func request(isDrafted: Bool) -> TrialRequest {
    var request = TrialRequest()
    if random.oneIn(2) { request.marks = Set((0..<3).map { _ in random.below(4) }) }
    request.isSorted = random.oneIn(2)
    if isDrafted ? request.isSorted && !setting.isSectionedByStore : true, random.oneIn(2) {
      request.limit = random.below(8)
    }
    return request
  }

  fileprivate mutating func draftOperation() -> ControllerOperation {
    switch random.below(12) {
    case 0: .discard
    case 1, 2: .commit
    case 3: .write(StoreBatch(drafts(), isStrict: random.oneIn(4)))
    case 4, 5, 6: .answer(random.below(2), isRefused: random.oneIn(2))
    case 7:
      comingAndGoing()
    default: .draft(drafts())
    }
  }

  /// A record that comes and goes as a draft.
  private mutating func comingAndGoing() -> ControllerOperation {
    let record = record()
    return .draft([.insert(record, at: placement()), .delete(record.id)])
  }

  private mutating func drafts() -> [StoreChange<SmallRecord>] {
    (0...random.below(3)).map { _ in
      switch random.below(8) {
      case 0, 1, 2: .insert(record(), at: placement())
      case 3, 4: .update(record())
      case 5: .move(random.below(keys), to: placement())
      default: .delete(random.below(keys))
      }
    }
  }
}
