/// The order of records as they arrived or were placed: each has a label, and labels compare as the records stand.
///
/// A list with labels in gaps. Where a gap is used up, the labels around it are spread anew over the smallest enclosing
/// range that is sparse enough, so that an insertion costs O(log *n*) relabelled records on average, wherever it is.
///
///     records    A ──── B ─ C ──────────── D        insert between B and C: no label is left, so those
///     labels     16     24  25             64       of the range 16 ..< 32 are spread: A 16, B 20, new 24, C 28
///
/// M. A. Bender, R. Cole, E. D. Demaine, M. Farach-Colton, J. Zito: Two simplified algorithms for maintaining order in a
/// list, 2002.
///
/// Records are named by small integers (*slots*) that the owner hands out.
package struct ArrivalOrder: Sendable {
  /// A label for each slot; those of slots that are not in the list mean nothing.
  private var labels: [Int] = []
  private var previous: [Int32] = []
  private var next: [Int32] = []
  /// The first record, or -1.
  package private(set) var first: Int32 = -1
  /// The last record, or -1.
  package private(set) var last: Int32 = -1

  /// The distance of labels at the ends: 2^43 records can be put there one after another, and 20 into one gap, before
  /// any label is spread.
  private static var stride: Int { 1 << 20 }
  /// A range of 2^i labels is spread when it holds fewer than (2 / 1.5)^i records: Bender's T.
  private static var sparseness: Double { 2 / 1.5 }

  package init() {}

  /// The label of a record of the list: less than that of every record after it.
  package func label(of slot: Int32) -> Int { labels[Int(slot)] }

  /// The record after this one, or -1.
  package func slot(after slot: Int32) -> Int32 { next[Int(slot)] }

  /// The record before this one, or -1.
  package func slot(before slot: Int32) -> Int32 { previous[Int(slot)] }

  /// Puts a record that is not in the list after all others.
  package mutating func append(_ slot: Int32) { insert(slot, after: last) }

  /// Puts a record that is not in the list before all others.
  package mutating func prepend(_ slot: Int32) { insert(slot, after: -1) }

  /// Puts a record that is not in the list just before another.
  package mutating func insert(_ slot: Int32, before other: Int32) { insert(slot, after: previous[Int(other)]) }

  /// Puts a record that is not in the list just after another; -1 stands for the place before all.
  package mutating func insert(_ slot: Int32, after other: Int32) {
    makeRoom(for: slot)
    let following = other < 0 ? first : next[Int(other)]
    if other >= 0, following >= 0, labels[Int(following)] - labels[Int(other)] < 2 { spread(around: other) }
    labels[Int(slot)] =
      switch (other, following) {
      case (-1, -1): 0
      case (-1, _): labels[Int(following)] - Self.stride
      case (_, -1): labels[Int(other)] + Self.stride
      default: labels[Int(other)] + (labels[Int(following)] - labels[Int(other)]) / 2
      }
    previous[Int(slot)] = other
    next[Int(slot)] = following
    if other < 0 { first = slot } else { next[Int(other)] = slot }
    if following < 0 { last = slot } else { previous[Int(following)] = slot }
  }

  /// Takes a record out of the list.
  package mutating func remove(_ slot: Int32) {
    let before = previous[Int(slot)]
    let after = next[Int(slot)]
    if before < 0 { first = after } else { next[Int(before)] = after }
    if after < 0 { last = before } else { previous[Int(after)] = before }
  }

  /// Takes all records out.
  package mutating func removeAll() {
    first = -1
    last = -1
  }

  private mutating func makeRoom(for slot: Int32) {
    while labels.count <= Int(slot) {
      labels.append(0)
      previous.append(-1)
      next.append(-1)
    }
  }

  /// Spreads the labels of the smallest aligned range around a record that is sparse enough.
  private mutating func spread(around slot: Int32) {
    let label = labels[Int(slot)]
    var low = slot
    var high = slot
    var count = 1
    var size = 1
    var capacity = 1.0
    while true {
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
      guard Double(count) < capacity, size / count >= 4 else { continue }
      var record = low
      var spreadLabel = start
      for _ in 0..<count {
        labels[Int(record)] = spreadLabel
        spreadLabel += size / count
        record = next[Int(record)]
      }
      return
    }
  }
}
