import ConformanceKit
import LiveResults
import SectionDiff
import Testing

@testable import ListViewSupport

@Suite @MainActor struct ListViewPlanTests {
  typealias Plan = ListViewPlan<Int, World.Row, Int>

  /// Each batch is legal, has its data set at its time, and the last one shows the new data.
  @Test(arguments: 0..<40) func listViewsAcceptEveryBatch(_ chunk: Int) throws {
    let cases = RandomCases(seed: 15)
    for number in chunk * 25..<(chunk + 1) * 25 {
      let (old, new) = (cases[number].old, cases[number].new)
      guard old.hasUniqueSections, new.hasUniqueSections else { continue }
      let changes = try Differ().changeset(from: old.snapshot, to: new.snapshot)
      let view = ModelListView(old.snapshot)
      view.perform(try Plan(changes, from: old.snapshot, on: view.sections, limit: .max))
      #expect(view.problems == [], "case \(number): \(old) → \(new)")
      #expect(view.shown == new.listSections, "case \(number)")
      #expect(view.headers == view.wantedHeaders, "case \(number)")
      #expect(view.reloads == 0 && view.batches <= 3 && view.completions == [true], "case \(number)")
      if changes.isEmpty { #expect(view.batches == 0, "case \(number)") }
    }
  }

  /// A batch that names no row of a section leaves its header as it was.
  @Test func aChangedHeaderIsShown() throws {
    let before = Snapshot(sections: [SnapshotSection(1, header: 5, items: [World.Row(id: 1)])])
    let after = Snapshot(sections: [SnapshotSection(1, header: 6, items: [World.Row(id: 1)])])
    let view = ModelListView(before)
    view.perform(try Plan(Differ().changeset(from: before, to: after), from: before, on: view.sections, limit: 500))
    #expect(view.headers == [1: 6] && view.reloads == 0 && view.problems == [] && view.completions == [true])
  }

  private let old = World(flat: [1, 2, 3]).snapshot
  private let new = World(flat: [4, 3, 1, 5]).snapshot

  private func changes() throws -> Changeset<Int, World.Row, Int> { try Differ().changeset(from: old, to: new) }

  @Test func oneChangeMoreThanTheLimitReloads() throws {
    let changes = try changes()
    for (limit, reloads) in [(changes.batch.counts.total, 0), (changes.batch.counts.total - 1, 1)] {
      let view = ModelListView(old)
      view.perform(try Plan(changes, from: old, on: view.sections, limit: limit))
      #expect(view.reloads == reloads)
      #expect(view.shown == World(new).listSections && view.completions == [true])
    }
  }

  @Test func aSectionThatComesWithManyRowsIsOneChange() throws {
    let more = World(sections: [
      World(flat: [1, 2, 3]).sections[0], .init(key: 7, rows: (10..<90).map { .init(id: $0) }),
    ])
    let view = ModelListView(old)
    view.perform(
      try Plan(
        Differ().changeset(from: old, to: more.snapshot), from: old, on: view.sections, limit: 1))
    #expect(view.reloads == 0 && view.batches == 1 && view.shown == more.listSections)
  }

  @Test func aViewThatIsInNoWindowReloads() throws {
    let outside = ShownSections(isInWindow: false, sectionCount: 1) { _ in 3 }
    let view = ModelListView(old)
    view.perform(try Plan(try changes(), from: old, on: outside, limit: 500))
    #expect(view.reloads == 1 && view.shown == World(new).listSections)
  }

  @Test func aViewInNoWindowIsNotAskedForItsRows() {
    var questions = 0
    func count() -> Int {
      questions += 1
      return 1
    }
    _ = ShownSections(isInWindow: false, sectionCount: count()) { _ in count() }
    #expect(questions == 0)
    _ = ShownSections(isInWindow: true, sectionCount: count()) { _ in count() }
    #expect(questions == 2)
  }

  /// UIKit raises an exception for a batch then.
  @Test func aViewThatShowsOtherRowsReloads() throws {
    for sizes in [[], [2], [4], [3, 0]] {
      let shown = ShownSections(isInWindow: true, sectionCount: sizes.count) { sizes[$0] }
      let view = ModelListView(old)
      view.perform(try Plan(try changes(), from: old, on: shown, limit: 500))
      #expect(view.reloads == 1 && view.shown == World(new).listSections, "\(sizes)")
    }
  }

  @Test func aChangesetThatStartsFromOtherDataIsRefused() throws {
    let changes = try changes()
    #expect(throws: DiffError.self) {
      try Plan(changes, from: World(flat: [1]).snapshot, on: ModelListView(old).sections, limit: 500)
    }
  }

  private func update(
    _ kind: ResultsUpdate<Int, World.Row, Int>.Kind, from before: WorldSnapshot
  ) throws -> ResultsUpdate<Int, World.Row, Int> {
    let changes = try Differ().changeset(from: before, to: new)
    return ResultsUpdate(revision: 1, kind: kind, before: before, after: new, changeset: changes)
  }

  @Test func anUpdateIsAnimatedAndAFirstOneReloads() throws {
    for (kind, reloads) in [(ResultsUpdate<Int, World.Row, Int>.Kind.change, 0), (.initial, 1), (.reset, 1)] {
      let view = ModelListView(old)
      view.perform(Plan(try update(kind, from: kind == .change ? old : WorldSnapshot()), on: view.sections, limit: 500))
      #expect(view.reloads == reloads && view.problems == [] && view.shown == World(new).listSections, "\(kind)")
    }
  }

  @Test func anUpdateThatContradictsItselfReloads() throws {
    let wrong = ResultsUpdate(
      revision: 1, kind: .change, before: World(flat: [1, 2]).snapshot, after: new, changeset: try changes())
    let view = ModelListView(World(flat: [1, 2]).snapshot)
    view.perform(Plan(wrong, on: view.sections, limit: 500))
    #expect(view.reloads == 1 && view.shown == World(new).listSections)
  }
}
