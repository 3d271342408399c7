import StoreInterface

/// What observers hold, what a fetch gives and what must be there are compared; messages name the record and the events.
@available(LiveSystems, *)
extension StoreTrial {
  /// Compares what observers hold with what a fetch gives.
  @discardableResult
  func expectAgreement(
    _ observers: [Observer], with store: Store, inOrder: Bool, file: String = #fileID, line: UInt = #line
  ) async throws(TrialStop) -> StoreContents<Item> {
    let fetched = try await fetch(store)
    for observer in observers {
      try expectSense(of: observer)
      guard let held = observer.value.replica.contents else { throw fail("\(observer.name) holds nothing") }
      try await expectEqual(
        held, fetched, inOrder: inOrder, "\(observer.name) holds", "a fetch gives", observer: observer, file: file,
        line: line)
    }
    return fetched
  }

  /// Compares two answers, by keys or as they are.
  ///
  /// - Parameters:
  ///   - aName: A subject and a verb for messages: “observer 1 holds”.
  ///   - bName: The same for the other answer.
  ///   - observer: Whose events messages name.
  ///   - context: How messages begin.
  func expectEqual(
    _ a: StoreContents<Item>, _ b: StoreContents<Item>, inOrder: Bool, _ aName: String, _ bName: String,
    observer: Observer?, context: @autoclosure () -> String = "", file: String = #fileID, line: UInt = #line
  ) async throws(TrialStop) {
    if a.isEqual(to: b, inOrder: inOrder) { return try expect(true, "") }
    if let observer { await giveTurns(to: observer) }
    let difference = ContentsDifference(
      of: (a, aName), from: (b, bName), inOrder: inOrder, names: names, observer: observer)
    try expect(false, context() + difference.description, way: difference.way, file: file, line: line)
  }

  /// Compares the records of an answer with those that must be there, whatever their order.
  ///
  /// - Parameter observer: Whose events messages name.
  func expectRecords(
    _ contents: StoreContents<Item>, are expected: [Item.ID: Item], _ name: String, observer: Observer?,
    file: String = #fileID, line: UInt = #line
  ) async throws(TrialStop) {
    let items = contents.items
    let wrong = items.first { expected[$0.id] != $0 }
    let held = Set(items.map(\.id))
    let missing = expected.values.filter { !held.contains($0.id) }.sorted {
      (names.number(of: $0.id) ?? 0) < (names.number(of: $1.id) ?? 0)
    }
    let twice = items.count > held.count ? Dictionary(grouping: items, by: \.id).first { $0.value.count > 1 } : nil
    let key = wrong?.id ?? missing.first?.id ?? twice?.key
    if key != nil, let observer { await giveTurns(to: observer) }
    func problem() -> String {
      let trace = key.flatMap { key in observer.map { "; " + $0.lastEvent(naming: key) } } ?? ""
      if let wrong {
        let right = expected[wrong.id].map { "should be \(names.versionName(of: $0))" } ?? "should not be there"
        return "\(name) has \(names.name(of: wrong)), which \(right)\(trace)"
      }
      if !missing.isEmpty { return "\(name) lacks \(missing.map { names.name(of: $0) }.shown(by: "; "))\(trace)" }
      return "\(name) has \(twice.map { names.name(of: $0.key) } ?? "a record") twice\(trace)"
    }
    func way() -> String {
      if let wrong { return expected[wrong.id] == nil ? "too many" : "version" }
      return missing.isEmpty ? "twice" : "missing"
    }
    try expect(key == nil, problem(), way: way(), file: file, line: line)
  }
}

extension Array where Element: Identifiable {
  /// The elements by identity.
  var byID: [Element.ID: Element] { Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { _, last in last }) }
}

extension StoreContents where Item: Equatable {
  /// Whether both hold the same; without order, whether they hold the same records.
  func isEqual(to other: StoreContents, inOrder: Bool) -> Bool {
    if inOrder { return self == other }
    let (a, b) = (items, other.items)
    return a.count == b.count && a.byID == b.byID
  }
}
