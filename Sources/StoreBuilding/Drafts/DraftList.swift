import StoreInterface

/// Drafts in order. New content of a record takes the place of content that was drafted before, so that a text that is
/// being typed is one draft.
struct DraftList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private(set) var batch = StoreBatch<Item>()
  /// The newest draft of each record.
  private var newest: [Item.ID: Int] = [:]

  var isEmpty: Bool { batch.isEmpty }

  /// Adds drafts after these.
  ///
  /// - Returns: Whether they lie on top, none of them having taken the place of another.
  @discardableResult
  mutating func append(contentsOf other: StoreBatch<Item>) -> Bool {
    var lieOnTop = true
    for change in other.changes where !append(change) { lieOnTop = false }
    return lieOnTop
  }

  private mutating func append(_ change: StoreChange<Item>) -> Bool {
    guard let key = change.key else {
      // A section that goes or comes back takes records along; nothing is joined across it.
      newest.removeAll()
      batch.append(change)
      return true
    }
    if let item = change.content, let offset = newest[key] {
      switch batch.changes[offset] {
      case .insert(_, let placement):
        batch.replaceChange(at: offset, with: .insert(item, at: placement))
        return false
      case .update:
        batch.replaceChange(at: offset, with: .update(item))
        return false
      default: break
      }
    }
    newest[key] = batch.changes.count
    batch.append(change)
    return true
  }

  /// Puts drafts before these: some that could not be written.
  mutating func prepend(contentsOf other: StoreBatch<Item>) {
    var all = DraftList()
    all.append(contentsOf: other)
    all.append(contentsOf: batch)
    self = all
  }
}

extension StoreChange {
  /// What a record that is there already becomes, where its place stays the same.
  fileprivate var content: Item? {
    switch self {
    case .update(let item), .insert(let item, at: .end): item
    default: nil
    }
  }
}
