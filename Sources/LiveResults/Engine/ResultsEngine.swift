public import SectionDiff
public import StoreBuilding
import StoreInterface

/// The results of one request, as a value: takes what a store says and how the results are to be arranged, and says what
/// changed. Nothing in it waits or runs at the same time as anything else.
///
/// A ``ResultsController`` is one of these in an actor, with subscribers. By itself it serves where everything happens in
/// one place anyway: in a loop of a server, in a reducer, in a test.
///
///     var engine = ResultsEngine(arrangement: arrangement)
///     if let update = try engine.apply([.insert(note)]) { print(update.changeset) }
///
/// Two indices over the slots of all records: `allRecords` holds every record, `filtered` those that pass the filters (and
/// is `nil` where there is no filter, for then it would be the same). The snapshot shows the window's part of `filtered`.
///
///     records ──sections, sort──▶ allRecords ──filters──▶ filtered ──window, show──▶ snapshot
///
/// *Invariant:* the snapshot is what a rebuild from the records would give, once the store has answered.
public struct ResultsEngine<
  Item: Identifiable & Sendable, Key: Hashable & Sendable, Shown: Identifiable & Sendable,
  Header: Equatable & Sendable
>: Sendable where Item.ID: Sendable, Shown.ID == Item.ID {
  /// How the records are shown.
  public typealias Arrangement = ResultsArrangement<Item, Key, Shown, Header>
  /// What is shown.
  public typealias Results = Snapshot<Key, Shown, Header>
  /// What turns one into another.
  public typealias Changes = Changeset<Key, Shown, Header>

  /// What a call has changed. Its changeset is never empty, and its kind is `change`.
  public typealias Update = ResultsUpdate<Key, Shown, Header>

  @usableFromInline var catalog: Catalog<Item, Key, Shown, Header>
  @usableFromInline var allRecords = SectionedIndex()
  @usableFromInline var filtered: SectionedIndex?
  @usableFromInline var edits = BatchEdits()
  /// How often what is shown has changed.
  @usableFromInline var revision = 0
  /// What is shown.
  @inlinable public var snapshot: Results { current }
  @usableFromInline var current: Results
  /// Whether what is shown are results of former times, of which no record is known.
  @usableFromInline var showsFirst: Bool

  /// Makes the results of a store that has not answered yet.
  ///
  /// - Parameters:
  ///   - arrangement: How the records are shown.
  ///   - first: Results of former times to show until the store answers; its answer is diffed against them. They are as
  ///     they are until then, also where the arrangement changes.
  @inlinable
  public init(arrangement: Arrangement, first: Results? = nil) {
    catalog = Catalog(arrangement: arrangement)
    current = Results()
    showsFirst = first != nil
    rebuildIndices()
    current = first ?? assembled()
  }

  /// Counts a change of what is shown; nil where nothing has changed.
  @inlinable @inline(__always)
  mutating func update(from before: Results, by changeset: Changes) -> Update? {
    if changeset.isEmpty { return nil }
    revision += 1
    return Update(revision: revision, kind: .change, before: before, after: current, changeset: changeset)
  }

  /// The index that the window looks at.
  @inlinable
  var visible: SectionedIndex { filtered ?? allRecords }
  // Read one by one, so that reading one does not retain the whole index.
  @inlinable
  var visibleSections: [Int32] { filtered?.sections ?? allRecords.sections }
  @inlinable
  var visibleOffsets: [Int] { filtered?.offsets ?? allRecords.offsets }
  @inlinable
  var visibleCount: Int { filtered?.count ?? allRecords.count }

  @inlinable
  var comparison: ShownComparison<Shown> { ShownComparison(looksEqual: catalog.arrangement.haveEqualContent) }
}
