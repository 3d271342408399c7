import LiveResults
public import StoreInterface

/// One thing that happens to a results controller, or that its subscribers do, in a trial.
public enum ControllerOperation: Sendable, CustomStringConvertible {
  /// What happens to the results themselves.
  case results(ResultsOperation)
  /// The store fails.
  case fail
  /// The results are loaded anew; while the answer is awaited, the former observation says something, and the new one may
  /// fail first.
  case reload(StoreContents<SmallRecord>, failsFirst: Bool)
  /// Updates are suspended, once more.
  case suspend
  /// One suspension ends.
  case resume
  /// What waits is announced.
  case flush
  /// Changes are announced at once, or only when they are flushed.
  case deliver(atOnce: Bool)
  /// Someone subscribes; who has seen a revision says so, by how far it lies back.
  case subscribe(back: Int?)
  /// A subscriber takes its next update, if there is one; others stay asleep.
  case pull(Int)

  /// The operation as text.
  public var description: String {
    switch self {
    case .results(let operation): operation.description
    case .fail: "fail"
    case .reload(let contents, let failsFirst): "reload\(failsFirst ? " after a failure" : "") \(contents)"
    case .suspend: "suspend"
    case .resume: "resume"
    case .flush: "flush"
    case .deliver(let atOnce): "deliver \(atOnce ? "at once" : "when flushed")"
    case .subscribe(let back): "subscribe" + (back.map { " \($0) back" } ?? "")
    case .pull(let number): "pull \(number)"
    }
  }

  /// The same with less to do: for shrinking a sequence that fails.
  var smaller: [ControllerOperation] {
    switch self {
    case .results(let operation): operation.smaller.map { .results($0) }
    case .reload(let contents, let failsFirst):
      (failsFirst ? [.reload(contents, failsFirst: false)] : [])
        + ResultsOperation.replace(contents).smaller.compactMap { smaller in
          if case .replace(let fewer) = smaller { .reload(fewer, failsFirst: failsFirst) } else { nil }
        }
    default: []
    }
  }
}

/// A sequence of operations on a controller whose results begin in a setting.
public struct ControllerCase: Sendable, CustomStringConvertible {
  /// How the results are arranged at first.
  public var setting: ResultsSetting
  /// What the store answers at first.
  public var answer: StoreContents<SmallRecord>
  /// What happens then.
  public var operations: [ControllerOperation]

  /// A line for the setting, one for the first answer, and one for each operation.
  public var description: String {
    (["\(setting)", "load \(answer)"] + operations.map { "\($0)" }).joined(separator: "\n")
  }
}

/// Seeded random sequences of operations on a controller. The sequence with a number depends on the seed and that number
/// alone.
public struct RandomControllerCases: Sendable {
  /// The seed of all sequences.
  public let seed: UInt64

  /// Makes the sequences of a seed.
  public init(seed: UInt64) { self.seed = seed }

  /// The sequence with this number.
  public subscript(number: Int) -> ControllerCase {
    var maker = ResultsCaseMaker(random: SplitMix64(seed: seed, case: number))
    let setting = maker.begin()
    let answer = maker.contents()
    var operations: [ControllerOperation] = []
    for _ in 0..<maker.random.below(24) {
      switch maker.random.below(20) {
      case 0: operations.append(.fail)
      case 1: operations.append(.reload(maker.contents(), failsFirst: maker.random.oneIn(3)))
      case 2: operations.append(.suspend)
      case 3: operations.append(.resume)
      case 4: operations.append(.flush)
      case 5: operations.append(.deliver(atOnce: maker.random.oneIn(2)))
      case 6: operations.append(.subscribe(back: maker.random.oneIn(3) ? nil : maker.random.below(8) - 1))
      case 7, 8, 9, 10: operations.append(.pull(maker.random.below(4)))
      default: operations.append(.results(maker.operation()))
      }
    }
    return ControllerCase(setting: setting, answer: answer, operations: operations)
  }
}

extension ResultsCaseMaker {
  /// A whole answer of the store.
  mutating func contents() -> StoreContents<SmallRecord> {
    if case .replace(let contents) = replacement() { contents } else { .items([]) }
  }
}
