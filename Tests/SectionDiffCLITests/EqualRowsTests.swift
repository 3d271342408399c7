#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  @Suite struct EqualRowsTests {
    @Test func remembersTheLastRowThatWasFoundEqual() {
      let rows = EqualRows(count: 3)
      #expect(!rows.contains(old: 0, new: 0))
      rows.note(old: 0, new: 2)
      #expect(rows.contains(old: 0, new: 2))
      #expect(!rows.contains(old: 0, new: 0) && !rows.contains(old: 2, new: 2))
      rows.note(old: 7, new: 2)
      #expect(rows.contains(old: 7, new: 2) && !rows.contains(old: 0, new: 2))
    }

    @Test func rowsThatAreNotThereAreNotRemembered() {
      let rows = EqualRows(count: 1)
      rows.note(old: 0, new: 1)
      #expect(!rows.contains(old: 0, new: 1))
    }
  }
#endif
