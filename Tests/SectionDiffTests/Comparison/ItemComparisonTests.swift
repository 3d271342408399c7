import SectionDiff
import Testing

@Suite struct ItemComparisonTests {
  /// Fails where a comparison breaks its laws on one of these items.
  func checkLaws<C: ItemComparison>(_ comparison: C, _ items: [C.Item]) {
    for a in items {
      #expect(comparison.haveSameIdentity(a, a))
      #expect(comparison.areIdentical(a, a))
      for b in items {
        #expect(comparison.haveSameIdentity(a, b) == comparison.haveSameIdentity(b, a))
        if comparison.areIdentical(a, b) { #expect(comparison.haveSameIdentity(a, b)) }
        if comparison.haveSameIdentity(a, b) {
          #expect(comparison.areIdentical(a, b) == comparison.haveEqualContent(a, b))
          for seed in [0, 1, -7] {
            #expect(comparison.identityHash(of: a, seed: seed) == comparison.identityHash(of: b, seed: seed))
          }
        }
      }
    }
  }

  @Test func theReadyMadeOnesKeepTheLaws() {
    checkLaws(IdentifiableComparison(), rows("a a=1 b b=1 a"))
    checkLaws(ValueComparison(), ["a", "b", "", "a", "\u{212A}", "K"])
    checkLaws(KeyedComparison(by: { (row: Row) in row.value }), rows("a b b=1 c=2 a"))
    checkLaws(KeyedComparison(by: \Row.id, content: { $0.value == $1.value }), rows("a a=1 b"))
  }

  @Test func aSeedChangesTheHash() {
    let hashes = (0..<20).map { IdentifiableComparison<Row>().identityHash(of: Row(id: "a"), seed: $0) }
    #expect(Set(hashes).count > 1)
  }

  @Test func identitiesAreDescribedAsText() {
    #expect(IdentifiableComparison<Row>().describeIdentity(of: Row(id: "a", value: 3)) == "a")
    #expect(ValueComparison<Int>().describeIdentity(of: 7) == "7")
    #expect(KeyedComparison(by: { (row: Row) in row.value }).describeIdentity(of: Row(id: "a", value: 3)) == "3")
  }

  @Test func onlyComparisonsOfOneIdentityShareAName() {
    #expect(IdentifiableComparison<Row>().identityName == .identifiable)
    #expect(ValueComparison<Int>().identityName == .value)
    let keyed = KeyedComparison(by: \Row.id)
    let copy = keyed
    #expect(keyed.identityName == copy.identityName)
    #expect(keyed.identityName != KeyedComparison(by: \Row.id).identityName)
    #expect(RowCounter().identityName == .identifiable)
  }

  @Test func aComparisonOfYourOwnNeedsOnlyIdentityAndContent() throws {
    struct ByLowercase: ItemComparison {
      func haveSameIdentity(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }
      func haveEqualContent(_ a: String, _ b: String) -> Bool { a == b }
      func identityHash(of item: String, seed: Int) -> Int { item.lowercased().hashValue ^ seed }
      func describeIdentity(of item: String) -> String { item.lowercased() }
    }
    #expect(ByLowercase().identityName == nil)
    let (old, new) = (FlatSnapshot(["a", "b", "c"]), FlatSnapshot(["C", "a", "B"]))
    let changes = try Differ().changeset(from: old, to: new, comparing: ByLowercase())
    #expect(changes.counts == ChangeCounts(moves: 1, updates: 2))
    #expect(try old.applying(changes) == new)
  }
}
