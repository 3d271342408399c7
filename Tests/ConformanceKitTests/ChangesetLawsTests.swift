import ConformanceKit
import SectionDiff
import Testing

@Suite("The laws on types of one's own")
struct ChangesetLawsTests {
  /// Neither Codable, nor Equatable, nor Identifiable.
  private struct Dish {
    let name: String
    let price: Int
  }

  private static let monday = Snapshot(sections: [
    SnapshotSection("Starters", items: [Dish(name: "soup", price: 4), Dish(name: "salad", price: 5)]),
    SnapshotSection("Mains", items: [Dish(name: "stew", price: 9)]),
  ])
  private static let tuesday = Snapshot(sections: [
    SnapshotSection("Mains", items: [Dish(name: "soup", price: 6), Dish(name: "stew", price: 9)]),
    SnapshotSection("Sweets", items: [Dish(name: "cake", price: 3)]),
  ])

  @Test("hold for a right comparison", arguments: IdentityScope.allCases)
  func right(scope: IdentityScope) {
    let comparison = KeyedComparison<Dish, String>(by: { $0.name }, content: { $0.price == $1.price })
    let broken = ChangesetLaws.check(
      from: Self.monday, to: Self.tuesday, differ: Differ(scope: scope), comparing: comparison)
    #expect(broken == [])
  }

  /// Says of any two dishes that they are the same, unless asked for identity alone.
  private struct Careless: ItemComparison {
    func areIdentical(_ a: Dish, _ b: Dish) -> Bool { true }
    func haveSameIdentity(_ a: Dish, _ b: Dish) -> Bool { a.name == b.name }
    func haveEqualContent(_ a: Dish, _ b: Dish) -> Bool { a.price == b.price }
    func identityHash(of item: Dish, seed: Int) -> Int { item.name.count }
    func describeIdentity(of item: Dish) -> String { item.name }
  }

  @Test("are broken by a comparison that contradicts itself")
  func careless() {
    let broken = ChangesetLaws.check(
      from: Self.monday, to: Self.tuesday, differ: Differ(), comparing: Careless())
    #expect(broken.contains { $0.law == .coordinates })
  }
}
