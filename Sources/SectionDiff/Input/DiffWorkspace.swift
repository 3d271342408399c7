/// Scratch memory that diffs one after another use again, so that a diff allocates its answer and nothing else.
///
///     var workspace = DiffWorkspace()
///     for page in pages {
///       let diff = try differ.diff(from: shown, to: page, reusing: &workspace)
///     }
///
/// It holds no item and no answer: what a diff returns does not depend on what the workspace was used for before. It grows
/// to what the largest diff needed, about 100 bytes an item; ``removeAll()`` gives that back. One diff uses it at a time,
/// which the compiler sees to.
public struct DiffWorkspace: ~Copyable, Sendable {
  @usableFromInline var runs: [PairedRun] = []
  @usableFromInline var frontUpdates: [PositionPair] = []
  @usableFromInline var suffixUpdates: [PositionPair] = []
  @usableFromInline var residueUpdates: [PositionPair] = []
  @usableFromInline var residueOld: [Int32] = []
  @usableFromInline var residueNew: [Int32] = []
  @usableFromInline var cuts: [ResidueCut] = []
  @usableFromInline var tokensOld: [Int32] = []
  @usableFromInline var tokensNew: [Int32] = []
  @usableFromInline var slots: [UInt32] = []
  @usableFromInline var seenTokens: [UInt64] = []
  @usableFromInline var tokenUpdates: [PositionPair] = []
  var blocks: [MoveBlock] = []
  var pool = BufferPool()

  /// Makes a workspace that holds nothing yet.
  public init() {}

  /// Gives all memory back.
  public mutating func removeAll() { self = DiffWorkspace() }
}

extension DiffRun {
  /// Takes the arrays of a workspace, or puts them back.
  @usableFromInline
  mutating func exchangeScratch(with workspace: inout DiffWorkspace) {
    swap(&runs, &workspace.runs)
    swap(&frontUpdates, &workspace.frontUpdates)
    swap(&suffixUpdates, &workspace.suffixUpdates)
    swap(&residueUpdates, &workspace.residueUpdates)
    swap(&residueOld, &workspace.residueOld)
    swap(&residueNew, &workspace.residueNew)
    swap(&cuts, &workspace.cuts)
    swap(&tokensOld, &workspace.tokensOld)
    swap(&tokensNew, &workspace.tokensNew)
    swap(&slots, &workspace.slots)
    swap(&seenTokens, &workspace.seenTokens)
    swap(&tokenUpdates, &workspace.tokenUpdates)
    swap(&blocks, &workspace.blocks)
    swap(&pool, &workspace.pool)
  }

  /// Empties what a former diff left in the arrays, and keeps their memory.
  @usableFromInline
  mutating func clearScratch() {
    runs.removeAll(keepingCapacity: true)
    frontUpdates.removeAll(keepingCapacity: true)
    residueUpdates.removeAll(keepingCapacity: true)
    residueOld.removeAll(keepingCapacity: true)
    residueNew.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    tokensOld.removeAll(keepingCapacity: true)
    tokensNew.removeAll(keepingCapacity: true)
    tokenUpdates.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
  }
}

/// Arrays of integers that are handed out and given back.
struct BufferPool: Sendable {
  private var free: [[Int32]] = []
  private var freeWords: [[UInt64]] = []

  /// An array of `count` times `value`; its memory is that of one given back, where there is one.
  mutating func take(count: Int, filledWith value: Int32 = 0) -> [Int32] {
    var buffer = takeEmpty(capacity: count)
    buffer.append(contentsOf: repeatElement(value, count: count))
    return buffer
  }

  /// An empty array with room for `capacity` integers.
  mutating func takeEmpty(capacity: Int) -> [Int32] {
    var buffer = free.popLast() ?? []
    buffer.removeAll(keepingCapacity: true)
    buffer.reserveCapacity(capacity)
    return buffer
  }

  /// Takes an array back. One that somebody else still holds is worth nothing, and does no harm.
  mutating func give(_ buffer: consuming [Int32]) {
    if buffer.capacity > 0 { free.append(buffer) }
  }

  /// An array of `count` empty words.
  mutating func takeWords(count: Int) -> [UInt64] {
    var buffer = freeWords.popLast() ?? []
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: repeatElement(0, count: count))
    return buffer
  }

  /// Takes an array of words back.
  mutating func give(_ buffer: consuming [UInt64]) {
    if buffer.capacity > 0 { freeWords.append(buffer) }
  }
}
