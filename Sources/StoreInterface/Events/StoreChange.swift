/// One change that a store announces or is asked to make.
public enum StoreChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Inserts a record. If the key exists, this is an update.
  case insert(Item, at: StorePlacement<Item.ID> = .end)
  /// Updates a record. If the key does not exist, this is an insert at the end.
  case update(Item)
  /// Moves a record.
  case move(Item.ID, to: StorePlacement<Item.ID>)
  /// Deletes a record.
  case delete(Item.ID)
  /// Evaluates a record again and reports it as updated, although it is equal: other data that it depends on has
  /// changed.
  case refresh(Item.ID)

  /// Inserts a section, in a store with manually ordered sections. If the key exists, this sets the header.
  case insertSection(SectionID, header: SectionHeader? = nil, at: SectionPlacement = .end)
  /// Sets the header of a section.
  case updateSection(SectionID, header: SectionHeader?)
  /// Moves a section with its records.
  case moveSection(SectionID, to: SectionPlacement)
  /// Deletes a section with its records. A store sends a ``delete(_:)`` for each of them before: a reader that does not
  /// keep the sections of the store finds records by their keys alone.
  case deleteSection(SectionID)

  /// The key of the changed record; `nil` for changes of sections.
  @inlinable public var key: Item.ID? {
    switch self {
    case .insert(let item, _), .update(let item): item.id
    case .move(let key, _), .delete(let key), .refresh(let key): key
    case .insertSection, .updateSection, .moveSection, .deleteSection: nil
    }
  }
}

extension StoreChange: Equatable where Item: Equatable {}
