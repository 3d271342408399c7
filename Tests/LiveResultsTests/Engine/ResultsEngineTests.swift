import StoreInterface
import TestScale
import Testing

/// The engine against a naive model that rebuilds everything; the release runner tries many more sequences.
struct ResultsEngineTests {
  @Test(.enabled(if: TestScale.isFull), arguments: 0..<20)
  func randomSequencesComeOutAsTheNaiveModelSays(_ part: Int) throws {
    let cases = RandomResultsCases(seed: 11)
    for number in (part * 100)..<(part * 100 + 100) { try ResultsTrial.check(cases[number]) }
  }

  /// The model took a batch that leaves no section for a record, because a placement beside a record that is there names one.
  @Test func aSectionNamedBesideARecordThatIsThereIsNone() throws {
    var setting = ResultsSetting()
    setting.sections = .byStore
    let records = (0...1).map { SmallRecord(id: $0, group: 0, rank: 0, mark: 0) }
    let beside = StorePlacement(.after(1), in: SectionID(0))
    try ResultsTrial.check(
      ResultsCase(
        setting: setting,
        operations: [
          .replace(.sections([StoreSection(2, items: [records[1]])])),
          .batch([.insert(records[1], at: beside), .deleteSection(SectionID(2)), .update(records[0])]),
          .batch([.move(0, to: beside), .deleteSection(SectionID(2)), .update(records[0])]),
        ]))
  }
}
