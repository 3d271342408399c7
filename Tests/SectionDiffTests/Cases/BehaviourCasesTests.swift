import ConformanceKit
import DiffWorkloads
import SectionDiff
import Testing

/// Every case of kind `diff` and `error` in `Tests/Data/behaviour.json`, by its id.
@Suite("Behaviour cases")
struct BehaviourCasesTests {
  /// About a results controller, which the engine has not; to be tried where that one is.
  static let notOfTheEngine: Set<String> = ["rrc-13"]

  private typealias State = BehaviourCase.State

  @Test("are read, 103 of kind diff and 2 of kind error")
  func complete() throws {
    let cases = try BehaviourCases.all.get()
    #expect(cases.count { $0.kind == "diff" } == 103)
    #expect(cases.count { $0.kind == "error" } == 2)
    #expect(Set(cases.map(\.id)).isSuperset(of: Self.notOfTheEngine))
  }

  @Test(
    "of kind diff have the counts expected and keep every law", arguments: BehaviourCases.cases(kind: "diff"))
  func diff(behaviour: BehaviourCase) throws {
    let old = BehaviourCase.snapshot(behaviour.old)
    let new = BehaviourCase.snapshot(behaviour.new)
    for strategy in Strategy.allCases {
      let differ = Differ(algorithm: strategy.algorithm, scope: behaviour.scope)
      let broken = ChangesetLaws.check(
        from: old, to: new, differ: differ,
        comparing: IdentifiableComparison<BehaviourCase.Record>())
      #expect(broken.isEmpty, "\(strategy): \(broken)")

      if behaviour.hasDuplicateSections {
        #expect(throws: DiffError.self, "\(strategy)") { try differ.diff(from: old, to: new) }
        continue
      }
      let changes = try differ.changeset(from: old, to: new)
      #expect(try old.applying(changes) == new, "\(strategy)")
      if let net = behaviour.sourceExpect?.netCount {
        #expect(changes.counts.inserts - changes.counts.deletes == net, "\(strategy)")
      }
      if behaviour.expect == nil, behaviour.sourceExpect?.changes == 0 {
        #expect(changes.isEmpty, "\(strategy)")
      }

      guard strategy.promises.contains(.fewestMoves), let expect = behaviour.expect else { continue }
      let updates = changes.counts.sectionUpdates
      #expect(changes.counts == expect.identity?.changeCounts(sectionUpdates: updates), "\(strategy)")
      #expect(changes.batch.counts == expect.batch?.changeCounts(sectionUpdates: updates), "\(strategy)")
    }
  }

  @Test(
    "of kind error fail as expected",
    arguments: BehaviourCases.cases(kind: "error").filter { !notOfTheEngine.contains($0.id) })
  func error(behaviour: BehaviourCase) throws {
    try #require(behaviour.expect?.error == "duplicateSection", "an error that this test does not know")
    for strategy in Strategy.allCases {
      do throws(DiffError) {
        _ = try Differ(algorithm: strategy.algorithm).diff(
          from: BehaviourCase.snapshot(behaviour.old), to: BehaviourCase.snapshot(behaviour.new))
        Issue.record("\(strategy): nothing is thrown")
      } catch {
        guard case .duplicateSection(let key, _, let first, let second) = error else {
          Issue.record("\(strategy): \(error)")
          continue
        }
        #expect(key == behaviour.expect?.section, "\(strategy)")
        #expect((first, second) == (0, 1), "\(strategy)")
      }
    }
  }
}
