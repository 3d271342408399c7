import StoreInterface
import Testing

@Suite struct SectionIDTests {
  @Test func aKeyComesBackAsItsOwnTypeOnly() {
    #expect(SectionID("Done").key(as: String.self) == "Done")
    #expect(SectionID("Done").key(as: Int.self) == nil)
    #expect(SectionID(7).key() == 7)
  }

  @Test func keysOfDifferentTypesDiffer() {
    #expect(SectionID("7") != SectionID(7))
    #expect(SectionID("a") == SectionID("a"))
    #expect(Set([SectionID("a"), SectionID("a"), SectionID("b")]).count == 2)
  }

  @Test func wrappingAWrappedKeyWrapsOnce() {
    let id = SectionID("a")
    #expect(SectionID(id) == id)
    #expect(SectionID(id).key(as: String.self) == "a")
    #expect(StorePlacement<Int>.end(of: id).section == SectionID("a"))
  }

  @Test func noKeyIsAKeyToo() {
    let none = SectionID(String?.none)
    #expect(none == SectionID(String?.none))
    #expect(none != SectionID(String?.some("a")))
    #expect(none != SectionID(Int?.none))
    #expect(SectionID("a") != SectionID(String?.some("a")))
    #expect(none.key(as: String?.self) == .some(.none))
    #expect(SectionID(String?.some("a")).key(as: String?.self) == .some("a"))
  }

  @Test func headersCompareByTypeAndContent() {
    #expect(SectionHeader("a") == SectionHeader("a"))
    #expect(SectionHeader("a") != SectionHeader("b"))
    #expect(SectionHeader(1) != SectionHeader("1"))
    #expect(SectionHeader(1).content(as: Int.self) == 1)
    #expect(SectionHeader(1).content(as: String.self) == nil)
  }
}
