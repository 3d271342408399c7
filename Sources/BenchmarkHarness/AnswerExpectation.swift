public import SectionDiff

/// The counts that a workload's answer must have, as far as the strategy promises them.
public struct AnswerExpectation: Hashable, Sendable {
  /// What a strategy promises.
  public enum Promise: Hashable, Sendable {
    /// The fewest changes, such as LIS.
    case minimal
    /// All is kept that can be, maybe with more moves than needed, such as Heckel.
    case complete
    /// No moves at all; a leftover is a delete and an insert, such as Myers.
    case withoutMoves

    /// What an algorithm promises.
    public init(of algorithm: any DiffAlgorithm) {
      self = !algorithm.infersMoves ? .withoutMoves : algorithm.promises.contains(.fewestMoves) ? .minimal : .complete
    }
  }

  /// The counts of a minimal answer.
  public var counts: ChangeCounts
  /// Whether identities are unique; where they are not, only deletes and inserts are known.
  public var hasUniqueIDs: Bool
  /// What the strategy promises.
  public var promise: Promise

  /// Makes an expectation.
  public init(_ counts: ChangeCounts, hasUniqueIDs: Bool, promise: Promise) {
    self.counts = counts
    self.hasUniqueIDs = hasUniqueIDs
    self.promise = promise
  }

  /// Checks the counts of an answer.
  ///
  /// - Throws: ``VerificationFailure`` with both counts.
  public func verify(_ answer: DiffAnswer, of name: String) throws(VerificationFailure) {
    let found = answer.counts
    let isRight =
      switch promise {
      case .minimal where hasUniqueIDs: found == counts
      case .complete where hasUniqueIDs: found.moves >= counts.moves && found.withoutMoves == counts.withoutMoves
      case .minimal, .complete: found.deletes == counts.deletes && found.inserts == counts.inserts
      case .withoutMoves:
        found.moves == 0 && found.deletes >= counts.deletes
          && found.deletes - found.inserts == counts.deletes - counts.inserts
      }
    guard isRight else {
      throw VerificationFailure(name, "its counts are \(found); a minimal answer has \(counts)")
    }
  }
}

extension ChangeCounts {
  fileprivate var withoutMoves: ChangeCounts {
    var counts = self
    counts.moves = 0
    return counts
  }
}

/// An answer that is wrong, so that it makes no sense to time it.
public struct VerificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose answer it is.
  public let contender: String
  /// What is wrong with it.
  public let problem: String

  /// Makes a failure.
  public init(_ contender: String, _ problem: String) {
    self.contender = contender
    self.problem = problem
  }

  /// One line.
  public var description: String { "the answer of \(contender) is wrong: \(problem)" }
}

/// What a diff answered, and the counts of what that took: the same in every run.
public struct DiffAnswer: Hashable, Sendable, Codable {
  /// The changes of each kind.
  public var counts: ChangeCounts
  /// What the diff did.
  public var receipt: DiffReceipt

  /// Makes an answer.
  public init(counts: ChangeCounts, receipt: DiffReceipt) {
    self.counts = counts
    self.receipt = receipt
  }
}
