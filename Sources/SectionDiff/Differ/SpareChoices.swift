/// Every choice of what is left over, as long as those are few; where they are many, those of some classes after those of
/// others, while the rest stays as in the best choice.
struct SpareChoices {
  /// The most choices that are tried together.
  static let most = 1024

  /// The copies of one class on one side.
  private struct Copies {
    /// Old places, or new ones after all old ones.
    let places: [Int]
    /// Which of the places are left over, as indices; they ascend.
    var chosen: [Int]

    /// The number of choices; `nil` where it is above ``SpareChoices/most``.
    var count: Int? {
      var count = 1
      for step in 0..<chosen.count {
        count = count * (places.count - step) / (step + 1)
        if count > SpareChoices.most { return nil }
      }
      return count
    }

    /// The next choice; false after the last one, and it is the first again.
    mutating func advance() -> Bool {
      for index in chosen.indices.reversed() where chosen[index] < places.count - (chosen.count - index) {
        let next = chosen[index] + 1
        for later in index..<chosen.count { chosen[later] = next + later - index }
        return true
      }
      for index in chosen.indices { chosen[index] = index }
      return false
    }
  }

  private var copies: [Copies] = []
  /// Which are tried together.
  private var batches: [Range<Int>] = []
  private var batch = 0
  private var hasBegun = false
  /// Batches since the last better choice.
  private var idle = 0
  private var best: [Bool]
  /// Whether all choices are tried.
  private(set) var isComplete: Bool

  init(_ classes: borrowing ContentClasses) {
    best = classes.isSpare
    isComplete = true
    // Of each class the old ones, then the new ones.
    var places = [[Int]](repeating: [], count: 2 * classes.tokens.count)
    for (place, found) in (classes.old + classes.new).enumerated() where found >= 0 {
      places[2 * Int(found) + (place < classes.old.count ? 0 : 1)].append(place)
    }
    let tokens = classes.tokens
    var product = 1
    // Classes of one identity are neighbours, and so tried together.
    for index in places.indices.sorted(by: { (tokens[$0 / 2], $0) < (tokens[$1 / 2], $1) }) {
      let all = places[index]
      let spare = all.count { best[$0] }
      guard spare > 0, spare < all.count else { continue }
      let copy = Copies(places: all, chosen: Array(0..<spare))
      guard let count = copy.count else {
        isComplete = false
        continue
      }
      copies.append(copy)
      if product * count > Self.most || batches.isEmpty {
        batches.append(copies.count - 1..<copies.count)
        product = count
      } else {
        batches[batches.count - 1] = batches[batches.count - 1].lowerBound..<copies.count
        product *= count
      }
    }
    if batches.count > 1 { isComplete = false }
  }

  /// Makes the next choice; false where there is none.
  mutating func advance(_ classes: inout ContentClasses) -> Bool {
    while idle < batches.count {
      if hasBegun {
        var index = batches[batch].lowerBound
        while index < batches[batch].upperBound, !copies[index].advance() { index += 1 }
        hasBegun = index < batches[batch].upperBound
        if !hasBegun {
          classes.isSpare = best
          batch = (batch + 1) % batches.count
          idle += 1
          continue
        }
      }
      hasBegun = true
      for copy in copies[batches[batch]] {
        for place in copy.places { classes.isSpare[place] = false }
        for index in copy.chosen { classes.isSpare[copy.places[index]] = true }
      }
      return true
    }
    return false
  }

  /// Makes the best choice.
  func makeBest(_ classes: inout ContentClasses) { classes.isSpare = best }

  /// Says that the choice is better than all before.
  mutating func keep(_ classes: borrowing ContentClasses) {
    best = classes.isSpare
    idle = -1
  }
}
