#if CommandLineCore
  internal import BenchmarkHarness
  internal import DiffWorkloads
  internal import RecordFormats
  internal import SectionDiff

  /// What another program measures for `advise`.
  @available(LiveSystems, *)
  struct RunnerAdvice {
    let runner: Runner
    let processes: ChildProcess
    let folder: ScratchFolder

    /// What the program can measure.
    ///
    /// - Throws: a failure when it says nothing.
    func listing() throws -> SuiteListing {
      guard let listing = try runner.listing(with: processes, in: folder) else {
        let complaint = runner.complaint(in: folder)
        throw Failure("\(runner.path): prints no list of workloads with --list\(complaint); does it keep the protocol?")
      }
      return listing
    }

    /// The workload of the program itself that was requested; nil where it is one for files.
    func entry(_ name: String?, _ elements: String?, in listing: SuiteListing) throws(Failure) -> SuiteListing.Entry? {
      let takesFiles = listing.takesFiles == true
      if let name = name ?? (takesFiles ? nil : listing.defaults.first) {
        if let entry = listing.entry(name, elements) { return entry }
        if takesFiles, !listing.names.contains(name) { return nil }
        let kind = elements.map { " with elements \($0)" } ?? ""
        throw Failure(
          usage: "\(runner.path): there is no workload \(VisibleText.shortened(name, to: 60))\(kind); --list names all")
      }
      if takesFiles { return nil }
      throw Failure("\(runner.path): lists no workloads and takes no files")
    }

    /// Advice on the contenders of the program.
    func advice(
      on entry: SuiteListing.Entry, size: Int?, seed: UInt64?, preferring preference: Advisor.Preference
    ) throws -> Advice {
      let size = size ?? entry.timedSize ?? 1_000
      let cell = Cell(workload: entry.name, size: size, elements: entry.elements, seed: seed)
      let run = try runner.run(cell, .whole, with: processes, in: folder)
      guard let workload = run.workloads.first, run.workloads.count == 1 else {
        throw Failure("\(runner.path): wrote \(run.workloads.count) workloads, not the one that was requested")
      }
      let reason = entry.reason.map { " (\($0))" } ?? ""
      let subject = Advice.Subject(
        title:
          "workload \(VisibleText.escaped(workload.name + reason)) of \(VisibleText.escaped(runner.path)), seed \(workload.seed)",
        members: [
          ("runner", JSONText.literal(runner.path)), ("workload", JSONText.literal(workload.name)),
          ("size", "\(workload.size)"), ("seed", "\(workload.seed)"),
        ], elements: workload.elements, oldCount: workload.old, newCount: workload.new,
        comparison: "one comparison for each pair of elements at equal offsets",
        dictionary: "one Dictionary from the old ids to positions, one look-up for each new id",
        verified: "by the runner")
      do {
        return try Advice(workload, by: run.environment, subject, preferring: preference)
      } catch {
        throw Failure("\(runner.path): there is nothing to recommend: \(error)")
      }
    }

    /// What the program measures on the files of a workload; each answer is replayed, and a wrong one is not timed.
    func rows(on choice: WorkloadChoice, _ kind: ElementKind) throws -> [Measured] {
      let pair = choice.pair
      try FileOutput.write(
        [
          (folder.old, WorkloadFiles.sections(pair.old, kind)), (folder.new, WorkloadFiles.sections(pair.new, kind)),
        ], overwrites: true)
      let run = try runner.run(runner.commandForFiles(in: folder), of: nil, with: processes, in: folder)
      guard let rows = run.workloads.first?.table.rows, run.workloads.count == 1 else {
        throw Failure("\(runner.path): wrote \(run.workloads.count) workloads for one pair of files")
      }
      let floors = [Floors.scanName, Floors.dictionaryName, Floors.standardName]
      for row in rows where row.isJudged && (Strategy(row.name) != nil || floors.contains(row.name)) {
        throw Failure("\(runner.path): \(row.name) is measured by this package; call it something else")
      }
      return rows.filter(\.isJudged).map { Self.verified($0, pair) }
    }

    /// The row as the table takes it: with the counts of its answer, or with what is wrong with that.
    private static func verified(_ row: Measured, _ pair: WorkloadPair) -> Measured {
      if row.wrong != nil { return row }
      guard let script = row.script else {
        return Measured(row.name, wrong: "it gave no script of its changes, so nothing can be verified")
      }
      do throws(VerificationFailure) {
        try script.verify(from: pair.old, to: pair.new, of: row.name)
      } catch {
        return Measured(row.name, wrong: error.problem)
      }
      var receipt = DiffReceipt(strategy: row.name)
      // The replay has shown that all are places.
      let deleted = Set(script.deletes.map { pair.old.sections[$0[0]].rows[$0[1]].id })
      receipt.infersMoves = !script.inserts.contains { deleted.contains(pair.new.sections[$0[0]].rows[$0[1]].id) }
      var row = row
      row.answer = DiffAnswer(counts: script.counts(between: pair), receipt: receipt)
      return row
    }
  }
#endif
