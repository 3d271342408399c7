import LiveResults
import SectionDiff
import Testing

@Suite struct ResultsUpdateTests {
  @Test func anUpdateKeepsWhatItWasMadeOf() throws {
    let before = Snapshot<String, Int, Never>(sections: [Section("a", items: [1])])
    let after = Snapshot<String, Int, Never>(sections: [Section("a", items: [1, 2])])
    let changes = try Differ().changeset(from: before, to: after)
    let update = ResultsUpdate(revision: 3, kind: .change, before: before, after: after, changeset: changes)
    #expect(update.revision == 3)
    #expect(update.kind == .change)
    #expect(try update.before.applying(update.changeset) == update.after)
  }
}
