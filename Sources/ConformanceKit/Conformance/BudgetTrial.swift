import SectionDiff

/// The law of budgets: an algorithm says what it spends, and stops when nothing is left or the diff is cancelled.
///
/// It is tried on the algorithm alone, by what can be counted. A pair takes a comparison, so pairs need units; and an
/// algorithm that returns when a unit is refused requests few more. Both bounds are far from what a right algorithm
/// does: it may count roughly, charge for many steps at once, and leave nested loops one after another.
struct BudgetTrial {
  let algorithm: any DiffAlgorithm

  /// Pairs that a unit may represent.
  static let pairsPerUnit = 8
  /// Pairs that may be made before they are charged for, and requests that may follow the first one refused: as many as
  /// the units after which cancellation is looked at.
  static let slack = 4_096
  /// Units that are enough for an input of ``smallCount`` items.
  static let generousUnits = 1_000_000
  /// Items of an input on which an algorithm may be slow.
  static let smallCount = 256
  /// Units that are spent at once.
  static let tightUnits = 64
  /// Items of an input that is large beside ``slack``.
  static let largeCount = 16_384
  /// Items of an input on which all laws are tried, which takes the square of them.
  static let manyCount = 1_024

  /// A kind of input; an algorithm may treat each in another way.
  enum Input: String, CaseIterable {
    /// Unique tokens, one in sixteen replaced.
    case unique
    /// Each token twice, one item in sixteen replaced.
    case repeated
    /// Unique tokens in any order.
    case shuffled

    /// Both sides, each of `count` tokens.
    func sides(count: Int) -> (old: [Int], new: [Int]) {
      switch self {
      case .unique, .repeated:
        let old = (0..<count).map { self == .unique ? $0 : $0 / 2 }
        return (old, old.enumerated().map { $0 % 16 == 7 ? count + $0 : $1 })
      case .shuffled:
        var random = SplitMix64(seed: 14)
        return (Array(0..<count), (0..<count).shuffled(using: &random))
      }
    }

    /// The same for the laws.
    func lawCase(count: Int) -> LawCase {
      let (old, new) = sides(count: count)
      return LawCase(from: World(flat: old), to: World(flat: new))
    }

    /// What a case is called.
    func name(count: Int) -> String { "\(count) items, \(rawValue)" }
  }

  /// Tries the algorithm on every kind of input.
  ///
  /// - Parameter begin: Is told what is tried before it is.
  /// - Returns: The first way in which it breaks the law, if any.
  func failure(announcing begin: (String) -> Void) -> ConformanceFailure? {
    for input in Input.allCases {
      let trials: [(count: Int, setting: String, problem: ((old: [Int], new: [Int])) -> String?)] = [
        (Self.smallCount, "a budget of \(Self.generousUnits) units", problemOfSpending),
        (Self.largeCount, "a budget of \(Self.tightUnits) units", problemOfStopping),
        (Self.largeCount, "cancelled", problemOfCancelling),
      ]
      for (count, setting, problem) in trials {
        begin("\(input.name(count: count)), \(setting)")
        guard let problem = problem(input.sides(count: count)) else { continue }
        return ConformanceFailure(
          [LawViolation(law: .budget, message: problem)], of: input.lawCase(count: count), algorithm: algorithm.name,
          setting: setting)
      }
    }
    return nil
  }

  /// What is wrong with what the algorithm spends when there is enough.
  private func problemOfSpending(_ sides: (old: [Int], new: [Int])) -> String? {
    var run = DiffRun(strategy: algorithm.name, budget: DiffBudget(workUnits: Self.generousUnits))
    guard let pairs = pairs(sides, in: &run) else { return "it throws although nothing was cancelled" }
    guard pairs > Self.pairsPerUnit * run.receipt.workSpent else { return nil }
    return "it makes \(pairs) pairs for \(run.receipt.workSpent) units: "
      + "call run.spend(_:) with about one unit for each comparison"
  }

  /// What the algorithm does after the budget is spent.
  private func problemOfStopping(_ sides: (old: [Int], new: [Int])) -> String? {
    // Who continues for long is stopped: an algorithm that returns is not asked so often.
    var polls = 0
    var run = DiffRun(strategy: algorithm.name, budget: DiffBudget(workUnits: Self.tightUnits)) {
      polls += 1
      return polls > Self.slack
    }
    guard let pairs = pairs(sides, in: &run), run.refusals <= Self.slack else {
      return "it calls run.spend(_:) \(run.refusals) times after the budget of \(Self.tightUnits) units was spent: "
        + "return what you have when it returns false"
    }
    guard pairs > Self.pairsPerUnit * Self.tightUnits + Self.slack else { return nil }
    return "it makes \(pairs) pairs under a budget of \(Self.tightUnits) units: "
      + "spend before the work or as it goes on, and return what you have when run.spend(_:) returns false"
  }

  /// What the algorithm does when the diff is cancelled.
  private func problemOfCancelling(_ sides: (old: [Int], new: [Int])) -> String? {
    var polls = 0
    var run = DiffRun(strategy: algorithm.name, budget: DiffBudget(workUnits: Self.generousUnits)) {
      polls += 1
      return true
    }
    guard pairs(sides, in: &run) != nil, polls > 0 else { return nil }
    return "it answers although the diff is cancelled: let the error of run.spend(_:) pass"
  }

  /// How many pairs the algorithm makes; `nil` when it throws.
  private func pairs(_ sides: (old: [Int], new: [Int]), in run: inout DiffRun) -> Int? {
    try? algorithm.matching(of: DiffInput(old: sides.old, new: sides.new), in: &run).pairCount
  }
}
