import StoreBuilding
import StoreInterface

/// What a request asks for, and whether an answer is one to it.
struct RequestMeaning<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  let meaning: RecordRequest<Item>
  let names: RecordNumbers<Item>
  /// Whether the store's answers have an order.
  let inOrder: Bool

  /// The first way in which an answer is not what the request asks for of these records; `nil` where it is.
  func problem(of answer: StoreContents<Item>, over records: [Item.ID: Item]) -> String? {
    let shown = answer.items
    var seen: Set<Item.ID> = []
    for item in shown {
      if !seen.insert(item.id).inserted { return "it holds \(names.name(of: item.id)) twice" }
      guard let right = records[item.id] else {
        return "it holds \(names.name(of: item)), which the store does not hold"
      }
      if item != right {
        return "it holds \(names.name(of: item)), which has \(names.versionName(of: right)) in the store"
      }
      if !meaning.matches(item) { return "it holds \(names.name(of: item)), which does not belong to the request" }
    }
    let hidden = records.values.filter { meaning.matches($0) && !seen.contains($0.id) }
    let limit = meaning.limit ?? .max
    if shown.count > limit { return "it holds \(shown.count) records, but the limit is \(limit)" }
    if shown.count < limit, let missing = hidden.min(by: { names.name(of: $0) < names.name(of: $1) }) {
      return "it lacks \(names.name(of: missing)), which belongs to the request"
        + (limit < .max ? ": it holds \(shown.count) of \(limit) records" : "")
    }
    for list in inOrder ? answer.sections.map({ $0.map(\.items) }) ?? [shown] : [] {
      for (place, item) in list.enumerated() {
        if let later = list[(place + 1)...].first(where: { meaning.isOrdered($0, before: item) == true }) {
          return "it holds \(names.name(of: later)) after \(names.name(of: item)), and is to have it before"
        }
      }
    }
    // Where sections are kept by hand, the first so many are those of the first sections.
    guard answer.sections == nil else { return nil }
    for item in hidden {
      if let worse = shown.first(where: { meaning.isOrdered(item, before: $0) == true }) {
        return "it lacks \(names.name(of: item)), which comes before \(names.name(of: worse)), at a limit of \(limit)"
      }
    }
    return nil
  }

  /// Whether a record that is shown stays where it is when it becomes this one: it belongs, and the order does not
  /// distinguish the two.
  func keepsPlace(of item: Item, shown: StoreContents<Item>, in records: [Item.ID: Item]) -> Bool {
    guard let old = records[item.id], meaning.matches(item), shown.items.contains(where: { $0.id == item.id }) else {
      return false
    }
    return records.values.allSatisfy { other in
      other.id == item.id
        || meaning.isOrdered(item, before: other) == meaning.isOrdered(old, before: other)
          && meaning.isOrdered(other, before: item) == meaning.isOrdered(other, before: old)
    }
  }

  /// Whether an answer over these records must show one of them, whatever the order of those that none comes before.
  func mustShow(_ item: Item, of records: [Item.ID: Item]) -> Bool {
    guard meaning.matches(item) else { return false }
    guard let limit = meaning.limit else { return true }
    let rivals = records.values.filter {
      $0.id != item.id && meaning.matches($0) && meaning.isOrdered(item, before: $0) != true
    }
    return rivals.count < limit
  }
}

/// What is to be found out about a request before it is tried.
enum RequestTrait: Sendable {
  /// Some records belong, others do not.
  case selects
  /// A change of a record makes it belong, or not any more.
  case varies
  /// Some records come before others.
  case orders
  /// There may be more records than it asks for.
  case limits

  /// Whether a request does so to a few records, each with its versions.
  func holds<Item>(for request: RecordRequest<Item>, on records: [[Item]]) -> Bool {
    switch self {
    case .selects:
      let all = records.flatMap { $0 }
      let matching = all.count { request.matches($0) }
      return matching > 0 && matching < all.count
    case .varies:
      return records.contains { versions in Set(versions.map { request.matches($0) }).count > 1 }
    case .orders:
      let all = records.flatMap { $0 }
      return all.contains { item in all.contains { request.isOrdered(item, before: $0) == true } }
    case .limits:
      guard let limit = request.limit, limit > 0 else { return false }
      return records.count { versions in versions.contains { request.matches($0) } } > limit
    }
  }

  /// What a harness lacks that has no request with this trait.
  var wish: String {
    switch self {
    case .selects: "has none that some records belong to and others do not"
    case .varies: "has none that a record belongs to in one version and not in another"
    case .orders: "has none that puts some records before others"
    case .limits: "has none with a limit"
    }
  }
}
