import StoreBuilding
import StoreInterface

/// Why an answer is none to a request.
struct AnswerProblem: Sendable {
  let message: String
  /// The law whose usual cause fits this.
  let cause: StoreLaw
  /// Whether an answer that was made too early has this problem.
  let isOfOldAnswer: Bool

  init(_ message: String, cause: StoreLaw, isOfOldAnswer: Bool = false) {
    self.message = message
    self.cause = cause
    self.isOfOldAnswer = isOfOldAnswer || cause == .changesFold
  }

  /// The message without what it names, so that others compare.
  var way: String { message.withoutNumbers }
}

/// What a request asks for, and whether an answer is one to it.
struct RequestMeaning<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  let meaning: RecordRequest<Item>
  let names: RecordNumbers<Item>
  /// Whether the store's answers have an order.
  let inOrder: Bool
  /// The section that a record is to be in, if the harness says so.
  let section: @Sendable (Item) -> SectionID?

  /// The first way in which an answer is not what the request asks for of these records; `nil` where it is.
  func problem(of answer: StoreContents<Item>, over records: [Item.ID: Item]) -> AnswerProblem? {
    let shown = answer.items
    var seen: Set<Item.ID> = []
    for item in shown {
      let held = "it holds \(names.name(of: item))"
      if !seen.insert(item.id).inserted {
        return AnswerProblem("it holds \(names.name(of: item.id)) twice", cause: .changesFold)
      }
      guard let right = records[item.id] else {
        return AnswerProblem("\(held), which the store does not hold", cause: .changesFold)
      }
      if item != right {
        return AnswerProblem(
          "\(held), which has \(names.versionName(of: right)) in the store", cause: .changesFold)
      }
      if !meaning.matches(item) {
        return AnswerProblem("\(held), which does not belong to the request", cause: .requestEnters)
      }
    }
    if let problem = problemOfSections(of: answer) { return problem }
    let hidden = records.values.filter { meaning.matches($0) && !seen.contains($0.id) }
    let limit = meaning.limit ?? .max
    if shown.count > limit {
      let last = shown.last.map { ", the last of them \(names.name(of: $0))" } ?? ""
      return AnswerProblem(
        "it holds \(shown.count) records\(last), but the limit is \(limit)", cause: .requestLimit)
    }
    if shown.count < limit, let missing = hidden.min(by: { names.name(of: $0) < names.name(of: $1) }) {
      return AnswerProblem(
        "it lacks \(names.name(of: missing)), which belongs to the request"
          + (limit < .max ? ": it holds \(shown.count) of \(limit) records" : ""),
        cause: shown.count + hidden.count > limit ? .requestLimit : .requestEnters,
        isOfOldAnswer: shown.isEmpty || shown.count + hidden.count <= limit)
    }
    for list in inOrder ? answer.sections.map({ $0.map(\.items) }) ?? [shown] : [] {
      for (place, item) in list.enumerated() {
        if let later = list[(place + 1)...].first(where: { meaning.isOrdered($0, before: item) == true }) {
          return AnswerProblem(
            "it holds \(names.name(of: later)) after \(names.name(of: item)), and is to have it before",
            cause: .requestOrder)
        }
      }
    }
    // Where sections are kept by hand, the first so many are those of the first sections.
    guard answer.sections == nil else { return nil }
    for item in hidden {
      if let worse = shown.first(where: { meaning.isOrdered(item, before: $0) == true }) {
        return AnswerProblem(
          "it lacks \(names.name(of: item)), which comes before \(names.name(of: worse)), at a limit of \(limit)",
          cause: .requestLimit)
      }
    }
    return nil
  }

  private func problemOfSections(of answer: StoreContents<Item>) -> AnswerProblem? {
    let lists = answer.sections.map { $0.map { (id: Optional($0.id), items: $0.items) } } ?? [(nil, answer.items)]
    for (id, items) in lists {
      for item in items {
        guard let right = section(item), right != id else { continue }
        return AnswerProblem(
          "it holds \(names.name(of: item)) in \(id.map { "section \($0)" } ?? "no section"), and is to have it in "
            + "section \(right)", cause: .requestOrder)
      }
    }
    return nil
  }

  /// Whether a record that is shown stays where it is when it becomes this one: it belongs, and the order does not
  /// distinguish the two.
  func keepsPlace(of item: Item, in records: [Item.ID: Item]) -> Bool {
    guard let old = records[item.id], mustShow(old, of: records), meaning.matches(item), section(item) == section(old)
    else { return false }
    // Which of those that the order does not distinguish are within the limit is for the store to say, each time anew.
    if meaning.limit != nil,
      records.values.contains(where: { $0.id != item.id && meaning.matches($0) && isTied(item, with: $0) })
    {
      return false
    }
    return records.values.allSatisfy { other in
      other.id == item.id
        || meaning.isOrdered(item, before: other) == meaning.isOrdered(old, before: other)
          && meaning.isOrdered(other, before: item) == meaning.isOrdered(other, before: old)
    }
  }

  /// Whether the request says which records are shown; not where a limit cuts off between such as its order does not
  /// distinguish.
  func isDecided(over records: [Item.ID: Item]) -> Bool {
    guard let limit = meaning.limit else { return true }
    let matching = records.values.filter { meaning.matches($0) }
    if matching.count <= limit || limit == 0 { return true }
    return matching.allSatisfy { item in
      matching.allSatisfy { $0.id == item.id || !isTied(item, with: $0) }
    }
  }

  private func isTied(_ item: Item, with other: Item) -> Bool {
    meaning.isOrdered(item, before: other) != true && meaning.isOrdered(other, before: item) != true
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

  /// What none of the requests of a harness does that has none with this trait.
  var wish: String {
    switch self {
    case .selects: "shows some records and not others"
    case .varies: "shows a record in one version and not in another"
    case .orders: "puts some records before others"
    case .limits: "has a limit that is smaller than the number of its records"
    }
  }
}

/// What the answers to a request depend on, over a few records: two requests are different if these are.
struct RequestAnswers: Hashable, Sendable {
  private let matches: [Bool]
  private let limit: Int?
  private let order: [Bool]

  init<Item>(to request: RecordRequest<Item>, on records: [Item], inOrder: Bool) {
    matches = records.map { request.matches($0) }
    limit = request.limit
    let shown = records.filter { request.matches($0) }
    order =
      inOrder || request.limit != nil
      ? shown.flatMap { item in shown.map { request.isOrdered(item, before: $0) == true } } : []
  }

  /// Whether an answer can hold anything.
  var showSomething: Bool { matches.contains(true) && limit != 0 }
}
