/// Proves a store right, or shows which law it breaks, with what was received until then.
///
///     let report = await StoreConformance.check { NoteStoreHarness() }
///     if !report.isConforming { Issue.record("\(report)") }
///
/// Nothing is measured in time. The suite waits for events: it writes a record last and waits until it is received.
/// A store that never sends an expected event would make it wait forever, so each step has a deadline on the clock that is
/// given; it is long, for a store that keeps the laws never comes near it.
@available(LiveSystems, *)
public enum StoreConformance {
  /// Tries a store by the laws.
  ///
  /// Options that are out of bounds are refused: no law is tried, and the report says why.
  ///
  /// - Parameters:
  ///   - laws: The laws to try; all, in the order of ``StoreLaw``, if not said otherwise.
  ///   - patience: How long a single step may take before the store counts as hanging; at least 0.1 seconds.
  ///   - clock: The clock of these deadlines.
  ///   - effort: How many changes the laws that try many make.
  ///   - seed: What the changes drawn at random depend on.
  ///   - announcing: Whether standard error names the law at work if the process ends by a trap, and the one that the
  ///     process before ended in. Nothing else is printed.
  ///   - makeHarness: Makes a harness; called once for each law.
  public static func check<Harness: StoreHarness>(
    _ laws: [StoreLaw] = StoreLaw.allCases, patience: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock(), effort: StoreTrialEffort = .standard, seed: UInt64 = 1,
    announcing: Bool = true,
    harness makeHarness: @Sendable () async throws -> Harness
  ) async -> StoreConformanceReport {
    var report = StoreConformanceReport(store: String(describing: Harness.Store.self), seed: seed)
    let problem = effort.problem(patience: patience)
    let watchdog = Watchdog(patience: patience, clock: clock)
    if announcing { RunningCase.printInterrupted(of: report.store) }
    let running = RunningCase(of: report.store, isAnnounced: announcing)
    defer { running.end() }
    // A family in which something hung, and the law.
    var hung: [StoreLaw.Family: StoreLaw] = [:]
    for law in laws {
      if let problem {
        report.refuse(law, because: "the options are wrong", problem)
        continue
      }
      if let first = hung[law.family] {
        report.leave(law, reason: "not tried after the hang of \(first.rawValue)")
        continue
      }
      running.begin("\(law.rawValue), seed \(seed)")
      let harness: Harness
      do {
        harness = try await makeHarness()
      } catch {
        report.add(law, checks: 0, violations: [StoreViolation(ofHarness: "no harness: \(error)", law: law)])
        continue
      }
      if let problem = harness.problemOfRecords() {
        report.refuse(law, because: "the harness is wrong", problem)
        continue
      }
      let missing = law.needs.subtracting(harness.capabilities)
      guard missing.isEmpty else {
        report.skip(law, missing: missing)
        continue
      }
      let trial = StoreTrial(of: harness, law: law, watchdog: watchdog, effort: effort, seed: seed)
      await trial.run()
      if trial.hasHung { hung[law.family] = law }
      if let leftOut = trial.leftOut { report.leaveOut(leftOut, of: law) }
      if let reason = trial.reasonUntried, trial.violations.isEmpty {
        report.leave(law, reason: reason)
      } else {
        report.add(law, checks: trial.checks, violations: trial.violations)
      }
    }
    return report
  }
}

/// How many changes the laws that try many make.
///
/// A law with too little to look at would be kept by any store, so less than what is said of a number counts as that. More is
/// refused: the records of a harness have no more numbers and versions, and each observer keeps what it has held.
public struct StoreTrialEffort: Hashable, Sendable {
  /// Changes drawn at random, where one task makes them; one of each kind comes first, whatever the number is. At most 999.
  public var changes: Int
  /// Tasks that write at once; at least 2, for one alone disturbs nobody; at most 89.
  public var writers: Int
  /// Observations at once; at least 1, at most 100.
  public var observers: Int
  /// Changes that each writer makes; at least 2, for one alone has no order; at most 999, and 2,000 of all writers.
  public var changesPerWriter: Int

  /// Makes an effort.
  public init(changes: Int, writers: Int, observers: Int, changesPerWriter: Int) {
    self.changes = changes
    self.writers = writers
    self.observers = observers
    self.changesPerWriter = changesPerWriter
  }

  /// With as much as a law needs to look at something.
  var raised: StoreTrialEffort {
    StoreTrialEffort(
      changes: max(1, changes), writers: max(2, writers), observers: max(1, observers),
      changesPerWriter: max(2, changesPerWriter))
  }

  /// What is wrong with it, or with how long a step may take, if anything.
  @available(LiveSystems, *)
  func problem(patience: Duration) -> String? {
    let all = raised.writers.multipliedReportingOverflow(by: raised.changesPerWriter)
    return OptionBounds.problem(
      of: [
        "effort.changes": (changes, 999), "effort.writers": (writers, 89), "effort.observers": (observers, 100),
        "effort.changesPerWriter": (changesPerWriter, 999),
        "effort.writers · effort.changesPerWriter": (all.overflow ? .max : all.partialValue, 2_000),
      ], waiting: ("patience", patience))
  }

  /// 60 changes; 4 writers with 25 changes each before 4 observers.
  public static let standard = StoreTrialEffort(changes: 60, writers: 4, observers: 4, changesPerWriter: 25)
}
