/// Which copies of an identity have equal content, for the items of a residue.
///
/// Of all answers some with the fewest changes has as many pairs of equal content as there can be: an update is between an
/// item whose content the other side has less often, and one whose content this side has. Those are *left over*, so many of
/// each class; which of its copies they are is open. Once that is chosen, what may be paired is an equivalence again, and so
/// an input of an algorithm: copies of one class that are not left over, and what is left over of one identity.
///
///     old   A1 A1 A2         one A1 and one A3 are left over
///     new   A1 A2 A3
///
/// *Proof.* An answer costs *n* + *m* − 2*p* for *p* pairs, 1 for each pair that is not in the order of the others, and 1 for
/// each whose contents differ. More pairs never cost more, so *p* is as large as it can be. A pair of two contents that stays
/// saves a move. Unless both items are of those left over it takes a pair of equal contents away, which costs what it saves.
@usableFromInline
struct ContentClasses: ~Copyable {
  /// The class of each old item.
  @usableFromInline var old: [Int32]
  /// The class of each new item; -1 where no old item has its identity.
  @usableFromInline var new: [Int32]
  /// The token of the identity of each class.
  @usableFromInline var tokens: [Int32] = []
  /// The next class of the same identity, or -1.
  @usableFromInline var next: [Int32] = []
  /// An item of each class: its old place, or its new place after all old ones.
  @usableFromInline var samples: [Int32] = []
  /// For each class how many items of either side are left over.
  private var spare: (old: [Int32], new: [Int32]) = ([], [])
  /// Whether each item is left over: the new ones after all old ones.
  var isSpare: [Bool] = []

  /// Whether an identity that both sides hold occurs more than once on one of them.
  @usableFromInline var hasRepeats = false

  /// Comparisons for each item after which contents are not looked at any more: each further copy is a class of its own.
  @inlinable static var comparisonsPerItem: Int { 16 }

  /// The classes of items with these tokens.
  ///
  /// - Parameters:
  ///   - residue: The items.
  ///   - oldTokens: The place of the first old item of each one's identity.
  ///   - newTokens: The same, or one from `bound` up where there is none.
  ///   - bound: Above every old token.
  ///   - items: All items.
  ///   - run: Counts comparisons, and says when the diff is cancelled.
  /// - Complexity: O(*n*); ``comparisonsPerItem`` comparisons for each item at most, none for an identity that occurs once
  ///   on either side.
  @inlinable
  init<C: ItemComparison>(
    _ residue: borrowing Residue, _ oldTokens: [Int32], _ newTokens: [Int32], bound: Int,
    _ items: borrowing ComparedItems<C>, in run: inout DiffRun
  ) throws(DiffError) {
    old = run.takeArray(count: oldTokens.count)
    new = run.takeArray(count: newTokens.count, filledWith: -1)
    // How often each identity occurs, up to 2, in the two lowest bits of each side.
    var counts = run.takeArray(count: bound)
    var first = run.takeArray(count: bound, filledWith: -1)
    defer {
      run.giveBack(&counts)
      run.giveBack(&first)
    }
    for token in oldTokens { counts[Int(token)] = min(2, counts[Int(token)] + 1) }
    for token in newTokens where Int(token) < bound {
      if counts[Int(token)] < 8 { counts[Int(token)] += 4 }
    }
    hasRepeats = counts.contains { $0 & 3 > 0 && $0 >= 4 && $0 != 5 }
    let oldCount = oldTokens.count
    var left = Self.comparisonsPerItem * (oldCount + newTokens.count)
    for place in 0..<oldCount + newTokens.count {
      if place & (DiffRun.chunk - 1) == 0 { try run.poll() }
      let token = Int(place < oldCount ? oldTokens[place] : newTokens[place - oldCount])
      if token >= bound { continue }
      var found = counts[token] < 4 ? -1 : first[token]
      while found >= 0, counts[token] != 5 {
        // Where nothing more is compared, nothing more is found.
        if left == 0 {
          found = -1
          break
        }
        left -= 1
        run.counters.comparisons += 1
        if haveEqualContent(residue, Int(samples[Int(found)]), place, items) { break }
        found = next[Int(found)]
      }
      if found < 0 { found = addClass(token, &first, sample: Int32(truncatingIfNeeded: place)) }
      if place < oldCount { old[place] = found } else { new[place - oldCount] = found }
    }
    countSpare(in: &run)
  }

  /// Whether two items have equal content: an old place, or a new one after all old ones.
  @inlinable
  func haveEqualContent<C: ItemComparison>(
    _ residue: borrowing Residue, _ sample: Int, _ place: Int, _ items: borrowing ComparedItems<C>
  ) -> Bool {
    let (oldCount, comparison) = (old.count, items.comparison)
    if place < oldCount {
      return comparison.haveEqualContent(items.old[Int(residue.old[sample])], items.old[Int(residue.old[place])])
    }
    let new = Int(residue.new[place - oldCount])
    return sample < oldCount
      ? comparison.haveEqualContent(items.old[Int(residue.old[sample])], items.new[new])
      : comparison.haveEqualContent(items.new[Int(residue.new[sample - oldCount])], items.new[new])
  }

  /// Adds a class to those of an identity, as the first one: where they are many, the last copies are most alike.
  @usableFromInline
  mutating func addClass(_ token: Int, _ first: inout [Int32], sample: Int32) -> Int32 {
    let added = Int32(truncatingIfNeeded: tokens.count)
    tokens.append(Int32(truncatingIfNeeded: token))
    samples.append(sample)
    next.append(first[token])
    first[token] = added
    return added
  }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&old)
    run.giveBack(&new)
    run.giveBack(&spare.old)
    run.giveBack(&spare.new)
  }
}

// MARK: - What is left over

extension ContentClasses {
  /// Counts how many items of each class the other side has not.
  @usableFromInline
  mutating func countSpare(in run: inout DiffRun) {
    spare.old = run.takeArray(count: tokens.count)
    spare.new = run.takeArray(count: tokens.count)
    for place in old { spare.old[Int(place)] += 1 }
    for place in new where place >= 0 { spare.new[Int(place)] += 1 }
    for index in tokens.indices {
      let both = min(spare.old[index], spare.new[index])
      spare.old[index] -= both
      spare.new[index] -= both
    }
  }

  /// How many pairs of copies differ in content at least, where as many are paired as both sides have.
  var fewestUpdates: Int {
    // By token.
    var left = [(old: Int32, new: Int32)](repeating: (0, 0), count: Int(tokens.max() ?? -1) + 1)
    for index in tokens.indices {
      left[Int(tokens[index])].old += spare.old[index]
      left[Int(tokens[index])].new += spare.new[index]
    }
    return left.reduce(0) { $0 + Int(min($1.old, $1.new)) }
  }

  /// Chooses which copies are left over: those that an answer updates, then those that it pairs with none, then the others.
  ///
  /// - Parameters:
  ///   - residue: The items.
  ///   - answer: A list of changes between them.
  @usableFromInline
  mutating func choose(_ residue: borrowing Residue, asIn answer: borrowing ChangeList, in run: inout DiffRun) {
    isSpare =
      Self.chosen(residue.old, old, spare.old, updated: answer.updated.map(\.old), unpaired: answer.deleted, in: &run)
      + Self.chosen(
        residue.new, new, spare.new, updated: answer.updated.map(\.new), unpaired: answer.inserted, in: &run)
  }

  private static func chosen(
    _ positions: [Int32], _ classes: [Int32], _ spare: [Int32], updated: [Int32], unpaired: [Int32],
    in run: inout DiffRun
  ) -> [Bool] {
    var isSpare = [Bool](repeating: false, count: classes.count)
    // For each position when its turn comes.
    var turns = run.takeArray(count: Int(positions.max() ?? -1) + 1, filledWith: 2)
    var left = run.takeArray(count: spare.count)
    defer {
      run.giveBack(&turns)
      run.giveBack(&left)
    }
    for position in unpaired where Int(position) < turns.count { turns[Int(position)] = 1 }
    for position in updated where Int(position) < turns.count { turns[Int(position)] = 0 }
    for index in spare.indices { left[index] = spare[index] }
    for turn in Int32(0)...2 {
      for place in classes.indices where turns[Int(positions[place])] == turn {
        let found = Int(classes[place])
        if found >= 0, left[found] > 0 {
          left[found] -= 1
          isSpare[place] = true
        }
      }
    }
    return isSpare
  }

  /// Tokens under which an item has the same one as what it may be paired with.
  @usableFromInline
  func relabelled(_ newTokens: [Int32], bound: Int, in run: inout DiffRun) -> Tokens {
    var relabelled = Tokens(bound: bound, in: &run.scratch)
    relabelled.old = run.takeArray(count: old.count)
    relabelled.new = run.takeArray(count: new.count)
    relabelled.hasSharedRepeats = true
    // The first old place of each class, and of what is left over of each identity.
    var first = run.takeArray(count: tokens.count, filledWith: -1)
    var firstSpare = run.takeArray(count: bound, filledWith: -1)
    defer {
      run.giveBack(&first)
      run.giveBack(&firstSpare)
    }
    for place in old.indices {
      let (index, token) = (Int(old[place]), Int(tokens[Int(old[place])]))
      if isSpare[place] {
        if firstSpare[token] < 0 { firstSpare[token] = Int32(truncatingIfNeeded: place) }
        relabelled.old[place] = firstSpare[token]
      } else {
        if first[index] < 0 { first[index] = Int32(truncatingIfNeeded: place) }
        relabelled.old[place] = first[index]
      }
    }
    for place in new.indices {
      let index = Int(new[place])
      let partner = index < 0 ? -1 : isSpare[old.count + place] ? firstSpare[Int(tokens[index])] : first[index]
      relabelled.new[place] = partner >= 0 ? partner : Int32(truncatingIfNeeded: bound + place)
    }
    return relabelled
  }

  /// How many pairs of a matching are of two classes.
  func updates(of matching: borrowing ResidueMatching) -> Int {
    var count = 0
    for place in new.indices where matching.oldOfNew[place] >= 0 {
      if old[Int(matching.oldOfNew[place])] != new[place] { count += 1 }
    }
    return count
  }
}
