/// One change that a store announces or is asked to make.
public enum StoreChange<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// A record comes. Where its key is known already, this is an update.
  case insert(Item, at: Placement<Item.ID> = .end)
  /// A record has new content. Where its key is not known yet, this is an insert at the end.
  case update(Item)
  /// A record goes to another place.
  case move(Item.ID, to: Placement<Item.ID>)
  /// A record goes.
  case delete(Item.ID)
  /// A record is to be looked at again and reported as updated, although the store holds what it held: something it
  /// depends on has changed.
  case refresh(Item.ID)

  /// A section comes, where the store has manually ordered sections. Where its key is known already, this sets its
  /// header.
  case insertSection(SectionID, header: SectionHeader? = nil, at: SectionPlacement = .end)
  /// A section has a new header.
  case updateSection(SectionID, header: SectionHeader?)
  /// A section goes to another place, with its records.
  case moveSection(SectionID, to: SectionPlacement)
  /// A section goes, and its records with it.
  case deleteSection(SectionID)

  /// The key of the record that this is about; `nil` for changes of sections.
  public var key: Item.ID? {
    switch self {
    case .insert(let item, _), .update(let item): item.id
    case .move(let key, _), .delete(let key), .refresh(let key): key
    case .insertSection, .updateSection, .moveSection, .deleteSection: nil
    }
  }
}

extension StoreChange: Equatable where Item: Equatable {}
