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
  @usableFromInline var scratch = DiffScratch()

  /// Makes a workspace that holds nothing yet.
  public init() {}

  /// Gives all memory back.
  public mutating func removeAll() { scratch = DiffScratch() }
}
