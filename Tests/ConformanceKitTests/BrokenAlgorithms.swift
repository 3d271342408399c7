import Dispatch
import SectionDiff
import Synchronization

/// Algorithms that break their contract, each in its own way. The kit must catch them all.

/// Pairs a position that is not there.
struct OutOfRangeDiff: DiffAlgorithm {
  let name = "out-of-range"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    matching.pair(old: input.old.count, new: 0)
    return matching
  }
}

/// Pairs one old position with every new one of its token.
struct TwiceDiff: DiffAlgorithm {
  let name = "twice"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    for (new, token) in input.new.enumerated() {
      if let old = input.old.firstIndex(of: token) { matching.pair(old: old, new: new) }
    }
    return matching
  }
}

/// Pairs by position, whatever stands there.
struct UnequalDiff: DiffAlgorithm {
  let name = "unequal"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    for new in 0..<min(input.old.count, input.new.count) { matching.pair(old: new, new: new) }
    return matching
  }
}

/// Pairs nothing and leaves leftovers alone; right as long as it promises nothing.
struct NeverPairsDiff: DiffAlgorithm {
  let name = "never-pairs"
  let allowsWalk = false
  let infersMoves = false
  var promises: DiffPromises = []

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    Matching(for: input)
  }
}

/// Names stays that cross each other: all but the first pair, in turn. Right unless it promises the fewest moves.
struct InconsistentStaysDiff: DiffAlgorithm {
  let name = "inconsistent-stays"
  let allowsWalk = false
  var promises: DiffPromises = [.fewestMoves]

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var taken: Set<Int> = []
    for (new, token) in input.new.enumerated() {
      guard try run.spend(input.old.count) else { break }
      let free = input.old.indices.first { input.old[$0] == token && !taken.contains($0) }
      guard let old = free else { continue }
      taken.insert(old)
      matching.pair(old: old, new: new)
      if taken.count % 2 == 0 { matching.keepInPlace(new: new) }
    }
    return matching
  }
}

/// Names a stay that is not there.
struct StrayStayDiff: DiffAlgorithm {
  let name = "stray-stay"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    matching.keepInPlace(new: -1)
    return matching
  }
}

/// Answers well and badly in turn.
final class MoodyDiff: DiffAlgorithm {
  let name = "moody"
  let allowsWalk = false
  let infersMoves = false
  let promises: DiffPromises = [.shortestScript]
  private let turn = Atomic(0)

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    let answers = turn.wrappingAdd(1, ordering: .relaxed).oldValue.isMultiple(of: 2)
    return answers ? try MyersDiff().matching(of: input, in: &run) : Matching(for: input)
  }
}

/// Spends another amount of work each time, for the same answer.
final class MoodyReceiptDiff: DiffAlgorithm {
  let name = "moody-receipt"
  let allowsWalk = false
  private let turn = Atomic(0)

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    _ = try run.spend(1 + turn.wrappingAdd(1, ordering: .relaxed).oldValue)
    return Matching(for: input)
  }
}

/// Looks for each new item among all old ones, which takes long, and never says so.
struct SilentDiff: DiffAlgorithm {
  let name = "silent"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var taken: Set<Int> = []
    for (new, token) in input.new.enumerated() {
      let free = input.old.indices.first { input.old[$0] == token && !taken.contains($0) }
      guard let old = free else { continue }
      taken.insert(old)
      matching.pair(old: old, new: new)
    }
    return matching
  }
}

/// Spends, and goes on when nothing is left.
struct SpendthriftDiff: DiffAlgorithm {
  let name = "spendthrift"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for (offset, token) in input.new.enumerated() {
      _ = try run.spend(1)
      if let old = offsets[token]?.popLast() { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}

/// Asks for all units at once, and works whatever the answer is.
struct LateDiff: DiffAlgorithm {
  let name = "late"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    _ = try run.spend(input.old.count + input.new.count)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for (offset, token) in input.new.enumerated() {
      if let old = offsets[token]?.popLast() { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}

/// Does not let the error of a cancelled diff pass.
struct StubbornDiff: DiffAlgorithm {
  let name = "stubborn"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for (offset, token) in input.new.enumerated() {
      guard (try? run.spend(1)) ?? true else { break }
      if let old = offsets[token]?.popLast() { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}

/// Pairs a position before the first.
struct BelowZeroDiff: DiffAlgorithm {
  let name = "below-zero"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    matching.pair(old: 0, new: -1)
    return matching
  }
}

/// Gives up although nobody wants it to.
struct QuitterDiff: DiffAlgorithm {
  let name = "quitter"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    if input.old.count >= 2 { throw .cancelled }
    return Matching(for: input)
  }
}

/// Pairs the first item that it can, and promises the shortest script.
struct FirstOnlyDiff: DiffAlgorithm {
  let name = "first-only"
  let allowsWalk = false
  let infersMoves = false
  let promises: DiffPromises = [.shortestScript]

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    for (new, token) in input.new.enumerated() {
      guard try run.spend(1) else { break }
      if let old = input.old.firstIndex(of: token) {
        matching.pair(old: old, new: new)
        break
      }
    }
    return matching
  }
}

/// Works first, and charges for all of it at the end.
struct DebtorDiff: DiffAlgorithm {
  let name = "debtor"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for (offset, token) in input.new.enumerated() {
      if let old = offsets[token]?.popLast() { matching.pair(old: old, new: offset) }
    }
    _ = try run.spend(input.old.count + input.new.count)
    return matching
  }
}

/// Never comes back from an input that is turned round, until a test lets it go.
final class EndlessDiff: DiffAlgorithm {
  let name = "endless"
  let allowsWalk = false
  private let isCaught = DispatchSemaphore(value: 0)
  private let isFree = DispatchSemaphore(value: 0)

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    if input.old.count >= 2, input.new == input.old.reversed() {
      isCaught.signal()
      isFree.wait()
    }
    return Matching(for: input)
  }

  /// Waits until it does not come back.
  func waitUntilCaught() {
    isCaught.wait()
    isCaught.signal()
  }

  /// Lets it go.
  func free() { isFree.signal() }
}

/// Spends whole rows of comparisons at once, stops long after it should, and is right all the same.
struct ClumsyDiff: DiffAlgorithm {
  let name = "clumsy"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var taken: Set<Int> = []
    for start in stride(from: 0, to: input.new.count, by: 100) {
      // A row in vain, and the next one is asked for.
      guard try run.spend(100 * input.old.count / 16) else { continue }
      for new in start..<min(start + 100, input.new.count) {
        let free = input.old.indices.first { input.old[$0] == input.new[new] && !taken.contains($0) }
        guard let old = free else { continue }
        taken.insert(old)
        matching.pair(old: old, new: new)
      }
    }
    return matching
  }
}

/// The example of the protocol's documentation: first come, first paired. Right, and minimal where identities are
/// unique, for the engine plans the moves.
struct FirstComeDiff: DiffAlgorithm {
  let name = "first-come"
  let allowsWalk = true
  let promises: DiffPromises = [.fewestMoves]

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: Int] = [:]
    for (offset, token) in input.old.enumerated() where offsets[token] == nil { offsets[token] = offset }
    for (offset, token) in input.new.enumerated() {
      guard try run.spend(1) else { break }
      if let old = offsets.removeValue(forKey: token) { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}
