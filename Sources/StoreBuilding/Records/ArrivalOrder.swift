/// The order of records as they arrived or were placed: each has a label, and labels compare as the records are.
///
/// A list with labels in gaps. Where a gap is used up, the labels around it are spread again over the smallest
/// enclosing range that is sparse enough, so that an insertion costs O(log *n*) relabelled records on average, wherever
/// it is.
///
///     records    A ──── B ─ C ──────────── D        insert between B and C: no label is left, so those
///     labels     16     24  25             64       of the range 16 ..< 32 are spread: A 16, B 20, new 24, C 28
///
/// M. A. Bender, R. Cole, E. D. Demaine, M. Farach-Colton, J. Zito: Two simplified algorithms for maintaining order in a
/// list, 2002.
///
/// Records are named by small integers (*slots*) that the owner hands out. One order may hold several lists, whose labels
/// have nothing to do with each other; a slot is in one of them at most.
@usableFromInline
package struct ArrivalOrder: Sendable {
  /// The ends of a list: slots, or -1.
  private struct Ends {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  /// A label for each slot; those of slots that are in no list mean nothing.
  @usableFromInline private(set) var labels: [Int] = []
  private var previous: [Int32] = []
  private var next: [Int32] = []
  private var lists: [Ends] = []
  /// Labels are at least `-bound` and less than `bound`, a power of two.
  private let bound: Int
  /// How many bits a label has, with its sign.
  package var labelBits: Int { bound.trailingZeroBitCount + 1 }
  /// How many labels were given again so far, to make room: the cost beyond O(1) of an insertion.
  package private(set) var relabelled = 0

  /// The distance of labels at the ends: 2^42 records can be put there one after another, and 20 into one gap, before
  /// any label is spread.
  private static var stride: Int { 1 << 20 }
  /// A range of 2^i labels is spread when it holds fewer than (2 / 1.5)^i records: Bender's T.
  private static var sparseness: Double { 2 / 1.5 }

  /// Makes an order without records.
  ///
  /// - Parameter labelBits: How many bits a label has, with its sign; less only to test what happens when they are used
  ///   up, and what a narrower `Int` has. A quarter of the labels must be enough for the records.
  @usableFromInline
  package init(labelBits: Int = Int.bitWidth - 1) { bound = 1 << (labelBits - 1) }

  /// The first record, or -1.
  @usableFromInline
  package var first: Int32 { first(of: 0) }
  /// The last record, or -1.
  @usableFromInline
  package var last: Int32 { last(of: 0) }

  /// The first record of a list, or -1.
  @usableFromInline
  package func first(of list: Int32) -> Int32 { Int(list) < lists.count ? lists[Int(list)].first : -1 }

  /// The last record of a list, or -1.
  @usableFromInline
  package func last(of list: Int32) -> Int32 { Int(list) < lists.count ? lists[Int(list)].last : -1 }

  /// The label of a record: less than that of every record after it in its list.
  @inlinable
  package func label(of slot: Int32) -> Int { labels[Int(slot)] }

  /// The record after this one, or -1.
  @usableFromInline
  package func slot(after slot: Int32) -> Int32 { next[Int(slot)] }

  /// The record before this one, or -1.
  @usableFromInline
  package func slot(before slot: Int32) -> Int32 { previous[Int(slot)] }

  /// Puts a record that is in no list after all others of a list.
  @usableFromInline
  package mutating func append(_ slot: Int32, to list: Int32 = 0) { insert(slot, after: last(of: list), in: list) }

  /// Puts a record that is in no list before all others of a list.
  @usableFromInline
  package mutating func prepend(_ slot: Int32, to list: Int32 = 0) { insert(slot, after: -1, in: list) }

  /// Puts a record that is in no list just before another, which is in the given list.
  @usableFromInline
  package mutating func insert(_ slot: Int32, before other: Int32, in list: Int32 = 0) {
    insert(slot, after: previous[Int(other)], in: list)
  }

  /// Puts a record that is in no list just after another, which is in the given list; -1 represents the place before
  /// all.
  @usableFromInline
  package mutating func insert(_ slot: Int32, after other: Int32, in list: Int32 = 0) {
    makeRoom(for: slot, in: list)
    let following = other < 0 ? lists[Int(list)].first : next[Int(other)]
    labels[Int(slot)] = freeLabel(between: other, and: following, in: list)
    previous[Int(slot)] = other
    next[Int(slot)] = following
    if other < 0 { lists[Int(list)].first = slot } else { next[Int(other)] = slot }
    if following < 0 { lists[Int(list)].last = slot } else { previous[Int(following)] = slot }
  }

  /// Takes a record out of its list.
  @usableFromInline
  package mutating func remove(_ slot: Int32, from list: Int32 = 0) {
    let before = previous[Int(slot)]
    let after = next[Int(slot)]
    if before < 0 { lists[Int(list)].first = after } else { next[Int(before)] = after }
    if after < 0 { lists[Int(list)].last = before } else { previous[Int(after)] = before }
  }

  /// Takes all records out of all lists.
  @usableFromInline
  package mutating func removeAll() { lists.removeAll() }

  private mutating func makeRoom(for slot: Int32, in list: Int32) {
    while labels.count <= Int(slot) {
      labels.append(0)
      previous.append(-1)
      next.append(-1)
    }
    while lists.count <= Int(list) { lists.append(Ends()) }
  }

  /// A label between two neighbours of a list, of which each may be missing; others are labelled again where none is
  /// left.
  private mutating func freeLabel(between low: Int32, and high: Int32, in list: Int32) -> Int {
    switch (low < 0, high < 0) {
    case (true, true): return 0
    case (true, false):
      if labels[Int(high)] < Self.stride - bound { spread(list) }
      return labels[Int(high)] - Swift.min(Self.stride, (labels[Int(high)] + bound + 1) / 2)
    case (false, true):
      if labels[Int(low)] >= bound - Self.stride { spread(list) }
      return labels[Int(low)] + Swift.min(Self.stride, (bound - labels[Int(low)]) / 2)
    case (false, false):
      if labels[Int(high)] - labels[Int(low)] < 2 { spread(around: low, in: list) }
      return labels[Int(low)] + (labels[Int(high)] - labels[Int(low)]) / 2
    }
  }

  /// Spreads the labels of the smallest aligned range around a record that is sparse enough.
  private mutating func spread(around slot: Int32, in list: Int32) {
    let label = labels[Int(slot)]
    var low = slot
    var high = slot
    var count = 1
    var size = 1
    var capacity = 1.0
    while size < bound {
      size *= 2
      capacity *= Self.sparseness
      let start = label & ~(size - 1)
      // Invariant: low ... high are the `count` records with labels in start ..< start + size.
      while previous[Int(low)] >= 0, labels[Int(previous[Int(low)])] >= start {
        low = previous[Int(low)]
        count += 1
      }
      while next[Int(high)] >= 0, labels[Int(next[Int(high)])] - start < size {
        high = next[Int(high)]
        count += 1
      }
      if Double(count) < capacity, size / count >= 4 {
        relabel(count, from: low, at: start, step: size / count)
        return
      }
    }
    spread(list)
  }

  /// Spreads the labels of a whole list around 0. Needed where labels have come near the bound.
  private mutating func spread(_ list: Int32) {
    var count = 0
    var record = first(of: list)
    while record >= 0 {
      count += 1
      record = next[Int(record)]
    }
    let step = Swift.min(Self.stride, 2 * (bound / 2 / (count + 1)))
    relabel(count, from: first(of: list), at: -step * (count / 2), step: step)
  }

  private mutating func relabel(_ count: Int, from first: Int32, at start: Int, step: Int) {
    var record = first
    for number in 0..<count {
      labels[Int(record)] = start + number * step
      record = next[Int(record)]
    }
    relabelled += count
  }
}
