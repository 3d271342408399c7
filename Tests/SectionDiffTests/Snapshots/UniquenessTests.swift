import Testing

@testable import SectionDiff

@Suite struct UniquenessTests {
  @Test func nothingKnownCoversNothing() {
    #expect(!Uniqueness.unknown.covers(.identifiable, in: .global))
    #expect(!Uniqueness.unknown.covers(nil, in: .section))
  }

  @Test func uniqueEverywhereIsUniqueInEverySection() {
    let everywhere = Uniqueness(identity: .value, isGlobal: true)
    #expect(everywhere.covers(.value, in: .global))
    #expect(everywhere.covers(.value, in: .section))
    #expect(!everywhere.covers(.identifiable, in: .global))
    #expect(!everywhere.covers(nil, in: .global))
  }

  @Test func uniqueInEverySectionIsNotUniqueEverywhere() {
    let inside = Uniqueness(identity: .value, isGlobal: false)
    #expect(inside.covers(.value, in: .section))
    #expect(!inside.covers(.value, in: .global))
  }

  @Test func aUniqueNameIsEqualToItsCopiesAlone() {
    let name = IdentityName.unique()
    let copy = name
    #expect(name == copy)
    #expect(name != IdentityName.unique())
    #expect(IdentityName.identifiable == .identifiable)
    #expect(IdentityName.identifiable != .value)
  }

  @Test func theFirstClashOfSectionKeysIsFound() {
    let clash = SectionClash(in: ["a", "b", "c", "b", "a"])
    #expect(clash?.first == 1)
    #expect(clash?.second == 3)
    #expect(SectionClash(in: ["a", "b"]) == nil)
    #expect(SectionClash(in: [String]()) == nil)
  }

  /// Few keys are compared, more are looked up by a fast hash, and by `Hasher` where that is missing or flooded.
  @Test(arguments: [2, 8, 9, 300])
  func theFirstClashIsFoundInHoweverManyKeys(count: Int) {
    struct Flooded: Hashable {
      var name: Int
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    func check<Key: Hashable>(_ key: (Int) -> Key) {
      let keys = (0..<count).map(key)
      #expect(SectionClash(in: keys) == nil)
      let (first, second) = (count / 2, count - 1)
      if first < second {
        var clashing = keys
        clashing[second] = keys[first]
        clashing.append(keys[0])
        #expect(SectionClash(in: clashing) == SectionClash(first: first, second: second))
      }
    }
    check { $0 }
    check { "key \($0)" }
    check { $0 % 3 == 1 ? "naïve \($0)" : "plain \($0)" }
    check { Double($0) }
    check { Flooded(name: $0) }
  }
}
