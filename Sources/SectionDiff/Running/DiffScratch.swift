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
  /// Of its ends, where what the walk paired is taken back; none before the first time.
  @usableFromInline var ends: EndsScratch?
  /// ``Tokens/changed``, and the updates that are made of them.
  @usableFromInline var changed: [PositionPair] = []
  /// Blocks of pairs, while moves are planned.
  var moveBlocks: [MoveBlock] = []

  @inlinable
  init() {}

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

/// The arrays of one ``FrontPairs``.
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

  @inlinable
  init() {}
}

/// The arrays of the diff that sees all between the equal ends.
@usableFromInline
struct EndsScratch: Sendable {
  @usableFromInline var front = FrontScratch()
  /// ``DiffScratch/changed``, of that diff.
  @usableFromInline var changed: [PositionPair] = []

  @inlinable
  init() {}
}
