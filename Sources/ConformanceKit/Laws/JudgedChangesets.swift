import SectionDiff

/// The changesets that were judged for one case, so that strategies that give the same answer share the verdict.
///
/// The laws of a changeset (not those of the strategy, such as determinism or minimality) depend on nothing but the
/// two snapshots and the positions; the snapshots depend on the case, the policy and the scope.
struct JudgedChangesets {
  private struct Judged: Equatable {
    var list: ChangeList
    var next: ChangeList?
    var duplicates: DuplicatePolicy
    var scope: IdentityScope
    var hasFewestMoves: Bool
  }

  private var judged: [Judged] = []

  /// How many compositions were judged.
  var compositionCount: Int { judged.count { $0.next != nil } }

  /// Whether this changeset is new; it is known from now on.
  mutating func isNew(_ list: ChangeList, differ: Differ) -> Bool {
    add(
      Judged(list: list, next: nil, duplicates: differ.duplicates, scope: differ.scope, hasFewestMoves: false)
    )
  }

  /// Whether this composition is new; it is known from now on.
  mutating func isNew(
    _ list: ChangeList, then next: ChangeList, differ: Differ, hasFewestMoves: Bool
  ) -> Bool {
    add(
      Judged(
        list: list, next: next, duplicates: differ.duplicates, scope: differ.scope,
        hasFewestMoves: hasFewestMoves))
  }

  private mutating func add(_ candidate: Judged) -> Bool {
    if judged.contains(candidate) { return false }
    judged.append(candidate)
    return true
  }
}
