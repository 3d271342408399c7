/// Drafts in order. New content of a record takes the place of content that was drafted before, so that a text that is
/// being typed is one draft.
struct DraftList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private(set) var batch = Batch<Item>()
  /// The newest draft of each record.
  private var newest: [Item.ID: Int] = [:]

  var isEmpty: Bool { batch.isEmpty }

  mutating func append(contentsOf other: Batch<Item>) {
    for change in other.changes { append(change) }
  }

  private mutating func append(_ change: StoreChange<Item>) {
    guard let key = change.key else {
      // A section that goes or comes back takes records along; nothing is joined across it.
      newest.removeAll()
      return batch.append(change)
    }
    if case .update(let item) = change, let place = newest[key] {
      switch batch.changes[place] {
      case .insert(_, let placement): return batch.replaceChange(at: place, with: .insert(item, at: placement))
      case .update: return batch.replaceChange(at: place, with: change)
      default: break
      }
    }
    newest[key] = batch.changes.count
    batch.append(change)
  }

  /// Puts drafts before these: some that could not be written.
  mutating func prepend(contentsOf other: Batch<Item>) {
    var all = DraftList()
    all.append(contentsOf: other)
    all.append(contentsOf: batch)
    self = all
  }
}
