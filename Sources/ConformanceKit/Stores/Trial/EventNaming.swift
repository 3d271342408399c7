import StoreInterface

/// What records are called where events and answers are shown.
struct ItemNaming<Item: Identifiable & Sendable> where Item.ID: Sendable {
  let item: (Item) -> String
  let key: (Item.ID) -> String
  /// How many records of an answer are shown, and how many changes of a batch.
  let limits: (items: Int, changes: Int)

  /// As they are, for a trace.
  static var plain: ItemNaming { ItemNaming(item: { "\($0)" }, key: { "\($0)" }, limits: (12, .max)) }

  fileprivate func list<Element>(_ elements: [Element], limit: Int, _ name: (Element) -> String) -> String {
    let shown = elements.prefix(limit).map(name).joined(separator: "; ")
    return "[\(shown)\(elements.count > limit ? "; … \(elements.count) in all" : "")]"
  }
}

extension RecordNumbers {
  /// By number and version, for a message.
  var naming: ItemNaming<Item> {
    ItemNaming(item: { self.name(of: $0) }, key: { self.name(of: $0) }, limits: (4, 4))
  }
}

extension StoreEvent {
  /// One line for a trace.
  var summary: String { summary(by: .plain) }

  func summary(by naming: ItemNaming<Item>) -> String {
    switch self {
    case .replace(let contents): "replace \(contents.summary(by: naming))"
    case .changes(let batch): "changes \(batch.summary(by: naming))"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension StoreBatch {
  /// Its changes, in brackets.
  func summary(by naming: ItemNaming<Item> = .plain) -> String {
    (isStrict ? "strict " : "") + naming.list(changes, limit: naming.limits.changes) { $0.summary(by: naming) }
  }
}

extension StoreContents {
  /// One line for a trace.
  var summary: String { summary(by: .plain) }

  func summary(by naming: ItemNaming<Item>) -> String {
    switch self {
    case .items(let items): naming.list(items, limit: naming.limits.items, naming.item)
    case .sections(let sections) where sections.isEmpty: "(no sections, no records)"
    case .sections(let sections):
      sections.map { section in
        "\(section.id)\(section.header.map { " “\($0)”" } ?? ""): "
          + naming.list(section.items, limit: naming.limits.items, naming.item)
      }.joined(separator: "; ")
    }
  }
}

extension StoreChange {
  /// A few words for a trace.
  var summary: String { summary(by: .plain) }

  func summary(by naming: ItemNaming<Item>) -> String {
    switch self {
    case .insert(let item, let placement):
      "insert \(naming.item(item))\(placement == .end ? "" : " at \(placement.summary(by: naming.key))")"
    case .update(let item): "update \(naming.item(item))"
    case .move(let key, let placement): "move \(naming.key(key)) to \(placement.summary(by: naming.key))"
    case .delete(let key): "delete \(naming.key(key))"
    case .refresh(let key): "refresh \(naming.key(key))"
    case .insertSection(let id, let header, let placement):
      "insert section \(id) \(header.map { "“\($0)” " } ?? "")at \(placement)"
    case .updateSection(let id, let header): "update section \(id) \(header.map { "“\($0)”" } ?? "")"
    case .moveSection(let id, let placement): "move section \(id) to \(placement)"
    case .deleteSection(let id): "delete section \(id)"
    }
  }
}

extension StorePlacement {
  fileprivate func summary(by name: (Key) -> String) -> String {
    let place =
      switch position {
      case .start: "start"
      case .end: "end"
      case .before(let key): "the place before \(name(key))"
      case .after(let key): "the place after \(name(key))"
      }
    return place + (section.map { " of \($0)" } ?? "")
  }
}
