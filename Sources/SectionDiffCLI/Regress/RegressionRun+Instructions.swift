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
  /// As many waves as counts have.
  private static let waves = 4

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
    guard let before = question.base.runner, let after = question.head.runner else {
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
    var findings = try marked(groups, before, after, valgrind, &left)
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
    var groups: [Group] = []
    var offsets: [Cell: Int] = [:]
    func add(_ key: DiffKey, _ time: Double) {
      let cell = Cell(
        workload: key.workload, size: key.size, elements: option(key.elements, listings),
        seed: key.seed == 0 ? nil : key.seed)
      let offset = offsets[cell] ?? groups.count
      if offset == groups.count { groups.append(Group(cell: cell, keys: [], nanoseconds: 0)) }
      offsets[cell] = offset
      groups[offset].keys.append(key)
      groups[offset].nanoseconds += time
    }
    for family in families(plan, listings) {
      // A size that was requested is taken as it is.
      if question.sizes != nil {
        for key in family.keys { add(key, times[key] ?? 0) }
        continue
      }
      let short = family.keys.filter { $0.size <= family.timed && times[$0] ?? 0 <= Self.longestRun }
      let smallest = family.keys.filter { times[$0] ?? 0 <= 10 * Self.longestRun }.min { $0.size < $1.size }
      guard let key = short.max(by: { $0.size < $1.size }) ?? smallest else {
        left.long += 1
        continue
      }
      add(key, times[key] ?? 0)
      guard question.gates.contains(.growth) else { continue }
      var smaller = key
      for step in 1..<GrowthGate.instructionSizes {
        smaller.size = key.size >> (2 * step)
        guard smaller.size > 0 else { break }
        left.extra.insert(smaller)
        add(smaller, (times[key] ?? 0) / Double(1 << (2 * step)))
      }
    }
    return (groups, left)
  }

  /// Many contenders in one process, the longest first, as many processes side by side as there are cores.
  private func marked(
    _ groups: [Group], _ before: Runner, _ after: Runner, _ valgrind: String, _ left: inout InstructionsLeft
  ) throws -> [InstructionFinding] {
    let batches = batches(groups)
    // Of each batch first the base, then head.
    let commands = batches.enumerated().flatMap { offset, batch in
      [before, after].enumerated().map { side, runner in
        runner.command(
          counting: batch.map { ($0.cell, $0.keys.map(\.contender)) }, valgrind: valgrind, 2 * offset + side, in: folder
        )
      }
    }
    var counts = [[Int]?](repeating: nil, count: commands.count)
    var failures: [Int: Failure] = [:]
    var pace = TimeLimit.Pace()
    var done = 0
    do {
      try processes.run(
        commands, width: ChildProcess.width, started: { pace.start($0, limit.left(.instructions)) },
        until: { limit.isOver(.instructions) }, left: { limit.left(.instructions) }
      ) { number, outcome in
        pace.end(number, limit.left(.instructions))
        let keys = batches[number / 2].reduce(0) { $0 + $1.keys.count }
        let runner = number % 2 == 0 ? before : after
        do throws(Failure) {
          counts[number] = try runner.instructions(of: keys, number, after: outcome, in: folder)
        } catch {
          failures[number / 2] = error
        }
        done += 1
        progress("counting instructions", Double(done) / Double(commands.count))
      }
    } catch let failure as Failure {
      // Valgrind cannot be started: nothing was left out for time.
      left.failures.append(failure)
      return []
    }
    left.failures += failures.sorted { $0.key < $1.key }.map(\.value)
    for (offset, batch) in batches.enumerated() where failures[offset] == nil {
      if counts[2 * offset] != nil, counts[2 * offset + 1] == nil, pace.isEnough(2 * offset + 1) {
        let keys = batch.flatMap(\.keys)
        left.failures.append(
          Failure(
            "\(keys.first.map { "\($0)" } ?? "")\(keys.count > 1 ? ", or another" : "") did not come to its end in head"
          ))
      } else if counts[2 * offset] == nil || counts[2 * offset + 1] == nil {
        note(batch, in: &left)
      }
    }
    return batches.enumerated().flatMap { offset, batch -> [InstructionFinding] in
      guard let base = counts[2 * offset], let head = counts[2 * offset + 1] else { return [] }
      return batch.flatMap(\.keys).enumerated().map { index, key in
        InstructionFinding(key: key, base: base[index], head: head[index])
      }
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
