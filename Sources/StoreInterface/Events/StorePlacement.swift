/// The position of a record among the others of its store, or of its section where the store has manually ordered sections.
///
/// Records keep their place when they are updated, and when they are deleted and inserted again in one batch; a placement
/// other than ``end`` sets it, and so does a move.
public struct StorePlacement<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Where within the section, or among all.
  public enum Position: Hashable, Sendable {
    /// Before all others.
    case start
    /// After all others.
    case end
    /// Just before the record with this key.
    case before(Key)
    /// Just after the record with this key.
    case after(Key)
  }

  /// Where within the section, or among all.
  public var position: Position
  /// The section, where the store has manually ordered sections.
  ///
  /// Beside a record that is there, the section is that record's, whichever is named here. Otherwise it is the one named
  /// here; without one, it is the first section for ``Position/start`` and the last one for the rest.
  ///
  /// If a record goes into a named section that does not exist, live results insert that section behind all others. A
  /// record that stays where it is inserts none, nor does a move of a record that does not exist. A batch that inserts a
  /// record where there is no section, and names none, is refused as a whole. Stores made with StoreBuilding take a
  /// section that they do not have as if none were named, or refuse it in a strict batch; a store of folders makes the
  /// folder.
  public var section: SectionID?

  /// Makes a placement.
  public init(_ position: Position, in section: SectionID? = nil) {
    self.position = position
    self.section = section
  }

  /// After all others.
  public static var end: StorePlacement { StorePlacement(.end) }
  /// Before all others.
  public static var start: StorePlacement { StorePlacement(.start) }
  /// Just before the record with this key.
  public static func before(_ key: Key) -> StorePlacement { StorePlacement(.before(key)) }
  /// Just after the record with this key.
  public static func after(_ key: Key) -> StorePlacement { StorePlacement(.after(key)) }
  /// After all others of this section.
  public static func end(of section: some Hashable & Sendable) -> StorePlacement {
    StorePlacement(.end, in: SectionID(section))
  }
  /// Before all others of this section.
  public static func start(of section: some Hashable & Sendable) -> StorePlacement {
    StorePlacement(.start, in: SectionID(section))
  }
}

/// Comparisons of one case: in generic code they cost a fraction of what `==` does.
extension StorePlacement {
  /// Whether this is ``end``, which leaves a record that is there where it is.
  @inlinable
  package var isEnd: Bool {
    if case .end = position { section == nil } else { false }
  }

  /// Whether this is a place beside a record.
  @inlinable
  package var isBesideRecord: Bool {
    switch position {
    case .before, .after: true
    case .start, .end: false
    }
  }

  /// Whether this is a place beside the record with a key, which leaves that record where it is.
  @inlinable
  package func isBeside(_ key: Key) -> Bool {
    switch position {
    case .before(let other), .after(let other): other == key
    case .start, .end: false
    }
  }
}

/// Where a section goes among the others of a store that has manually ordered sections.
public enum SectionPlacement: Hashable, Sendable {
  /// Before all others.
  case start
  /// After all others.
  case end
  /// Just before the section with this key.
  case before(SectionID)
  /// Just after the section with this key.
  case after(SectionID)
}
