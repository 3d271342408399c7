import LiveResults
import SectionDiff
import StoreInterface

/// A record of the tests.
struct Person: Hashable, Sendable, Identifiable, Codable {
  var id: Int
  var name: String
  var city = ""
  var age = 0
}

typealias PersonResults<Key: Hashable & Sendable> = ResultsController<
  ScriptedStore<Person, String>, Key, Person, NoHeader
>

extension StoreEvent<Person> {
  /// A whole answer of people.
  static func people(_ people: Person...) -> StoreEvent { .replace(.items(people)) }
}

extension Snapshot where Item: Identifiable {
  /// The identities of all items, section by section.
  var idRows: [[Item.ID]] { sections.map { $0.items.map(\.id) } }
}
