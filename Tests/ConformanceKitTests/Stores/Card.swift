import StoreInterface

/// The record of the stores that the kit is tried on.
struct Card: Identifiable, Equatable, Sendable, CustomStringConvertible {
  let id: Int
  var version = 0

  init(_ id: Int, _ version: Int = 0) {
    self.id = id
    self.version = version
  }

  var description: String { version == 0 ? "\(id)" : "\(id)v\(version)" }
}

extension StoreChange {
  var isUpdate: Bool { if case .update = self { true } else { false } }
  var isDelete: Bool { if case .delete = self { true } else { false } }
}

extension StoreBatch {
  /// The changes that `isKept` keeps.
  func filter(_ isKept: (StoreChange<Item>) -> Bool) -> StoreBatch {
    StoreBatch(changes.filter(isKept), isStrict: isStrict)
  }

  /// Another change for each.
  func map(_ change: (StoreChange<Item>) -> StoreChange<Item>) -> StoreBatch {
    StoreBatch(changes.map(change), isStrict: isStrict)
  }
}
