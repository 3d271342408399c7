import Dispatch
import SectionDiff
import TestScale
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

  /// Several tasks give tokens to the smallest residue: the answer is the same, and so is all that is counted.
  @Test(arguments: Strategy.allCases)
  func severalTasksGiveTheSameAnswer(_ strategy: Strategy) async throws {
    var random = SplitMix64(seed: 192)
    for policy in [DuplicatePolicy.allow, .keepFirst] {
      for scope in IdentityScope.allCases {
        var differ = Differ(algorithm: strategy.algorithm, duplicates: policy, scope: scope)
        differ.concurrentFrom = 1
        for trial in 0..<30 {
          let (old, new) = (
            random.board(rows: 40, repeats: trial % 2 == 0), random.board(rows: 40, repeats: trial % 3 == 0)
          )
          let here = try differ.diff(from: old, to: new)
          let there = try await differ.concurrentDiff(from: old, to: new)
          #expect(there.changeset == here.changeset)
          #expect(there.receipt == here.receipt)
        }
      }
    }
  }

  /// With texts that have no fast hash at the start, in the middle, at the end and nowhere; with keys that collide.
  @Test(.enabled(if: TestScale.isFull), arguments: [300, 40_000])
  func severalTasksCountTheSameWithoutFastHashes(_ count: Int) async throws {
    var random = SplitMix64(seed: 193)
    var differ = Differ(algorithm: LISDiff())
    differ.concurrentFrom = count
    for accent in [nil, 0, count / 2, count - 1] {
      func rows(_ ids: [Int], value: Int) -> FlatSnapshot<Row> {
        FlatSnapshot(ids.map { Row(id: $0 == accent ? "\($0) é" : "\($0)", value: $0 % 7 == 0 ? value : 0) })
      }
      let old = rows(Array(0..<count), value: 0)
      let new = rows((0..<count).map { $0 % 5 == 0 ? $0 + 5 : $0 }.shuffled(using: &random), value: 1)
      let here = try differ.diff(from: old, to: new)
      let there = try await differ.concurrentDiff(from: old, to: new)
      #expect(there.changeset == here.changeset)
      #expect(there.receipt == here.receipt)
    }
    let keys = (0..<min(count, 1_000)).map { CollidingRow($0) }
    differ.concurrentFrom = 100
    let here = try differ.diff(from: FlatSnapshot(keys), to: FlatSnapshot(keys.shuffled(using: &random)))
    let there = try await differ.concurrentDiff(from: here.old, to: here.new)
    #expect(there.changeset == here.changeset)
    #expect(there.receipt == here.receipt)
  }

  /// Cancelled within a hash of one of several tasks: the others stop, too.
  @Test func severalTasksStopWhenCancelled() async {
    let questions = Locked(0)
    let running = Locked<Task<Void, any Error>?>(nil)
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let count = 200_000
    let task = Task {
      for await _ in gate { break }
      var random = SplitMix64(seed: 194)
      let old = Array(0..<count)
      var differ = Differ(algorithm: LISDiff())
      differ.concurrentFrom = 1_000
      // Nothing is looked up before tokens are given, and hardly anything walked.
      differ.frontLimits = .small
      differ.frontLimits.smallestSampled = 1 << 40
      _ = try await differ.concurrentDiff(
        from: FlatSnapshot(old), to: FlatSnapshot(old.shuffled(using: &random)),
        comparing: Probing {
          questions.update { $0 += 1 }
          // Several ask at once: none may see just half.
          if questions.value >= count / 2 { running.value?.cancel() }
        })
    }
    running.update { $0 = task }
    opener.yield()
    let result = await task.result
    #expect(throws: DiffError.cancelled) { try result.get() }
    #expect(questions.value < count)
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
