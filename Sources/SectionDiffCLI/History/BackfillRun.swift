#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import RecordFormats

  /// Records commits of the past: checks each out in a worktree of its own, builds it, and measures it.
  ///
  /// What is recorded is skipped, and each commit is written as soon as it is measured: whatever ends it, the next call goes
  /// on from there.
  struct BackfillRun {
    /// What came of it.
    struct Outcome {
      /// The commits that were recorded before.
      var known = 0
      /// The commits that are recorded now.
      var recorded = 0
      /// The commits that could not be recorded.
      var failures: [GitRepository.Commit] = []
      /// Whether someone stopped it.
      var isInterrupted = false
    }

    /// A shell command that builds a commit; nil for none.
    let build: String?
    /// A shell command that writes a benchmark run to the file that `SECTION_DIFF_RECORD` names.
    let record: String
    /// In how many processes each commit is measured.
    let processes: Int
    /// The most seconds that one command may take.
    let longest: UInt32
    let store: HistoryStore
    /// Counts instructions, of a runner in the worktree; nil where none are.
    let instructions: InstructionCounter?
    let bar = ProgressBar()

    /// So many failures before the first success are a mistake in the commands.
    private static let patience = 3

    private var repository: GitRepository { store.repository }
    private var folder: ScratchFolder { repository.folder }

    /// Records those of the commits that are not; those that could not be, before, come last.
    ///
    /// - Throws: a failure where nothing can be recorded at all.
    func run(_ commits: [GitRepository.Commit]) throws -> Outcome {
      defer { bar.finish() }
      for abandoned in try repository.removeAbandonedWorktrees() {
        report("\(abandoned) removed, which a killed call has left")
      }
      let known = try store.recorded(commits)
      let unrecorded = commits.filter { !known.contains($0.hash) }
      let order = SpreadOrder.offsets(unrecorded.count).map { unrecorded[$0] }
      let failed = repository.failed
      let again = order.filter { failed.contains($0.hash) }
      let missing = order.filter { !failed.contains($0.hash) } + again
      guard !missing.isEmpty else { return Outcome(known: commits.count) }
      if !again.isEmpty { report("\(again.count) of \(missing.count) could not be recorded before, and come last") }
      return try FileLock.hold(folder.maker, checking: repository.processes.checkSignals) {
        defer { repository.removeWorktree(in: folder) }
        return try record(missing, known: commits.count - missing.count)
      }
    }

    /// Says what came of a commit.
    private func report(_ line: String) {
      bar.finish()
      Terminal.printError(VisibleText.escaped(line))
    }

    private func record(_ missing: [GitRepository.Commit], known: Int) throws -> Outcome {
      var outcome = Outcome(known: known)
      do {
        for (number, commit) in missing.enumerated() {
          let share = Double(number) / Double(missing.count)
          let place = "\(number + 1) of \(missing.count)"
          let (record, remarks): (HistoryRecord, [String])
          do {
            (record, remarks) = try measure(commit) { bar.show("\(place): \(commit.short), \($0)", share) }
          } catch  where !(error is ChildProcess.Ending) {
            try repository.note(commit.hash, isFailed: true)
            outcome.failures.append(commit)
            report("\(place): \(commit.short) not recorded: \(error)")
            if outcome.known + outcome.recorded == 0, outcome.failures.count == Self.patience {
              throw Failure(
                "\(Self.patience) commits in a row could not be recorded, and none could; the last one: \(error); "
                  + "try --build and --record in a worktree of your own; the same call tries other commits first")
            }
            continue
          }
          try store.update(commit.hash) { entry in
            // Another one may have been as fast.
            if entry.record == nil { entry.record = record }
          }
          try repository.note(commit.hash, isFailed: false)
          outcome.recorded += 1
          report((["\(place): \(commit.short) recorded"] + remarks).joined(separator: "; "))
        }
      } catch ChildProcess.Ending.interrupted {
        outcome.isInterrupted = true
      }
      return outcome
    }

    /// Measures a commit.
    ///
    /// - Returns: The record, and what it lacks.
    /// - Throws: why this one cannot be recorded; others may be.
    private func measure(_ commit: GitRepository.Commit, _ say: (String) -> Void) throws -> (HistoryRecord, [String]) {
      say("checking out")
      try repository.checkOut(commit)
      if let build {
        say("building")
        try shell(build, "the build", commit)
      }
      var runs: [BenchmarkRun] = []
      for number in 1...processes {
        say("measuring, \(number) of \(processes)")
        folder.remove(folder.record)
        try shell(record, "the measurement", commit)
        guard let source = folder.text(in: folder.record) else {
          throw Failure("the measurement wrote no benchmark run to $SECTION_DIFF_RECORD")
        }
        let run = try BenchmarkRunReader.run(
          in: SourceText(source.bytes(in: 0..<source.count), name: "its benchmark run"))
        if runs.contains(where: run.isCopy) { throw Failure("the measurement gave the same benchmark run twice") }
        if let problem = try repository.problem(ofRun: run.environment.commit, of: commit.hash) {
          throw Failure(problem)
        }
        runs.append(run)
      }
      var record = try HistoryRecord(runs, of: commit.hash)
      var remarks = record.remarks
      if let instructions {
        say("counting instructions")
        do {
          remarks += try instructions.add(to: &record, from: folder.worktree)
        } catch let failure as Failure {
          // The rest is as good without.
          remarks.append("no instructions: \(failure)")
        }
      }
      return (record, remarks)
    }

    private func shell(_ command: String, _ what: String, _ commit: GitRepository.Commit) throws {
      let outcome = try repository.run(
        "/bin/sh", ["-c", "cd \"$0\" && eval \"$1\"", folder.worktree, command],
        // Tables of the runtime are seeded by chance otherwise, and allocate differently in each process.
        environment: [
          ("SECTION_DIFF_COMMIT", commit.hash), ("SECTION_DIFF_RECORD", folder.record),
          ("SWIFT_DETERMINISTIC_HASHING", "1"),
        ], longest: longest)
      // Builds say what is wrong on either, and the cause is in the last lines.
      let complaint = folder.complaint([folder.errors, folder.output].compactMap { folder.lines(in: $0).last }.first)
      switch outcome {
      case nil, .exited(0): break
      case .exited(let code): throw Failure("\(what) exited with \(code)\(complaint)")
      case .killed(let signal): throw Failure("\(what) was ended by signal \(signal)\(complaint)")
      case .tooSlow: throw Failure("\(what) took more than \(longest) s; --timeout allows more")
      }
    }
  }
#endif
