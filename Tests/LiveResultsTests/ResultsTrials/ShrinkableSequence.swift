/// A sequence of operations that can be made smaller.
protocol ShrinkableSequence: Sendable {
  associatedtype Operation: ShrinkableOperation
  var operations: [Operation] { get set }
}

/// An operation that can be made to do less.
protocol ShrinkableOperation: Sendable {
  /// The same with less to do: for shrinking a sequence that fails.
  var smaller: [Self] { get }
}

extension ShrinkableSequence {
  /// The steps of shrinking: an operation less, the last ones first; then one that does less.
  var smaller: [Self] {
    var steps: [Self] = []
    for index in operations.indices.reversed() {
      var fewer = self
      fewer.operations.remove(at: index)
      steps.append(fewer)
    }
    for (index, operation) in operations.enumerated() {
      for smaller in operation.smaller {
        var simpler = self
        simpler.operations[index] = smaller
        steps.append(simpler)
      }
    }
    return steps
  }
}
