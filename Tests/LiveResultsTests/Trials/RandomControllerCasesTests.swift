import StoreInterface
import Testing

/// That the random sequences hold every operation there is, and not seldom.
struct RandomControllerCasesTests {
  private static let kinds = [
    "replace", "batch", "filter or sort", "refresh", "fail", "reload", "reload after a failure", "request",
    "request after a failure", "suspend", "resume", "flush", "deliver at once", "deliver when flushed", "subscribe",
    "subscribe late", "pull", "draft insert", "draft update", "draft move", "draft delete", "discard", "commit",
    "write",
    "accept", "refuse",
  ]

  private func kinds(of operation: ControllerOperation) -> [String] {
    switch operation {
    case .results(.replace): ["replace"]
    case .results(.batch): ["batch"]
    case .results(.arrange): ["filter or sort"]
    case .results(.refresh): ["refresh"]
    case .fail: ["fail"]
    case .reload(_, let failsFirst): [failsFirst ? "reload after a failure" : "reload"]
    case .request(_, let failsFirst): [failsFirst ? "request after a failure" : "request"]
    case .suspend: ["suspend"]
    case .resume: ["resume"]
    case .flush: ["flush"]
    case .deliver(let atOnce): [atOnce ? "deliver at once" : "deliver when flushed"]
    case .subscribe(let back): [back == nil ? "subscribe" : "subscribe late"]
    case .pull: ["pull"]
    case .draft(let changes): changes.map { "draft " + kind(of: $0) }
    case .discard: ["discard"]
    case .commit: ["commit"]
    case .write: ["write"]
    case .answer(_, let isRefused): [isRefused ? "refuse" : "accept"]
    }
  }

  private func kind(of draft: StoreChange<SmallRecord>) -> String {
    switch draft {
    case .insert: "insert"
    case .update: "update"
    case .move: "move"
    case .delete: "delete"
    default: "something else"
    }
  }

  @Test func everyOperationIsInFiftyOfAThousandSequencesAtLeast() {
    let cases = RandomControllerCases(seed: 1)
    var counts: [String: Int] = [:]
    var drafted = 0
    for number in 0..<1000 {
      let trial = cases[number]
      if trial.isDrafted { drafted += 1 }
      // Without a layer of drafts nothing happens to one.
      let kinds = Set(trial.operations.flatMap { self.kinds(of: $0) })
      if !trial.isDrafted { #expect(kinds.isDisjoint(with: Self.kinds.suffix(9))) }
      for kind in kinds { counts[kind, default: 0] += 1 }
    }
    #expect((400...600).contains(drafted))
    #expect(Set(counts.keys) == Set(Self.kinds))
    for kind in Self.kinds { #expect(counts[kind, default: 0] >= 50, "\(kind): \(counts[kind, default: 0])") }
  }

  @Test func draftsAreWrittenRefusedAndOvertaken() {
    let cases = RandomControllerCases(seed: 1)
    var answered = 0
    var drafted = 0
    for number in 0..<1000 {
      var isCommitting = false
      for operation in cases[number].operations {
        switch operation {
        case .commit: isCommitting = true
        case .answer where isCommitting: answered += 1
        case .draft where isCommitting: drafted += 1
        default: break
        }
      }
    }
    #expect(answered >= 200)
    #expect(drafted >= 200)
  }
}
