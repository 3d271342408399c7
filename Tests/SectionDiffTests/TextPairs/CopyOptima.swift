package import SectionDiff

/// All pairs of short lists whose identities repeat with other contents, each answer beside the fewest changes that there can
/// be, updates among them.
package struct CopyOptima {
  /// Two identities with two contents each.
  private struct Copy: Identifiable, Equatable {
    let letter: Int
    var id: Int { letter / 2 }
  }

  package let goal: AdaptiveDiff.Goal
  package private(set) var pairs = 0
  package private(set) var changes = 0
  package private(set) var fewest = 0
  /// How many answers need so many changes more than the fewest.
  package private(set) var excess: [Int: Int] = [:]
  /// The pair whose answer needs the most, and one whose answer was called minimal although it is not.
  package private(set) var worst = (excess: 0, old: [Int](), new: [Int]())
  package private(set) var isWronglyMinimal: (old: [Int], new: [Int])?

  /// - Parameters:
  ///   - goal: What is favored.
  ///   - length: Of the longest lists.
  ///   - stride: Of all pairs one of so many.
  package init(favoring goal: AdaptiveDiff.Goal, upTo length: Int, stride: Int = 1) throws {
    self.goal = goal
    let words = allWords(upTo: length, letters: 4)
    let differ = Differ(algorithm: AdaptiveDiff(favoring: goal))
    var turn = 0
    // Exchanging the letters of an identity, or the identities, changes nothing: the first list begins so, and goes on so.
    for old in words where Self.isFirstOfItsKind(old) {
      for new in words {
        turn += 1
        if turn % stride != 0 { continue }
        let diff = try differ.diff(
          from: FlatSnapshot(old.map(Copy.init)), to: FlatSnapshot(new.map(Copy.init)))
        let count = diff.changeset.counts.total
        let least = Self.fewestChanges(from: old, to: new)
        pairs += 1
        changes += count
        fewest += least
        excess[count - least, default: 0] += 1
        if count - least > worst.excess { worst = (count - least, old, new) }
        if count > least, diff.receipt.isMinimal, goal == .fewestChanges { isWronglyMinimal = (old, new) }
      }
    }
  }

  package var ratio: Double { Double(changes) / Double(max(1, fewest)) }

  /// Whether answers are as small as the guide says: in sum 1.05 times the fewest changes; favoring those, 1.02 times and
  /// never more than one change above.
  package var keepsPromise: Bool {
    guard goal == .fewestChanges else { return ratio <= 1.05 }
    return ratio <= 1.02 && worst.excess <= 1 && isWronglyMinimal == nil
  }

  package var text: String {
    let distribution = excess.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key) more" }.joined(
      separator: ", ")
    let wrong = isWronglyMinimal.map { "; called minimal: \($0.old) to \($0.new)" } ?? ""
    return """
      \(goal.rawValue): \(pairs) pairs, \(changes) changes of \(fewest) (\(decimal(ratio))); \(distribution); \
      worst \(worst.old) to \(worst.new)\(wrong)
      """
  }

  private static func isFirstOfItsKind(_ word: [Int]) -> Bool {
    // For each letter by which it would be named if letters and identities were numbered as they occur.
    var names: [Int: Int] = [:]
    var identities = 0
    for letter in word where names[letter] == nil {
      let other = names[letter ^ 1]
      names[letter] = other.map { $0 ^ 1 } ?? identities * 2
      if other == nil { identities += 1 }
      if names[letter] != letter { return false }
    }
    return true
  }

  /// Every way to pair as many copies of each identity as both sides have, and the cheapest of them: one for each item without
  /// a partner, one for each pair that is not in a longest run, one for each of two contents.
  static func fewestChanges(from old: [Int], to new: [Int]) -> Int {
    var best = Int.max
    var partner = [Int](repeating: -1, count: old.count)
    // How many items of each identity stay without one.
    var spare = [0, 1].map { id in max(0, old.count { $0 / 2 == id } - new.count { $0 / 2 == id }) }
    func pair(_ place: Int, _ taken: Int) {
      if place == old.count {
        let pairs = partner.filter { $0 >= 0 }
        let updates = old.indices.count { partner[$0] >= 0 && old[$0] != new[partner[$0]] }
        var run = [Int](repeating: 1, count: pairs.count)
        for end in pairs.indices {
          for start in 0..<end where pairs[start] < pairs[end] { run[end] = max(run[end], run[start] + 1) }
        }
        let kept = run.max() ?? 0
        best = min(best, old.count + new.count - 2 * pairs.count + pairs.count - kept + updates)
        return
      }
      let id = old[place] / 2
      var isFree = false
      for other in new.indices where new[other] / 2 == id && taken & 1 << other == 0 {
        isFree = true
        partner[place] = other
        pair(place + 1, taken | 1 << other)
      }
      if spare[id] > 0 || !isFree {
        let before = spare[id]
        spare[id] = max(0, before - 1)
        partner[place] = -1
        pair(place + 1, taken)
        spare[id] = before
      }
    }
    pair(0, 0)
    return best
  }
}
