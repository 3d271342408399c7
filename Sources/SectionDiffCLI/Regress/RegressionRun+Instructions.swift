internal import BenchmarkHarness

/// What of the instructions was not counted, and why.
struct InstructionsLeft {
  /// Why none was.
  var reason: String?
  /// How many contenders take too long at every size.
  var long = 0
  /// How many the limit of time left out.
  var late = 0
  /// Of which workloads.
  var cells: [LeftOut] = []
}

extension RegressionRun {
  /// The longest run, in nanoseconds, whose instructions are counted: valgrind takes some fifty times as long. What takes
  /// longer is counted at a smaller size.
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
    _ base: BenchmarkRun, _ head: BenchmarkRun, _ listings: Listings
  ) throws -> (InstructionGate, InstructionsLeft) {
    func skipped(_ reason: String) -> (InstructionGate, InstructionsLeft) {
      (InstructionGate([]), InstructionsLeft(reason: reason))
    }
    guard let before = question.base.runner, let after = question.head.runner else {
      return skipped("files of runs hold no instructions; give two programs")
    }
    guard let valgrind = question.valgrind else { return skipped("valgrind is not installed") }
    if listings.head?.instructions == false { return skipped("HEAD counts no instructions") }
    if listings.base?.instructions == false { return skipped("BASE counts no instructions") }
    let (groups, long) = groups(base, head, listings)
    var findings =
      listings.base?.marks == true && listings.head?.marks == true
      ? try marked(groups, before, after, valgrind) : try oneByOne(groups, before, after, valgrind)
    let shared = Self.shared(base).union(Self.shared(head))
    for index in findings.indices { findings[index].isShared = shared.contains(findings[index].key) }
    let counted = Set(findings.map(\.key))
    let late = groups.filter { group in !group.keys.allSatisfy(counted.contains) }
    return (
      InstructionGate(findings),
      InstructionsLeft(
        long: long, late: groups.reduce(0) { $0 + $1.keys.count } - findings.count,
        cells: late.map { LeftOut(.instructions, $0.cell) })
    )
  }

  /// What other threads take part in: their instructions are another number in every run. The head says it of a base whose
  /// runner was built before there was a word for it.
  private static func shared(_ run: BenchmarkRun) -> Set<DiffKey> {
    Set(run.diffs.filter(\.row.usesThreads).map(\.key))
  }

  /// Each contender at the largest size, up to the one at which times are taken, at which a run is short enough.
  private func groups(
    _ base: BenchmarkRun, _ head: BenchmarkRun, _ listings: Listings
  ) -> (groups: [Group], long: Int) {
    let listing = listings.head ?? listings.base
    // Of the base alone: a head that takes longer must not be counted at a smaller size because of it.
    var times: [DiffKey: Double] = [:]
    for (key, _, row) in base.diffs where !row.series.rounds.isEmpty {
      times[key] = row.series.distribution.minimum
    }
    var families: [DiffKey] = []
    var sizes: [DiffKey: [Int]] = [:]
    for key in common(base, head) where key.size <= timedSizes(key, listing).min() ?? key.size {
      var family = key
      family.size = 0
      if sizes[family] == nil { families.append(family) }
      sizes[family, default: []].append(key.size)
    }
    var groups: [Group] = []
    var offsets: [Cell: Int] = [:]
    var long = 0
    for family in families {
      var key = family
      // A size that was requested is taken as it is.
      let size = (sizes[family] ?? []).sorted(by: >).first { size in
        key.size = size
        return question.sizes != nil || times[key] ?? 0 <= Self.longestRun
      }
      guard let size else {
        long += 1
        continue
      }
      key.size = size
      let cell = Cell(workload: key.workload, size: size, elements: option(key.elements, listings), seed: key.seed)
      if offsets[cell] == nil {
        offsets[cell] = groups.count
        groups.append(Group(cell: cell, keys: [], nanoseconds: 0))
      }
      if let offset = offsets[cell] {
        groups[offset].keys.append(key)
        groups[offset].nanoseconds += times[key] ?? 0
      }
    }
    return (groups, long)
  }

  /// Many contenders in one process, the longest first, as many processes side by side as there are cores.
  private func marked(
    _ groups: [Group], _ before: Runner, _ after: Runner, _ valgrind: String
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
    var done = 0
    do {
      try processes.run(
        commands, width: ChildProcess.width, until: { limit.isOver(.instructions) },
        left: { limit.left(.instructions) }
      ) { number, outcome in
        let keys = batches[number / 2].reduce(0) { $0 + $1.keys.count }
        let runner = number % 2 == 0 ? before : after
        counts[number] = try runner.instructions(of: keys, number, after: outcome, in: folder)
        done += 1
        progress("counting instructions", Double(done) / Double(commands.count))
      }
    } catch ChildProcess.Ending.tooSlow {
      throw after.tooSlow("instructions")
    }
    return batches.enumerated().flatMap { offset, batch -> [InstructionFinding] in
      guard let base = counts[2 * offset], let head = counts[2 * offset + 1] else { return [] }
      return batch.flatMap(\.keys).enumerated().map { index, key in
        InstructionFinding(key: key, base: base[index], head: head[index])
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

  /// One contender after the other, for a runner without marks: two processes each.
  private func oneByOne(
    _ groups: [Group], _ before: Runner, _ after: Runner, _ valgrind: String
  ) throws -> [InstructionFinding] {
    var findings: [InstructionFinding] = []
    do {
      for (index, group) in Turns.order(groups, question.rotation, by: \.cell).enumerated() {
        for key in group.keys where !limit.isOver(.instructions) {
          progress("instructions: \(key)", Double(index) / Double(groups.count))
          let counts = try [before, after].map {
            try $0.instructions(
              of: key.contender, on: group.cell, valgrind: valgrind, with: processes, in: folder
            ) { limit.left(.instructions) }
          }
          findings.append(InstructionFinding(key: key, base: counts[0], head: counts[1]))
        }
      }
    } catch ChildProcess.Ending.outOfTime {
      // What was not counted is left out.
    }
    return findings
  }
}
