import StoreInterface

/// What one answer of a ``DraftStore`` is to show.
struct DraftQuery<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Whether the answer is to show a record; `nil` where that is not known.
  var matches: (@Sendable (Item) -> Bool)?
  /// In which order, and how many: of the base's answer with the drafts on top, all of which matches.
  var shown = RecordRequest<Item>()
  /// Whether two versions of one record are the same to the users of the store.
  var haveEqualContent: @Sendable (Item, Item) -> Bool

  /// A base's answer with drafts on top, shown.
  func contents(of answer: StoreContents<Item>, under layers: [StoreBatch<Item>]) -> StoreContents<Item> {
    var records = OrderedRecords(answer)
    for layer in layers { records.apply(drafts: layer.changes, matches: matches) }
    return AnswerView(of: records, for: shown, haveEqualContent: haveEqualContent).contents(of: records)
  }
}

/// How the requests of a ``DraftStore`` are to be read.
struct DraftRequests<Item: Identifiable & Sendable, Request: Sendable>: Sendable where Item.ID: Sendable {
  /// What the answer to a request is to show.
  let query: @Sendable (Request) -> DraftQuery<Item>
  /// The same request with another limit.
  let limited: @Sendable (Request, Int?) -> Request

  /// Requests of which nothing is known but, where that is given, which records they ask for.
  init(
    matches: (@Sendable (Item, Request) -> Bool)?, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    query = { request in
      var query = DraftQuery(haveEqualContent: haveEqualContent)
      if let matches { query.matches = { matches($0, request) } }
      return query
    }
    limited = { request, _ in request }
  }

  /// Requests that say themselves what they ask for.
  init(
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) where Request: MatchingRequest, Request.Item == Item {
    query = { request in
      var shown = RecordRequest(request)
      shown.predicate = nil
      return DraftQuery(matches: { request.matches($0) }, shown: shown, haveEqualContent: haveEqualContent)
    }
    limited = { request, limit in
      var request = request
      request.limit = limit
      return request
    }
  }
}

extension OrderedRecords {
  /// Makes drafted changes, as far as the answer is to show them.
  ///
  /// Where it is not known what the answer is to show, it shows every record that is inserted, and updates of those that
  /// it has, or had until the base took them away.
  mutating func apply(drafts: [StoreChange<Item>], matches: ((Item) -> Bool)?) {
    for draft in drafts {
      let item: Item
      let isShown: Bool
      switch draft {
      case .insert(let inserted, _): (item, isShown) = (inserted, matches?(inserted) ?? true)
      case .update(let updated): (item, isShown) = (updated, matches?(updated) ?? remembers(updated.id))
      default:
        _ = apply(draft)
        continue
      }
      if isShown { _ = apply(draft) } else { _ = delete(item.id) }
    }
  }
}
