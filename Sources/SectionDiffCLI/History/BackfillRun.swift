internal import BenchmarkHarness
internal import RecordFormats

/// Records commits of the past: checks each out in a worktree of its own, builds it, and measures it.
///
/// What is recorded is skipped, and each commit is written as soon as it is measured: whatever ends it, the next call goes
/// on from there.
struct BackfillRun {
  /// What is done in the worktree of each commit.
  struct Plan {
    /// A shell command that builds it; nil for none.
    var build: String?
    /// A shell command that writes a benchmark run to the file that `SECTION_DIFF_RECORD` names.
    var record: String
    /// In how many processes it is measured.
    var processes: Int
    /// The runner whose instructions are counted, in the worktree; nil for none.
    var counted: String?
    /// The most seconds that one command may take.
    var longest: UInt32
  }

  /// What came of it.
  struct Outcome {
    /// The commits that were recorded before.
    var known = 0
    /// The commits that are recorded now.
    var recorded = 0
    /// The commits that could not be recorded, each with the reason.
    var failures: [(commit: GitRepository.Commit, reason: String)] = []
    /// Whether someone stopped it.
    var isInterrupted = false
    /// The commits that were not come to.
    var left = 0
  }

  let plan: Plan
  let store: HistoryStore
  let repository: GitRepository
  let processes: ChildProcess
  let folder: ScratchFolder
  /// Counts instructions; nil where none are.
  let instructions: InstructionCounter?
  /// Receives what is being done, and the share of it that is done.
  let progress: (String, Double) -> Void
  /// Receives a line about a commit that is done with.
  let report: (String) -> Void

  /// So many failures before the first success are a mistake in the commands.
  private static let patience = 3

  private var worktree: BackfillWorktree { BackfillWorktree(repository: repository, folder: folder) }
  private var failed: FailedCommits { FailedCommits(repository: repository) }

  /// Records those of the commits that are not; those that could not be, before, come last.
  ///
  /// - Throws: a failure where nothing can be recorded at all.
  func run(_ commits: [GitRepository.Commit]) throws -> Outcome {
    for abandoned in try worktree.removeAbandoned() { report("\(abandoned) removed, which a killed call has left") }
    let known = try store.recorded(commits)
    let unrecorded = commits.filter { !known.contains($0.hash) }
    let order = SpreadOrder.offsets(unrecorded.count).map { unrecorded[$0] }
    let hashes = failed.hashes
    let again = order.filter { hashes.contains($0.hash) }
    let missing = order.filter { !hashes.contains($0.hash) } + again
    guard !missing.isEmpty else { return Outcome(known: commits.count) }
    if !again.isEmpty { report("\(again.count) of \(missing.count) could not be recorded before, and come last") }
    return try worktree.hold { try record(missing, known: commits.count - missing.count) }
  }

  private func record(_ missing: [GitRepository.Commit], known: Int) throws -> Outcome {
    var outcome = Outcome(known: known)
    do {
      for (number, commit) in missing.enumerated() {
        let share = Double(number) / Double(missing.count)
        let place = "\(number + 1) of \(missing.count)"
        do {
          let (record, remarks) = try measure(commit) { progress("\(place): \(commit.short), \($0)", share) }
          try store.update(commit.hash) { entry in
            // Another one may have been as fast.
            if entry.record == nil { entry.record = record }
          }
          try failed.note(commit.hash, isFailed: false)
          outcome.recorded += 1
          report((["\(place): \(commit.short) recorded"] + remarks).joined(separator: "; "))
        } catch let problem as Problem {
          try failed.note(commit.hash, isFailed: true)
          outcome.failures.append((commit, problem.reason))
          report("\(place): \(commit.short) not recorded: \(problem.reason)")
          if outcome.known + outcome.recorded == 0, outcome.failures.count == Self.patience {
            throw Failure(
              "\(Self.patience) commits in a row could not be recorded, and none could; the last one: \(problem.reason); "
                + "try --build and --record in a worktree of your own; the same call tries other commits first")
          }
        }
      }
    } catch ChildProcess.Ending.interrupted {
      outcome.isInterrupted = true
    }
    outcome.left = missing.count - outcome.recorded - outcome.failures.count
    return outcome
  }

  /// Why one commit cannot be recorded; others may be.
  private struct Problem: Error {
    let reason: String
  }

  /// Measures a commit.
  ///
  /// - Returns: The record, and what it lacks.
  private func measure(
    _ commit: GitRepository.Commit, _ say: (String) -> Void
  ) throws -> (record: HistoryRecord, remarks: [String]) {
    say("checking out")
    if let complaint = try worktree.checkOut(commit) { throw Problem(reason: "it cannot be checked out\(complaint)") }
    if let build = plan.build {
      say("building")
      try shell(build, "the build", commit)
    }
    var runs: [BenchmarkRun] = []
    for number in 1...plan.processes {
      say("measuring, \(number) of \(plan.processes)")
      folder.remove(folder.record)
      try shell(plan.record, "the measurement", commit)
      guard let source = folder.text(in: folder.record) else {
        throw Problem(reason: "the measurement wrote no benchmark run to $SECTION_DIFF_RECORD")
      }
      let run: BenchmarkRun
      do {
        run = try BenchmarkRunReader.run(in: SourceText(source.bytes(in: 0..<source.count), name: "its benchmark run"))
      } catch {
        throw Problem(reason: error.description)
      }
      if runs.contains(where: run.isCopy) { throw Problem(reason: "the measurement gave the same benchmark run twice") }
      runs.append(run)
      if let problem = try repository.problem(ofRun: runs[number - 1].environment.commit, of: commit.hash) {
        throw Problem(reason: problem)
      }
    }
    var record: HistoryRecord
    do {
      record = try HistoryRecord(runs)
    } catch {
      throw Problem(reason: error.description)
    }
    record.environment.commit = commit.hash
    var remarks = record.remarks
    if let instructions, let name = plan.counted {
      say("counting instructions")
      let runner = Runner(path: name.hasPrefix("/") ? name : "\(folder.worktree)/\(name)", commit: commit.hash)
      do {
        remarks += try instructions.add(to: &record, of: runner, from: folder.worktree)
      } catch let failure as Failure {
        // The rest is as good without.
        remarks.append("no instructions: \(failure)")
      }
    }
    return (record, remarks)
  }

  private func shell(_ command: String, _ what: String, _ commit: GitRepository.Commit) throws {
    folder.remove(folder.errors)
    folder.remove(folder.output)
    let outcomes = try processes.run(
      [
        ChildProcess.Command(
          path: "/bin/sh", arguments: ["-c", "cd \"$0\" && eval \"$1\"", folder.worktree, command],
          // Tables of the runtime are seeded by chance otherwise, and allocate differently in each process.
          environment: [
            ("SECTION_DIFF_COMMIT", commit.hash), ("SECTION_DIFF_RECORD", folder.record),
            ("SWIFT_DETERMINISTIC_HASHING", "1"),
          ],
          errors: folder.errors, output: folder.output)
      ], longest: plan.longest)
    guard let outcome = outcomes.first ?? nil, outcome != .exited(0) else { return }
    // Builds say what is wrong on either, and the cause is in the last lines.
    let words = [folder.errors, folder.output].compactMap { file in
      folder.text(in: file).flatMap { $0.string(in: 0..<$0.count).split(separator: "\n").last.map(String.init) }
    }
    let complaint = words.first.map { ": \(VisibleText.shortened($0, to: 200))" } ?? ""
    switch outcome {
    case .exited(let code): throw Problem(reason: "\(what) exited with \(code)\(complaint)")
    case .killed(let signal): throw Problem(reason: "\(what) was ended by signal \(signal)\(complaint)")
    case .tooSlow: throw Problem(reason: "\(what) took more than \(plan.longest) s; --timeout allows more")
    }
  }
}
