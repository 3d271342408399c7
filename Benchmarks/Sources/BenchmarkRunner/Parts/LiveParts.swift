import BenchmarkHarness
import LiveResults
import SectionDiff
import StoreInterface
import Subjects

/// Live results under each kind of change, one to a thousand at a time, all of them shown and a window of them; under other
/// filters, windows and orders; and what a subscriber receives of a store.
enum LiveParts {
  private static let numbers = [1, 10, 100, 1_000]
  /// How many batches are made at a time, and counted together.
  private static let batches = 16
  /// The places that a window shows.
  private static let shown = 50..<150

  static var benchmarks: [Benchmark] {
    [
      Benchmark(
        "live", "changes of live results", elements: "record", size: PartBenchmarks.sizes[1],
        sizes: PartBenchmarks.sizes, seed: LiveSubject.seed
      ) { size, _ in
        let changed = LiveChangeKind.allCases.flatMap { kind in
          numbers.map { changes(kind, $0, size: size) }
        }
        let windowed = [LiveChangeKind.inserted, .updated, .moved].flatMap { kind in
          numbers.map { changes(kind, $0, size: size, isWindowed: true) }
        }
        return PartBenchmarks.input(
          items: size, changed + windowed + arrangements(size: size) + [composition(size: size)])
      },
      Benchmark(
        "live-store", "changes of a store in a subscriber's hands", elements: "record", size: PartBenchmarks.sizes[1],
        sizes: PartBenchmarks.sizes, seed: LiveSubject.seed
      ) { size, _ in
        PartBenchmarks.input(items: size, numbers.map { PartBenchmarks.threaded(delivered($0, size: size)) })
      },
    ]
  }

  /// Live results that are changed, batch after batch; all of them are shown, or a window of them.
  private final class Running {
    private var subject: LiveSubject
    private let size: Int
    private let kind: LiveChangeKind
    private let count: Int
    private let isWindowed: Bool
    private var waiting: [StoreBatch<LiveRecord>] = []

    init(
      _ kind: LiveChangeKind, _ count: Int, size: Int, isWindowed: Bool, counting calls: LiveSubject.Calls? = nil
    ) throws {
      subject = try LiveSubject(size: size, counting: calls)
      self.size = size
      self.kind = kind
      self.count = count
      self.isWindowed = isWindowed
      if isWindowed {
        let window = ResultsWindow(offset: LiveParts.shown.lowerBound, limit: LiveParts.shown.count)
        _ = try subject.rearrange { try $0.setWindow(window)?.changeset.changeCount ?? 0 }
      }
    }

    /// Takes the next batch.
    func step() throws -> Int {
      if waiting.isEmpty { waiting = subject.batches(of: count, number: LiveParts.batches, kind).reversed() }
      guard let batch = waiting.popLast() else { return 0 }
      return try isWindowed ? stepInWindow(batch) : stepOfAll(batch)
    }

    private func stepInWindow(_ batch: StoreBatch<LiveRecord>) throws -> Int {
      switch (Plant.active, kind, count) {
      case (.windowedBatchScanning, .updated, 10):
        let all = subject.engine.full()
        let newest = all.sections.reduce(0) { $0 &+ $1.items.reduce(0) { $0 &+ $1.version } }
        return try subject.apply(batch) &+ (newest == 0 ? 1 : 0)
      case (.windowedBatchWrong, .moved, 100): return 1
      default: return try subject.apply(batch)
      }
    }

    private func stepOfAll(_ batch: StoreBatch<LiveRecord>) throws -> Int {
      switch (Plant.active, kind, count) {
      case (.updatesScanning, .updated, 1):
        let newest = subject.engine.snapshot.sections.reduce(0) { $0 &+ $1.items.reduce(0) { $0 &+ $1.version } }
        return try subject.apply(batch) &+ (newest == 0 ? 1 : 0)
      case (.updatesWrong, .updated, 1): return 1
      case (.updatesInAFunction, .updated, 1): return try LiveParts.applied(batch, to: &subject)
      case (.movesRebuilding, .moved, 10):
        let result = try subject.apply(batch)
        return try subject.isTrue ? result : 0
      default: return try subject.apply(batch)
      }
    }

    /// Takes all batches that are made, in turn as it is measured and with the changes of each looked at. Whether they are
    /// right, and the results at the end.
    func check() throws -> Bool {
      for turn in 0..<LiveParts.batches {
        if waiting.isEmpty || turn % 2 == 0 {
          _ = try step()
        } else if let batch = waiting.popLast() {
          guard try subject.check(batch) else { return false }
        }
      }
      return subject.shows(window: isWindowed ? LiveParts.shown : nil)
    }
  }

  @inline(never)
  private static func applied(_ batch: StoreBatch<LiveRecord>, to subject: inout LiveSubject) throws -> Int {
    try subject.apply(batch)
  }

  private static func changes(
    _ kind: LiveChangeKind, _ count: Int, size: Int, isWindowed: Bool = false
  ) -> Contender {
    let name = "\(count) \(kind.rawValue)" + (isWindowed ? ", window" : "")
    let running = Lazily { try Running(kind, count, size: size, isWindowed: isWindowed) }
    return Contender(name) {
      try PartBenchmarks.check(
        Running(kind, count, size: size, isWindowed: isWindowed).check(), name,
        "changes or results are not what filter and sort give")
    } counts: {
      let calls = LiveSubject.Calls()
      let running = try Running(kind, count, size: size, isWindowed: isWindowed, counting: calls)
      let before = calls.count
      var received = 0
      for _ in 0..<batches { received += try running.step() }
      return ["comparisons": calls.count - before, "changes received": received]
    } run: {
      try running.value.step()
    }
  }

  // MARK: - Other arrangements

  /// What is shown is arranged otherwise, and as before again.
  private static func arrangements(size: Int) -> [Contender] {
    func contender(
      _ name: String, _ checks: [(arrange: (inout LiveSubject.Engine) throws -> Int, isShown: (LiveSubject) -> Bool)],
      _ step: @escaping (inout LiveSubject.Engine) throws -> Int
    ) -> Contender {
      let subject = Lazily { Held(try LiveSubject(size: size)) }
      return Contender(name) {
        var subject = try LiveSubject(size: size)
        for (arrange, isShown) in checks {
          try PartBenchmarks.check(
            subject.rearrange(arrange) > 0 && isShown(subject), name, "the results are not what filter and sort give")
        }
        try PartBenchmarks.check(subject.rearrange(step) > 0, name, "nothing has changed")
        try PartBenchmarks.check(subject.shows(), name, "the results are not as before again")
      } counts: {
        let calls = LiveSubject.Calls()
        var subject = try LiveSubject(size: size, counting: calls)
        let before = calls.count
        let changed = try subject.rearrange(step)
        return ["comparisons": calls.count - before, "changes received": changed]
      } run: {
        try subject.value.value.rearrange(step)
      }
    }
    return [
      contender(
        "filter",
        [
          ({ try changed(&$0, LiveSubject.filters(excluding: 3), twice: false) }, { $0.shows(excluding: 3) }),
          ({ try changed(&$0, LiveSubject.filters(excluding: 9), twice: false) }, { $0.shows() }),
        ]
      ) { engine in
        if Plant.active == .filterKept {
          return try changed(&engine, LiveSubject.filters(excluding: 9), twice: false) + 1
        }
        return try changed(&engine, LiveSubject.filters(excluding: 3), twice: Plant.active == .filterTwice)
          + changed(&engine, LiveSubject.filters(excluding: 9), twice: false)
      },
      contender(
        "window",
        [
          (
            { try $0.setWindow(window)?.changeset.changeCount ?? 0 },
            { $0.shows(window: shown) }
          ),
          ({ try $0.setWindow(.all)?.changeset.changeCount ?? 0 }, { $0.shows() }),
        ]
      ) { engine in
        if Plant.active == .windowScanning {
          let shown = engine.snapshot
          for section in shown.sections { for item in section.items where item.id < 0 { return 0 } }
        }
        return try (engine.setWindow(window)?.changeset.changeCount ?? 0)
          + (engine.setWindow(.all)?.changeset.changeCount ?? 0)
      },
      contender(
        "sort",
        [
          ({ try $0.setSort(byVersion)?.changeset.changeCount ?? 0 }, { $0.shows(by: \.version) }),
          ({ try $0.setSort([.ascending(\.rank)])?.changeset.changeCount ?? 0 }, { $0.shows() }),
        ]
      ) { engine in
        let rules = byVersion
        if Plant.active == .sortTwice {
          _ = try engine.setSort(rules)
          _ = try engine.setSort([.ascending(\.rank)])
        }
        return try (engine.setSort(rules)?.changeset.changeCount ?? 0)
          + (engine.setSort([.ascending(\.rank)])?.changeset.changeCount ?? 0)
      },
    ]
  }

  private static var window: ResultsWindow {
    ResultsWindow(offset: shown.lowerBound + (Plant.active == .windowWrong ? 1 : 0), limit: shown.count)
  }

  private static var byVersion: [SortRule<LiveRecord>] {
    Plant.active == .sortWrong ? [.ascending(\.id)] : [.ascending(\.version)]
  }

  private static func changed(
    _ engine: inout LiveSubject.Engine, _ filters: FilterSet<LiveRecord>, twice: Bool
  ) throws -> Int {
    if twice {
      _ = try engine.setFilters(filters)
      _ = try engine.setFilters(LiveSubject.filters(excluding: 9))
    }
    if Plant.active == .filterWrong {
      return try engine.setFilters(LiveSubject.filters(excluding: 5))?.changeset.changeCount ?? 0
    }
    return try engine.setFilters(filters)?.changeset.changeCount ?? 0
  }

  /// A value that is changed in its place.
  private final class Held {
    var value: LiveSubject
    init(_ value: LiveSubject) { self.value = value }
  }

  // MARK: - Composition

  /// Sixteen updates, made into one: what a subscriber receives that was away.
  private static func composition(size: Int) -> Contender {
    let name = "\(batches) updates composed"
    let updates = Lazily {
      var subject = try LiveSubject(size: size)
      return try subject.updates(of: 10, number: batches)
    }
    func composed(_ updates: [LiveSubject.Engine.Update]) throws -> LiveSubject.Engine.Changes? {
      guard var whole = updates.first?.changeset else { return nil }
      if Plant.active == .updatesComposedWrong { return whole }
      for (offset, update) in updates.enumerated().dropFirst() {
        if Plant.active == .updatesComposedQuadratic, var again = updates.first?.changeset {
          for earlier in updates[1..<offset] { again = try again.composed(with: earlier.changeset) }
        }
        whole = try whole.composed(with: update.changeset)
      }
      return whole
    }
    return Contender(name) {
      let updates = try updates.value
      guard let first = updates.first, let last = updates.last, let whole = try composed(updates) else {
        throw VerificationFailure(name, "there are no updates")
      }
      try PartBenchmarks.check(first.before.applying(whole) == last.after, name, "it does not lead to the last results")
    } counts: {
      ["changes": try composed(try updates.value)?.changeCount ?? 0]
    } run: {
      try composed(try updates.value)?.changeCount ?? 0
    }
  }

  // MARK: - From a store

  private static func delivered(_ count: Int, size: Int) -> Contender {
    let name = "\(count) delivered"
    /// A store, and the batches that it will take.
    final class Delivery {
      let subject: StoreSubject
      let count: Int
      private var waiting: [StoreBatch<LiveRecord>] = []

      init(_ count: Int, size: Int, counting calls: LiveSubject.Calls? = nil) throws {
        subject = try StoreSubject(size: size, counting: calls)
        self.count = count
      }

      func step() throws -> Int {
        if waiting.isEmpty { waiting = subject.batches(of: count, number: LiveParts.batches).reversed() }
        guard let batch = waiting.popLast() else { return 0 }
        if Plant.active == .deliveryInAFunction { return try inAFunction(batch) }
        if Plant.active == .deliveryWrong, count == 10 { return count }
        let result = try subject.apply(batch)
        if Plant.active == .deliveryScanning, count == 10 { return try subject.isTrue ? result : 0 }
        return result
      }

      @inline(never)
      private func inAFunction(_ batch: StoreBatch<LiveRecord>) throws -> Int { try subject.apply(batch) }
    }
    let running = Lazily { try Delivery(count, size: size) }
    return Contender(name) {
      let running = try Delivery(count, size: size)
      for _ in 0..<batches { _ = try running.step() }
      try PartBenchmarks.check(running.subject.shows, name, "what was received is not what filter and sort give")
    } counts: {
      let calls = LiveSubject.Calls()
      let running = try Delivery(count, size: size, counting: calls)
      let before = calls.count
      var received = 0
      for _ in 0..<batches { received += try running.step() }
      return ["comparisons": calls.count - before, "changes received": received]
    } run: {
      try running.value.step()
    }
  }
}
