/// Scratch memory of a diff: the arrays of all its stages, by what each one holds.
///
/// A stage takes its arrays out, empties them and puts them back when the diff ends. A ``DiffWorkspace`` keeps all of it
/// between diffs; one swap exchanges it.
@usableFromInline
struct DiffScratch: Sendable {
  /// Arrays of integers, of the algorithms and of whatever else needs one for a while.
  @usableFromInline var pool = BufferPool()
  /// Of the front.
  @usableFromInline var front = FrontScratch()
  /// Of another front, while the first one is in use.
  private(set) var otherFront = FrontScratch()
  /// Blocks of pairs, while moves are planned.
  var moveBlocks: [MoveBlock] = []

  @inlinable
  init() {}

  /// Lets the stages use other arrays for another front, or those of the first one again.
  @usableFromInline
  mutating func exchangeFronts() { swap(&front, &otherFront) }

  /// Takes an array out, empty.
  @inlinable @inline(__always)
  static func take<Element>(_ array: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&taken, &array)
    if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
    return taken
  }

  /// Puts an array back, unless a larger one is there.
  @inlinable @inline(__always)
  static func keep<Element>(_ array: inout [Element], in kept: inout [Element]) {
    if array.capacity > kept.capacity { swap(&array, &kept) }
  }
}

/// The arrays of one ``FrontPairs``, and of the updates that are found in what it leaves.
@usableFromInline
struct FrontScratch: Sendable {
  /// ``FrontPairs/runs``.
  @usableFromInline var runs: [PairedRun] = []
  /// ``FrontPairs/updates``.
  @usableFromInline var updates: [PositionPair] = []
  /// ``Residue/old``.
  @usableFromInline var residueOld: [Int32] = []
  /// ``Residue/new``.
  @usableFromInline var residueNew: [Int32] = []
  /// ``Residue/cuts``.
  @usableFromInline var residueCuts: [PositionPair] = []
  /// ``Tokens/changed``, and the updates that are made of them.
  @usableFromInline var changed: [PositionPair] = []

  @inlinable
  init() {}
}
