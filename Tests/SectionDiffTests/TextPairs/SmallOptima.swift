import SectionDiff

/// All pairs of short sequences of few letters, each answer beside the fewest changes that there can be.
package struct SmallOptima {
  package private(set) var pairs = 0
  private(set) var sumOfRatios = 0.0
  package private(set) var worst = (ratio: 1.0, old: [Int](), new: [Int]())
  /// How many answers need so many changes more than the fewest.
  private(set) var excess: [Int: Int] = [:]

  /// - Complexity: every pair once: (3⁷ − 1)² / 4 of them for three letters up to length 6.
  package init(letters: Int, upTo length: Int) throws {
    let sequences = allWords(upTo: length, letters: letters)
    let differ = Differ()
    for old in sequences {
      for new in sequences {
        let counts = try differ.changeset(from: old, to: new).counts
        let changes = counts.deletes + counts.inserts + counts.moves
        let fewest = Self.fewestChanges(from: old, to: new, letters: letters)
        pairs += 1
        excess[changes - fewest, default: 0] += 1
        let ratio = fewest == 0 ? Double(1 + changes) : Double(changes) / Double(fewest)
        sumOfRatios += ratio
        if ratio > worst.ratio { worst = (ratio, old, new) }
      }
    }
  }

  /// The mean of all ratios to the fewest.
  package var mean: Double { sumOfRatios / Double(max(1, pairs)) }

  /// Whether answers are as small as the guide says: 1.02 times the fewest changes on average, and never more than 1.5 times.
  package var keepsPromise: Bool { mean <= 1.02 && worst.ratio <= 1.5 }

  package var text: String {
    let distribution = excess.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key) more" }.joined(
      separator: ", ")
    return """
      \(pairs) pairs: mean \(decimal(mean)), worst \(decimal(worst.ratio)) \
      (\(worst.old) to \(worst.new)); \(distribution)
      """
  }

  /// *n* + *m* − *c* − *l*, as ``QualityTable`` has it; the subsequence by the textbook's table.
  private static func fewestChanges(from old: [Int], to new: [Int], letters: Int) -> Int {
    let common = (0..<letters).reduce(0) { sum, letter in
      sum + min(old.count { $0 == letter }, new.count { $0 == letter })
    }
    var row = [Int](repeating: 0, count: new.count + 1)
    for item in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = row[index + 1]
        row[index + 1] = item == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return old.count + new.count - common - row[new.count]
  }
}

/// All lists of up to `length` letters below `letters`.
package func allWords(upTo length: Int, letters: Int) -> [[Int]] {
  var words: [[Int]] = [[]]
  var last = words
  for _ in 0..<length {
    last = last.flatMap { word in (0..<letters).map { word + [$0] } }
    words += last
  }
  return words
}
