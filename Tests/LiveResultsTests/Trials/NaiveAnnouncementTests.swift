import ConformanceKit
import LiveResults
import StoreInterface
import Testing

/// What the trial's store announces is what it came to.
struct NaiveAnnouncementTests {
  @Test(arguments: [ResultsSetting.Sections.single, .byStore])
  func theChangesLeadFromOneAnswerToAnother(sections: ResultsSetting.Sections) {
    var setting = ResultsSetting()
    setting.sections = sections
    var maker = ResultsCaseMaker(random: SplitMix64(seed: 3), setting: setting)
    var naive = NaiveResults(setting: setting, makesSections: false)
    var followed = naive
    for _ in 0..<2_000 {
      let before = naive.contents
      if maker.random.oneIn(4), case .replace(let contents) = maker.replacement() {
        naive.replace(with: contents)
      } else if case .batch(let batch) = maker.operation(), naive.allows(batch) {
        naive.apply(batch)
      }
      followed.apply(StoreBatch(before.changes(to: naive.contents)))
      #expect(followed.contents == naive.contents)
    }
    #expect(naive.contents.changes(to: naive.contents).isEmpty)
    #expect(naive.contents.changes(to: naive.contents, refreshing: [-1]).isEmpty)
  }

  @Test func answersAreFilteredSortedAndLimitedAcrossSections() {
    func record(_ id: Int, rank: Int, mark: Int = 0) -> SmallRecord {
      SmallRecord(id: id, group: 0, rank: rank, mark: mark)
    }
    let contents = StoreContents.sections([
      StoreSection(1, items: [record(1, rank: 0), record(2, rank: 2), record(3, rank: 1, mark: 1)]),
      StoreSection(2, items: [record(4, rank: 1), record(5, rank: 3)]),
    ])
    let request = TrialRequest(marks: [0], isSorted: true, limit: 3)
    #expect(
      request.answer(of: contents)
        == .sections([
          StoreSection(1, items: [record(2, rank: 2), record(1, rank: 0)]),
          StoreSection(2, items: [record(5, rank: 3)]),
        ]))
  }
}
