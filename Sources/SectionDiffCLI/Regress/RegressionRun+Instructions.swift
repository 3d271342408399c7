#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// The instructions of both builds, and what became of the rest.
  struct Instructions {
    var findings: [InstructionFinding] = []
    /// What is said where none were to be counted.
    var result: GateResult?
    /// What was counted for the growth alone.
    var extra: Set<DiffKey> = []
    /// How many contenders take too long at every size.
    var long = 0
    /// How many the limit of time left out, and of which workloads.
    var late = 0
    var left: [ComparisonPlan.Figure] = []
    var failures: [Failure] = []
  }

  extension RegressionRun {
    /// The longest run, in nanoseconds, whose instructions are counted: valgrind takes some fifty times as long. What takes
    /// longer is counted at a smaller size; at the smallest, ten times as much is taken, as what waits for a disk has.
    private static let longestRun = 10e6

    /// A workload of one size, and what is counted on it.
    private struct Group {
      var cell: Cell
      var keys: [DiffKey]
      /// How long the runs take, in nanoseconds, as far as that is known.
      var nanoseconds: Double
    }

    /// Counts the instructions of what both builds answer.
    func instructions(_ plan: ComparisonPlan, _ listings: Listings) throws -> Instructions {
      func skipped(_ reason: String) -> Instructions {
        Instructions(result: GateResult(skipping: .instructions, reason))
      }
      guard let builds else { return skipped("files of runs hold no instructions; give two programs") }
      guard let valgrind = question.valgrind else { return skipped("valgrind is not installed") }
      let isCounted = listings.base?.marks == true
      guard listings.head?.marks == true else {
        let reason = "HEAD counts no instructions: it does not mark its runs"
        if !isCounted { return skipped(reason) }
        return Instructions(
          result: GateResult(gate: .instructions, verdict: .cannotTell, summary: "\(reason), and BASE does"))
      }
      if !isCounted { return skipped("BASE counts no instructions: it does not mark its runs") }
      var found = Instructions()
      let groups = groups(plan, listings, &found)
      try mark(groups, [builds.base, builds.head], valgrind, &found)
      // What other threads take part in is another number in every run. The base says so, as head must not widen what it may
      // take itself.
      let shared = Set(plan.base.diffs.filter(\.row.usesThreads).map(\.key))
      for index in found.findings.indices {
        found.findings[index].isShared = shared.contains(found.findings[index].key)
      }
      return found
    }

    /// Each contender at every size that was requested; without one at the largest, up to the one at which times are taken, at
    /// which a run is short enough, and for the gate of growth at smaller ones, too.
    private func groups(_ plan: ComparisonPlan, _ listings: Listings, _ found: inout Instructions) -> [Group] {
      // Of the base alone: a head that takes longer must not be counted at a smaller size because of it.
      var times: [DiffKey: Double] = [:]
      for (key, _, row) in plan.base.diffs where !row.series.rounds.isEmpty {
        times[key] = row.series.distribution.minimum
      }
      var wanted: [(key: DiffKey, time: Double)] = []
      for family in families(plan, listings) {
        // A size that was requested is taken as it is.
        if question.sizes != nil {
          wanted += family.keys.map { ($0, times[$0] ?? 0) }
          continue
        }
        let short = family.keys.filter { $0.size <= family.timed && times[$0] ?? 0 <= Self.longestRun }
        let smallest = family.keys.filter { times[$0] ?? 0 <= 10 * Self.longestRun }.min { $0.size < $1.size }
        guard let key = short.max(by: { $0.size < $1.size }) ?? smallest else {
          found.long += 1
          continue
        }
        wanted.append((key, times[key] ?? 0))
        guard question.gates.contains(.growth) else { continue }
        var smaller = key
        for step in 1..<GrowthGate.instructionSizes {
          smaller.size = key.size >> (2 * step)
          guard smaller.size > 0 else { break }
          found.extra.insert(smaller)
          wanted.append((smaller, (times[key] ?? 0) / Double(1 << (2 * step))))
        }
      }
      return wanted.grouped { cell($0.key, listings) }.map { cell, runs in
        Group(cell: cell, keys: runs.map(\.key), nanoseconds: runs.reduce(0) { $0 + $1.time })
      }
    }

    /// Many contenders in one process, the longest first, as many processes side by side as there are cores.
    private func mark(_ groups: [Group], _ builds: [Runner], _ valgrind: String, _ found: inout Instructions) throws {
      let batches = batches(groups)
      // Of each batch first the base, then head.
      let runs = batches.flatMap { batch in builds.map { (batch, runner: $0) } }
      let fates: [Fate<[Int]>]
      do {
        fates = try self.fates(
          of: runs.enumerated().map { number, run in
            let requests = run.0.map { ($0.cell, $0.keys.map(\.contender)) }
            return run.runner.command(counting: requests, valgrind: valgrind, number, in: folder)
          }, .instructions, saying: { _ in "counting instructions" }
        ) { number, outcome throws(Failure) in
          let keys = runs[number].0.reduce(0) { $0 + $1.keys.count }
          return try runs[number].runner.instructions(of: keys, number, after: outcome, in: folder)
        }
      } catch let failure as Failure {
        // Valgrind cannot be started: nothing was left out for time.
        found.failures.append(failure)
        return
      }
      let pairs = batches.enumerated().map { ($1, base: fates[2 * $0], head: fates[2 * $0 + 1]) }
      found.failures += pairs.compactMap { $0.base.failure ?? $0.head.failure }
      for (batch, base, head) in pairs where base.failure == nil && head.failure == nil {
        let keys = batch.flatMap(\.keys)
        if let before = base.value, let after = head.value {
          found.findings += keys.enumerated().map { InstructionFinding(key: $1, base: before[$0], head: after[$0]) }
        } else if base.value != nil, head.isEnough {
          let name = (keys.first.map { "\($0)" } ?? "") + (keys.count > 1 ? ", or another" : "")
          found.failures.append(Failure("\(name) did not come to its end in head"))
        } else {
          found.late += keys.count { !found.extra.contains($0) }
          found.left += batch.map { $0.cell.leftOut(.instructions) }
        }
      }
    }

    /// What is counted in one process, the longest first in each wave; others come first in each rotation.
    private func batches(_ groups: [Group]) -> [[Group]] {
      let ordered = Turns.order(groups, question.rotation) { $0.cell }
      let waves = limit.seconds == nil ? 1 : Self.waves
      return (0..<waves).flatMap { wave -> [[Group]] in
        let range = wave * ordered.count / waves..<(wave + 1) * ordered.count / waves
        let sorted = range.sorted { (ordered[$1].nanoseconds, $0) < (ordered[$0].nanoseconds, $1) }
        // Dealt out, so that all take about as long.
        let count = (sorted.count + Self.groupsOfProcess - 1) / Self.groupsOfProcess
        return (0..<count).map { batch in
          stride(from: batch, to: sorted.count, by: count).map { ordered[sorted[$0]] }
        }
      }
    }

    /// Valgrind takes a second to begin: so many workloads share it.
    private static let groupsOfProcess = 8
  }
#endif
