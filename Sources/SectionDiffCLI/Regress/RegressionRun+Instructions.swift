internal import BenchmarkHarness

/// What of the instructions was not counted, and why.
struct InstructionsLeft {
  /// Why none was.
  var reason: String?
  /// Whether the base counts them.
  var isGone = false
  /// How many contenders take too long at every size.
  var long = 0
  /// How many the limit of time left out.
  var late = 0
  /// Of which workloads.
  var cells: [ComparisonPlan.Figure] = []
  /// What failed.
  var failures: [Failure] = []
  /// What was counted for the growth alone.
  var extra: Set<DiffKey> = []
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
  func instructions(
    _ plan: ComparisonPlan, _ listings: Listings
  ) throws -> ([InstructionFinding], InstructionsLeft) {
    guard let builds else {
      return ([], InstructionsLeft(reason: "files of runs hold no instructions; give two programs"))
    }
    guard let valgrind = question.valgrind else { return ([], InstructionsLeft(reason: "valgrind is not installed")) }
    let isCounted = listings.base?.marks == true
    guard listings.head?.marks == true else {
      let reason = "HEAD counts no instructions: it does not mark its runs\(isCounted ? ", and BASE does" : "")"
      return ([], InstructionsLeft(reason: reason, isGone: isCounted))
    }
    if !isCounted { return ([], InstructionsLeft(reason: "BASE counts no instructions: it does not mark its runs")) }
    var (groups, left) = groups(plan, listings)
    var findings = try marked(groups, [builds.base, builds.head], valgrind, &left)
    // What other threads take part in is another number in every run. The base says so, as head must not widen what it may
    // take itself.
    let shared = Set(plan.base.diffs.filter(\.row.usesThreads).map(\.key))
    for index in findings.indices { findings[index].isShared = shared.contains(findings[index].key) }
    return (findings, left)
  }

  /// Each contender at every size that was requested; without one at the largest, up to the one at which times are taken, at
  /// which a run is short enough, and for the gate of growth at smaller ones, too.
  private func groups(_ plan: ComparisonPlan, _ listings: Listings) -> (groups: [Group], left: InstructionsLeft) {
    // Of the base alone: a head that takes longer must not be counted at a smaller size because of it.
    var times: [DiffKey: Double] = [:]
    for (key, _, row) in plan.base.diffs where !row.series.rounds.isEmpty {
      times[key] = row.series.distribution.minimum
    }
    var left = InstructionsLeft()
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
        left.long += 1
        continue
      }
      wanted.append((key, times[key] ?? 0))
      guard question.gates.contains(.growth) else { continue }
      var smaller = key
      for step in 1..<GrowthGate.instructionSizes {
        smaller.size = key.size >> (2 * step)
        guard smaller.size > 0 else { break }
        left.extra.insert(smaller)
        wanted.append((smaller, (times[key] ?? 0) / Double(1 << (2 * step))))
      }
    }
    let groups = wanted.grouped { cell($0.key, listings) }.map { cell, found in
      Group(cell: cell, keys: found.map(\.key), nanoseconds: found.reduce(0) { $0 + $1.time })
    }
    return (groups, left)
  }

  /// Many contenders in one process, the longest first, as many processes side by side as there are cores.
  private func marked(
    _ groups: [Group], _ builds: [Runner], _ valgrind: String, _ left: inout InstructionsLeft
  ) throws -> [InstructionFinding] {
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
      left.failures.append(failure)
      return []
    }
    let pairs = batches.enumerated().map { ($1, base: fates[2 * $0], head: fates[2 * $0 + 1]) }
    left.failures += pairs.compactMap { $0.base.failure ?? $0.head.failure }
    return pairs.flatMap { batch, base, head -> [InstructionFinding] in
      let keys = batch.flatMap(\.keys)
      if base.failure != nil || head.failure != nil { return [] }
      guard let before = base.value, let after = head.value else {
        if base.value != nil, head.isEnough {
          let first = keys.first.map { "\($0)" } ?? ""
          left.failures.append(
            Failure("\(first)\(keys.count > 1 ? ", or another" : "") did not come to its end in head"))
        } else {
          note(batch, in: &left)
        }
        return []
      }
      return keys.enumerated().map { InstructionFinding(key: $1, base: before[$0], head: after[$0]) }
    }
  }

  /// Notes what the limit of time left out.
  private func note(_ groups: [Group], in left: inout InstructionsLeft) {
    for group in groups {
      let judged = group.keys.count { !left.extra.contains($0) }
      left.late += judged
      let found = group.cell.leftOut(.instructions)
      if left.cells.last != found { left.cells.append(found) }
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
