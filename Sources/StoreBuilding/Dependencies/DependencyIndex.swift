import StoreInterface

/// Which records depend on what, for a store that learns that something else has changed and wants to know whom that
/// concerns.
///
///     var index = DependencyIndex<Employee> { [DependencyKey($0.companyID)] }
///     for employee in employees { index.update(employee) }
///     index.keys(dependingOn: [DependencyKey(acme.id)])         // those who work there
///
/// - Time: O(*d*) to update or remove a record that depends on *d* things; O(*k* log *k*) to find *k* records.
package struct DependencyIndex<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private let dependencies: @Sendable (Item) -> [DependencyKey]
  /// Who depends on what, each with the number of its arrival.
  private var dependents: [DependencyKey: [Item.ID: Int]] = [:]
  private var known: [Item.ID: (arrival: Int, dependencies: [DependencyKey])] = [:]
  private var lastArrival = 0

  /// Makes an index of no records.
  ///
  /// - Parameter dependencies: What a record depends on, by its content alone.
  package init(_ dependencies: @escaping @Sendable (Item) -> [DependencyKey]) { self.dependencies = dependencies }

  /// Adds a record, or notes its new content.
  package mutating func update(_ item: Item) {
    let new = dependencies(item)
    let old = known[item.id]
    if let old, old.dependencies == new { return }
    if old == nil { lastArrival += 1 }
    let arrival = old?.arrival ?? lastArrival
    forget(item.id, old?.dependencies ?? [])
    known[item.id] = (arrival, new)
    for dependency in new { dependents[dependency, default: [:]][item.id] = arrival }
  }

  /// Removes a record.
  package mutating func remove(_ key: Item.ID) {
    if let old = known.removeValue(forKey: key) { forget(key, old.dependencies) }
  }

  /// Removes all records.
  package mutating func removeAll() {
    dependents.removeAll()
    known.removeAll()
  }

  private mutating func forget(_ key: Item.ID, _ dependencies: [DependencyKey]) {
    for dependency in dependencies {
      dependents[dependency]?[key] = nil
      if dependents[dependency]?.isEmpty == true { dependents[dependency] = nil }
    }
  }

  /// The records that depend on any of these things, each once, in the order in which they were added.
  package func keys(dependingOn changed: some Sequence<DependencyKey>) -> [Item.ID] {
    var found: [Item.ID: Int] = [:]
    for dependency in changed {
      if let keys = dependents[dependency] { found.merge(keys) { first, _ in first } }
    }
    return found.sorted { $0.value < $1.value }.map(\.key)
  }
}

/// What a record depends on besides itself: the key of a record in another store, a setting, the current day; of any type.
///
///     DependencyKey(employee.companyID)
public struct DependencyKey: Hashable, Sendable {
  private let key: ErasedKey

  /// Wraps a key. Keys of different types are different.
  public init(_ key: some Hashable & Sendable) { self.key = ErasedKey(key) }
}

extension DependencyKey: CustomStringConvertible {
  /// The key's own description.
  public var description: String { key.description }
}
