import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetPathsTests {
  let old = board("A: a b c", "B: d e", "C: f")
  let new = board("B: d x c", "A: a e=1", "D: f y")

  @Test func pathsFollowTheirItems() throws {
    let changes = try Differ().changeset(from: old, to: new)
    let translation = changes.pathTranslation
    for (from, section) in old.sections.enumerated() {
      for (item, row) in section.items.enumerated() {
        let path = ItemPath(section: from, item: item)
        #expect(changes.newPath(for: path) == new.path(of: row.id), "\(row)")
        #expect(translation.newPath(for: path) == new.path(of: row.id))
      }
    }
    for (to, section) in new.sections.enumerated() {
      for (item, row) in section.items.enumerated() {
        let path = ItemPath(section: to, item: item)
        #expect(changes.oldPath(for: path) == old.path(of: row.id), "\(row)")
        #expect(translation.oldPath(for: path) == old.path(of: row.id))
      }
    }
  }

  @Test func sectionsAreTranslatedToo() throws {
    let translation = try Differ().changeset(from: old, to: new).pathTranslation
    #expect((0..<3).map { translation.newSection(for: $0) } == [1, 0, nil])
    #expect((0..<3).map { translation.oldSection(for: $0) } == [1, 0, nil])
  }

  @Test(arguments: [(-1, 0), (0, -1), (0, 3), (3, 0), (Int.max, Int.max), (Int.min, 0)])
  func thereIsNoWayFromNowhere(_ section: Int, _ item: Int) throws {
    let changes = try Differ().changeset(from: old, to: new)
    let path = ItemPath(section: section, item: item)
    #expect(changes.newPath(for: path) == nil)
    #expect(changes.oldPath(for: path) == nil)
    if section < 0 || section > 2 {
      #expect(changes.pathTranslation.newSection(for: section) == nil)
      #expect(changes.pathTranslation.oldSection(for: section) == nil)
    }
  }

  @Test(arguments: Strategy.allCases)
  func thereAndBackIsTheSamePath(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 91)
    for _ in 0..<100 {
      let old = random.board(rows: 14, repeats: true)
      let new = random.board(rows: 14, repeats: true)
      let translation = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new).pathTranslation
      var kept = 0
      for (section, view) in old.sections.enumerated() {
        for item in view.items.indices {
          let path = ItemPath(section: section, item: item)
          guard let target = translation.newPath(for: path) else { continue }
          kept += 1
          #expect(old[path].id == new[target].id)
          #expect(translation.oldPath(for: target) == path)
        }
      }
      #expect(kept <= min(old.itemCount, new.itemCount))
    }
  }
}
