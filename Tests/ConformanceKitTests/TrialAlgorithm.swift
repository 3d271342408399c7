import SectionDiff

/// An algorithm for the kit to try, made of a function.
struct TrialAlgorithm: DiffAlgorithm {
  typealias Body = @Sendable (borrowing DiffInput, inout DiffRun) throws(CancellationError) -> Matching

  let name: String
  var allowsWalk = false
  var infersMoves = true
  var promises: DiffPromises = []
  let body: Body

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    try body(input, &run)
  }

  /// Pairs each new item with the first equal old one that is free: first come, first paired.
  ///
  /// - Parameters:
  ///   - goesOn: Is asked before each new item.
  ///   - paired: Is told of each pair.
  static func pairs(
    of input: borrowing DiffInput, while goesOn: () throws(CancellationError) -> Bool,
    paired: (inout Matching, _ new: Int) -> Void = { _, _ in }
  ) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for (new, token) in input.new.enumerated() {
      guard try goesOn() else { break }
      guard let old = offsets[token]?.popLast() else { continue }
      matching.pair(old: old, new: new)
      paired(&matching, new)
    }
    return matching
  }
}

// MARK: - Right ones

extension TrialAlgorithm {
  /// Charges for whole rows of comparisons, goes on asking long after it should, and is right all the same.
  static let clumsy = TrialAlgorithm(name: "clumsy") { input, run throws(CancellationError) in
    let row = 100 * input.old.count / 16
    var (offset, isPaid) = (0, false)
    let matching = try pairs(of: input) { () throws(CancellationError) in
      if offset % 100 == 0 { isPaid = try run.spend(row) }
      offset += 1
      return isPaid
    }
    // Rows in vain, and the next one is asked for.
    for _ in stride(from: offset, to: input.new.count, by: 100) { _ = try run.spend(row) }
    return matching
  }

  /// The example of the protocol's documentation: first come, first paired. Minimal where identities are unique, for the
  /// engine plans the moves.
  static let firstCome = TrialAlgorithm(name: "first-come", allowsWalk: true, promises: [.fewestMoves]) {
    input, run throws(CancellationError) in
    var matching = Matching(for: input)
    var offsets: [Int32: Int] = [:]
    for (offset, token) in input.old.enumerated() where offsets[token] == nil { offsets[token] = offset }
    for (offset, token) in input.new.enumerated() {
      guard try run.spend(1) else { break }
      if let old = offsets.removeValue(forKey: token) { matching.pair(old: old, new: offset) }
    }
    return matching
  }

  /// Estimates what the shortest script costs, and where the budget does not last for that, it says so and spends nothing.
  static let prudent = TrialAlgorithm(name: "prudent", infersMoves: false, promises: [.shortestScript]) {
    input, run throws(CancellationError) in
    let units = input.old.count * input.new.count
    guard units <= run.unitsLeft else {
      run.noteExhausted()
      return Matching(for: input)
    }
    guard try run.spend(units) else { return Matching(for: input) }
    var free = DiffRun(strategy: "myers")
    return try MyersDiff().matching(of: input, in: &free)
  }
}
