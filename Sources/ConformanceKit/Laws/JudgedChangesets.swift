import SectionDiff

/// The changesets that were judged for one case, so that strategies that give the same answer share the verdict.
///
/// The laws of a changeset (not those of the strategy, such as determinism or minimality) depend on nothing but the
/// two snapshots and the paths, and the snapshots on nothing but the case and the policy. A changeset's addresses
/// are checked under every scope.
struct JudgedChangesets {
  private struct Judged: Equatable {
    var list: ChangeList
    var duplicates: DuplicatePolicy
    /// A changeset remembers it, and composes by it.
    var infersMoves: Bool

    init(_ list: ChangeList, _ differ: Differ) {
      self.list = list
      duplicates = differ.duplicates
      infersMoves = differ.algorithm.infersMoves
    }
  }

  private struct Composition: Equatable {
    var first: Judged
    var next: ChangeList
    var scope: IdentityScope
  }

  private var judged: [Judged] = []
  private var compositions: [Composition] = []
  private var minimalCompositions: [Composition] = []

  /// How many compositions were judged.
  var compositionCount: Int { compositions.count }

  /// Whether this changeset is new; it is known from now on.
  mutating func isNew(_ list: ChangeList, differ: Differ) -> Bool {
    Self.add(Judged(list, differ), to: &judged)
  }

  /// Whether this composition is new; it is known from now on.
  ///
  /// One that was held to the fewest changes need not be judged again without them.
  mutating func isNew(
    _ list: ChangeList, then next: ChangeList, differ: Differ, hasFewestMoves: Bool
  ) -> Bool {
    let composition = Composition(first: Judged(list, differ), next: next, scope: differ.scope)
    let isNew = Self.add(composition, to: &compositions)
    return hasFewestMoves ? Self.add(composition, to: &minimalCompositions) : isNew
  }

  private static func add<Element: Equatable>(_ element: Element, to list: inout [Element]) -> Bool {
    // By index: iterating would copy the lists of each element.
    if list.indices.contains(where: { list[$0] == element }) { return false }
    list.append(element)
    return true
  }
}
