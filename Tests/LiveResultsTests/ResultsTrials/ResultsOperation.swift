@testable import ConformanceKit
@testable import LiveResults
@testable package import StoreInterface

/// One thing that happens to live results in a trial.
package enum ResultsOperation: Sendable, CustomStringConvertible {
  /// The store gives a whole answer.
  case replace(StoreContents<SmallRecord>)
  /// The store changes.
  case batch(StoreBatch<SmallRecord>)
  /// Another arrangement. Sections by the store stay so, and others do not become so.
  case arrange(ResultsSetting)
  /// Records are looked at again.
  case refresh([Int])

  /// The operation as text.
  package var description: String {
    switch self {
    case .replace(let contents): "replace \(contents)"
    case .batch(let batch): "batch \(batch.isStrict ? "strict " : "")\(batch.changes)"
    case .arrange(let setting): "arrange \(setting)"
    case .refresh(let keys): "refresh \(keys)"
    }
  }

}

extension ResultsOperation: ShrinkableOperation {
  var smaller: [ResultsOperation] {
    switch self {
    case .replace(.items(let items)):
      items.indices.map { index in .replace(.items(items.without(index))) }
    case .replace(.sections(let sections)):
      sections.indices.map { index in .replace(.sections(sections.without(index))) }
        + sections.indices.flatMap { section in
          sections[section].items.indices.map { index in
            var fewer = sections
            fewer[section].items.remove(at: index)
            return .replace(.sections(fewer))
          }
        }
    case .batch(let batch):
      batch.changes.indices.map { index in .batch(StoreBatch(batch.changes.without(index), isStrict: batch.isStrict)) }
    case .arrange: []
    case .refresh(let keys): keys.indices.map { index in .refresh(keys.without(index)) }
    }
  }
}

extension ResultsCase: ShrinkableSequence {}

extension Array {
  func without(_ index: Int) -> Array {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}

/// A sequence of operations on live results that begin in a setting.
package struct ResultsCase: Sendable, CustomStringConvertible {
  /// How the results are arranged at first.
  package var setting: ResultsSetting
  /// What happens to them.
  package var operations: [ResultsOperation]

  /// Makes a case.
  package init(setting: ResultsSetting, operations: [ResultsOperation]) {
    self.setting = setting
    self.operations = operations
  }

  /// A line for the setting and one for each operation.
  package var description: String {
    (["\(setting)"] + operations.map { "\($0)" }).joined(separator: "\n")
  }
}

/// Seeded random sequences of operations on live results. The sequence with a number depends on the seed and that number
/// alone.
package struct RandomResultsCases: Sendable {
  /// The seed of all sequences.
  package let seed: UInt64

  /// Makes the sequences of a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The sequence with this number.
  package subscript(number: Int) -> ResultsCase {
    var maker = ResultsCaseMaker(random: SplitMix64(seed: seed, case: number))
    return maker.make()
  }
}
