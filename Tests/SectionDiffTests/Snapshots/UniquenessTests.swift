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
}
