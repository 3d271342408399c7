/// Scratch memory that diffs one after another use again, so that a diff allocates its answer and hardly anything else.
///
///     let workspace = DiffWorkspace()
///     for page in pages {
///       let diff = try differ.diff(from: shown, to: page, reusing: workspace)
///     }
///
/// It holds no item and no answer: what a diff returns does not depend on what the workspace was used for before. It grows
/// to what the largest diff needed: about 100 bytes for each item of the longer list, and for a table of ``MyersDiff`` up
/// to 8 MB and 8 bytes for each item that repeats. ``removeAll()`` gives that back. When a diff is cancelled the memory is kept. After two diffs as large a
/// diff allocates its answer and little else, such as a table of keys where sections come, go or move, and lists of what
/// duplicate policies drop. It is not `Sendable`: one actor or task uses it at a time, which the compiler sees to.
public final class DiffWorkspace {
  private(set) var scratch = DiffScratch()

  /// Makes a workspace that holds nothing yet.
  public init() {}

  /// Gives all memory back.
  public func removeAll() { scratch = DiffScratch() }

  /// Exchanges the memory of a run with this one, before the diff and after it. In between it holds none, so that a diff
  /// within a diff, in a comparison, does without.
  @usableFromInline
  func exchange(_ other: inout DiffScratch) { swap(&scratch, &other) }
}
