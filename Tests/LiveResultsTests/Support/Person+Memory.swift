import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface

/// An order of people, where Foundation has a type of the same name.
typealias PersonOrder = SortRule<Person>

extension Person {
  /// A person in few words.
  init(_ id: Int, _ name: String, _ city: String = "", age: Int = 0) {
    self.init(id: id, name: name, city: city, age: age)
  }
}

extension MemoryStore<Person> {
  /// Ada and Max in London, Bea and Kim in Zurich.
  static var four: MemoryStore {
    MemoryStore([
      Person(1, "Max", "London", age: 30), Person(2, "Bea", "Zurich", age: 20), Person(3, "Ada", "London", age: 40),
      Person(4, "Kim", "Zurich", age: 10),
    ])
  }
}

extension ItemPath {
  /// A path in few words.
  init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }
}
