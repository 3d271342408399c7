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
  @usableFromInline var spareUpdates: [PositionPair] = []
  @usableFromInline var residueOld: [Int32] = []
  @usableFromInline var residueNew: [Int32] = []
  @usableFromInline var cuts: [ResidueCut] = []
  @usableFromInline var tokensOld: [Int32] = []
  @usableFromInline var tokensNew: [Int32] = []
  @usableFromInline var seenTokens: ContiguousArray<UInt64> = []
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
    swap(&spareUpdates, &workspace.spareUpdates)
    swap(&residueOld, &workspace.residueOld)
    swap(&residueNew, &workspace.residueNew)
    swap(&cuts, &workspace.cuts)
    swap(&tokensOld, &workspace.tokensOld)
    swap(&tokensNew, &workspace.tokensNew)
    swap(&seenTokens, &workspace.seenTokens)
    swap(&blocks, &workspace.blocks)
    swap(&pool, &workspace.pool)
  }

  /// Empties what a former diff left in the arrays, and keeps their memory.
  @usableFromInline
  mutating func clearScratch() {
    runs.removeAll(keepingCapacity: true)
    frontUpdates.removeAll(keepingCapacity: true)
    spareUpdates.removeAll(keepingCapacity: true)
    residueOld.removeAll(keepingCapacity: true)
    residueNew.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    tokensOld.removeAll(keepingCapacity: true)
    tokensNew.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
  }
}
