public import LiveResults
public import SectionDiff

/// Stands between the updates of one subscriber and a test's assertions, and checks that each keeps the laws.
///
///     var checker = UpdateChecker<String, Note, NoHeader>()
///     for await update in controller.updates() {
///       #expect(checker.check(update).isEmpty)
///       …
///     }
///
/// ``UpdateRecorder`` has one built in. It reads changesets by the definition of their coordinates and asks the list-view
/// model, so it cannot merely agree with the engine.
public struct UpdateChecker<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: Sendable {
  /// An update of the results that are checked.
  public typealias Update = ResultsUpdate<Key, Item, Header>

  /// How a subscriber begins.
  public enum Start: Sendable {
    /// With all there is, as inserts.
    case initial
    /// With what changed since a revision that it has seen, or with a reset.
    case resuming(afterRevision: Int, showing: Snapshot<Key, Item, Header>)
  }

  /// How the revisions of a subscriber rise.
  public enum Revisions: Sendable {
    /// By one each time: the subscriber keeps up.
    case byOne
    /// By one or more: updates that were missed come as one.
    case rising
  }

  /// What was wrong with the updates so far.
  public private(set) var violations: [UpdateViolation] = []
  /// How many updates were checked.
  public private(set) var checked = 0

  private let start: Start
  private let revisions: Revisions
  private let judge: @Sendable (Update) -> [(UpdateLaw, String)]
  private let difference: @Sendable (Snapshot<Key, Item, Header>, Snapshot<Key, Item, Header>) -> String?
  private var previous: (revision: Int, after: Snapshot<Key, Item, Header>)?

  /// Makes a checker for one subscriber.
  ///
  /// - Parameters:
  ///   - comparison: How identities and contents are compared.
  ///   - start: How the subscriber begins.
  ///   - revisions: How its revisions rise.
  ///   - scope: Whether identities are compared across sections.
  ///   - permitsRefreshes: Whether items may be reported as updated although they are equal: only where the test refreshes
  ///     items.
  public init<Comparison: ItemComparison<Item> & Sendable>(
    comparing comparison: Comparison, start: Start = .initial, revisions: Revisions = .byOne,
    scope: IdentityScope = .global, permitsRefreshes: Bool = false
  ) {
    self.start = start
    self.revisions = revisions
    judge = { update in
      UpdateJudge(update, comparison: comparison, scope: scope, permitsRefreshes: permitsRefreshes).findings()
    }
    difference = { before, after in
      let naming = WorldNaming<Key, Item, Header, Comparison>(comparison)
      let (a, b) = (naming.world(of: before), naming.world(of: after))
      return a == b ? nil : "\(a), not \(b)"
    }
  }

  /// Checks the next update.
  ///
  /// - Returns: What is wrong with it; nothing where it keeps all laws.
  @discardableResult
  public mutating func check(_ update: Update) -> [UpdateViolation] {
    var found: [(UpdateLaw, String)] = []
    if let previous {
      checkNext(update, after: previous, &found)
    } else {
      checkFirst(update, &found)
    }
    if update.kind == .change, update.changeset.isEmpty { found.append((.silence, "the update has no changes")) }
    found += judge(update)
    previous = (update.revision, update.after)
    checked += 1
    let new = found.map { UpdateViolation(law: $0.0, revision: update.revision, message: $0.1) }
    violations += new
    return new
  }

  private func checkFirst(_ update: Update, _ found: inout [(UpdateLaw, String)]) {
    switch (start, update.kind) {
    case (.initial, .initial), (.resuming, .reset):
      if !update.before.isEmpty { found.append((.start, "the first update does not start from empty results")) }
    case (.resuming(let revision, let shown), .change):
      checkRevision(update, after: revision, mayJump: true, &found)
      if let difference = difference(update.before, shown) {
        found.append((.start, "the update resumes with \(difference)"))
      }
    case (.initial, .change), (.initial, .reset), (.resuming, .initial):
      found.append((.start, "the first update is of the kind \(update.kind)"))
    }
  }

  private func checkNext(
    _ update: Update, after previous: (revision: Int, after: Snapshot<Key, Item, Header>),
    _ found: inout [(UpdateLaw, String)]
  ) {
    if update.kind != .change { found.append((.start, "a later update is of the kind \(update.kind)")) }
    checkRevision(update, after: previous.revision, mayJump: false, &found)
    if let difference = difference(update.before, previous.after) {
      found.append((.chain, "the update begins with \(difference), where the one before it ended"))
    }
  }

  private func checkRevision(
    _ update: Update, after revision: Int, mayJump: Bool, _ found: inout [(UpdateLaw, String)]
  ) {
    if update.revision <= revision {
      found.append((.revision, "the revision does not rise: \(update.revision) after \(revision)"))
    } else if case .byOne = revisions, !mayJump, update.revision != revision + 1 {
      found.append((.revision, "the revision rises by more than one: \(update.revision) after \(revision)"))
    }
  }
}

extension UpdateChecker where Item: Identifiable & Equatable {
  /// Makes a checker for one subscriber, of items with identity by `id` and content by `==`.
  ///
  /// - Parameters:
  ///   - start: How the subscriber begins.
  ///   - revisions: How its revisions rise.
  ///   - scope: Whether identities are compared across sections.
  ///   - permitsRefreshes: Whether items may be reported as updated although they are equal.
  public init(
    start: Start = .initial, revisions: Revisions = .byOne, scope: IdentityScope = .global,
    permitsRefreshes: Bool = false
  ) {
    self.init(
      comparing: IdentifiableComparison(), start: start, revisions: revisions, scope: scope,
      permitsRefreshes: permitsRefreshes)
  }
}
