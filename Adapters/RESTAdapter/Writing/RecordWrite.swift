import StoreInterface

/// One step of a batch: what becomes of a record.
enum RecordWrite<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  case insert(Item)
  case update(from: Item, to: Item)
  case delete(Item)

  /// The steps of a batch, deletions first.
  static func steps(of outcome: BatchOutcome<Item>) -> [RecordWrite] {
    outcome.deleted.map { .delete($0) } + outcome.updated.map { .update(from: $0.from, to: $0.to) }
      + outcome.inserted.map { .insert($0) }
  }

  var key: Item.ID {
    switch self {
    case .insert(let item), .delete(let item): item.id
    case .update(_, let item): item.id
    }
  }

  /// What the record was, where it was there.
  var before: Item? {
    switch self {
    case .insert: nil
    case .update(let item, _), .delete(let item): item
    }
  }

  /// What takes the step back, given what the server made of it.
  func opposite(stored: Item?) -> RecordWrite {
    switch self {
    case .insert(let item): .delete(stored ?? item)
    case .update(let old, let new): .update(from: stored ?? new, to: old)
    case .delete(let item): .insert(item)
    }
  }

  /// The request for the step.
  func request(by writing: RESTWriting<Item>) throws -> RESTWrite {
    switch self {
    case .insert(let item):
      if let insert = writing.insert { return try insert(item) }
    case .update(let old, let new):
      if let update = writing.update { return try update(old, new) }
    case .delete(let item):
      if let delete = writing.delete { return try delete(item) }
    }
    throw StoreError(.refused, "this store has no request for such a change", at: "key \(key)")
  }
}
