extension Catalogue {
  /// Six of the catalogue, for a quick look: edits, updates, both with moves, a new order, sections, repeats.
  public static let quick: [Workload] = [
    "sparse-edits", "updates", "mixed", "shuffle", "sections-moves", "repeats-20",
  ].compactMap { workload(named: $0) }
}
