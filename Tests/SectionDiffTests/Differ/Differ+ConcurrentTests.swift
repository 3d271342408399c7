import DiffWorkloads
import Dispatch
import SectionDiff
import Testing

/// Does something at every question, wherever the diff runs.
private struct Probing: ItemComparison, Sendable {
  let probe: @Sendable () -> Void

  func areIdentical(_ a: Int, _ b: Int) -> Bool {
    probe()
    return a == b
  }
  func haveSameIdentity(_ a: Int, _ b: Int) -> Bool {
    probe()
    return a == b
  }
  func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
  func identityHash(of item: Int, seed: Int) -> Int {
    probe()
    return item._rawHashValue(seed: seed)
  }
  func describeIdentity(of item: Int) -> String { "\(item)" }
}

@Suite struct DifferConcurrentTests {
  @Test(arguments: Strategy.allCases)
  func theAnswerIsThatOfTheSynchronousDiff(_ strategy: Strategy) async throws {
    var random = SplitMix64(seed: 191)
    let differ = Differ(algorithm: strategy.algorithm)
    for _ in 0..<20 {
      let (old, new) = (random.board(repeats: true), random.board(repeats: true))
      let here = try differ.diff(from: old, to: new)
      let there = try await differ.concurrentDiff(from: old, to: new)
      #expect(there.changeset == here.changeset)
      #expect(there.receipt == here.receipt)
    }
  }

  @Test func everyKindOfItemHasAnEntryPoint() async throws {
    let numbers = try await Differ().concurrentDiff(from: FlatSnapshot([1, 2]), to: FlatSnapshot([2]))
    #expect(numbers.changeset.counts == ChangeCounts(deletes: 1))
    struct Both: Identifiable, Hashable, Sendable {
      var id: Int
      var value: Int
    }
    let both = try await Differ().concurrentDiff(
      from: FlatSnapshot([Both(id: 1, value: 1)]), to: FlatSnapshot([Both(id: 1, value: 2)]))
    #expect(both.changeset.counts == ChangeCounts(updates: 1))
  }

  @Test func errorsComeThrough() async {
    await #expect(throws: DiffError.self) {
      try await Differ(duplicates: .reject).concurrentDiff(from: FlatSnapshot([1, 1]), to: FlatSnapshot([1]))
    }
  }

  @MainActor @Test func itLeavesTheMainActor() async throws {
    // The main actor runs on the main queue, which knows itself by this mark wherever it is served.
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    let questions = Locked((main: 0, other: 0))
    let probing = Probing {
      let isMain = DispatchQueue.getSpecific(key: mark) == true
      questions.update { if isMain { $0.main += 1 } else { $0.other += 1 } }
    }
    let (old, new) = (FlatSnapshot([1, 2, 3, 4]), FlatSnapshot([4, 3, 2, 1]))
    _ = try Differ().diff(from: old, to: new, comparing: probing)
    #expect(questions.value.main > 0, "called here, it runs here")
    #expect(questions.value.other == 0)
    questions.update { $0 = (0, 0) }
    _ = try await Differ().concurrentDiff(from: old, to: new, comparing: probing)
    #expect(questions.value.main == 0)
    #expect(questions.value.other > 0)
    DispatchQueue.main.setSpecific(key: mark, value: nil)
  }

  @Test(arguments: Strategy.allCases)
  func aTaskCancelledBeforehandIsRefused(_ strategy: Strategy) async {
    let questions = Locked(0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Differ(algorithm: strategy.algorithm).concurrentDiff(
        from: FlatSnapshot(0..<100), to: FlatSnapshot(50..<150),
        comparing: Probing { questions.update { $0 += 1 } })
    }
    let result = await task.result
    #expect(throws: DiffError.cancelled) { try result.get() }
    #expect(questions.value == 0)
  }

  @Test func aTaskCancelledWithinAComparisonStopsSoon() async {
    let questions = Locked(0)
    let task = Task {
      try await Differ().concurrentDiff(
        from: FlatSnapshot(0..<100_000), to: FlatSnapshot((0..<100_000).reversed()),
        comparing: Probing {
          questions.update { $0 += 1 }
          if questions.value == 500 { withUnsafeCurrentTask { $0?.cancel() } }
        })
    }
    let result = await task.result
    #expect(throws: DiffError.cancelled) { try result.get() }
    #expect(questions.value < 100_000)
  }

  @Test func manyDiffsRunSideBySide() async throws {
    let differ = Differ()
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 0..<16 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(seed))
          let (old, new) = (random.board(repeats: true), random.board(repeats: true))
          return try await old.applying(differ.concurrentDiff(from: old, to: new).changeset) == new
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == [Bool](repeating: true, count: 16))
  }
}
