internal import BenchmarkHarness

/// The records of a branch, in the order of its commits, and what they say.
struct History {
  /// Where it is kept.
  let place: String
  /// The commits, the oldest first; those without a record, too.
  let commits: [GitRepository.Commit]
  /// The entries of these commits, by their offsets.
  let entries: [(commit: Int, entry: HistoryEntry)]
  /// How many entries belong to other commits: older ones, or those of other branches.
  let others: Int
  /// The commits whose entries are left out, with what is wrong with each.
  let leftOut: [(commit: String, problem: String)]
  /// What the records say.
  private(set) var report: HistoryReport

  /// Reads a history.
  ///
  /// - Parameter comparesFirst: Whether it begins with the last records before these commits that have what they have, so that all
  ///   is compared.
  /// - Throws: a failure that says what is missing or damaged; ``ChildProcess/Ending``.
  init(
    _ store: HistoryStore, of revision: String, last count: Int, in repository: GitRepository,
    comparesFirst: Bool = true
  ) throws {
    place = store.name
    let known = Set(try store.commits())
    var commits = try repository.commits(of: revision, last: count)
    var (all, leftOut) = try store.entries(of: commits.map(\.hash).filter(known.contains))
    if comparesFirst, let oldest = commits.first, !known.subtracting(commits.map(\.hash)).isEmpty {
      // Not each record has all that they have.
      var needed = Set(commits.compactMap { all[$0.hash]?.record }.flatMap { $0.figures(withUnsteady: true) })
      commits.insert(
        contentsOf: try repository.commits(before: oldest) { commit in
          guard known.contains(commit.hash) else { return (false, false) }
          let (entries, problems) = try store.entries(of: [commit.hash])
          all.merge(entries) { $1 }
          leftOut += problems
          guard let record = entries[commit.hash]?.record else { return (false, false) }
          let count = needed.count
          needed.subtract(record.figures(withUnsteady: false))
          return (count == 0 || needed.count < count, needed.isEmpty)
        }, at: 0)
    }
    self.commits = commits
    self.leftOut = leftOut
    others = known.subtracting(commits.map(\.hash)).count
    var entries: [(commit: Int, entry: HistoryEntry)] = []
    var offsets: [String: Int] = [:]
    for (offset, commit) in commits.enumerated() {
      offsets[commit.hash] = offset
      if let entry = all[commit.hash] { entries.append((offset, entry)) }
    }
    self.entries = entries
    let blessings = entries.flatMap(\.entry.blessings).compactMap { blessing -> (ClosedRange<Int>, HistoryBlessing)? in
      guard let until = offsets[blessing.until] else { return nil }
      let after = blessing.after.flatMap { offsets[$0] } ?? -1
      return (min(after + 1, until)...until, blessing)
    }
    try repository.checkSignals()
    report = HistoryReport(
      records: entries.compactMap { offset, entry in entry.record.map { (offset, $0) } },
      blessings: blessings.map { (commits: $0, blessing: $1) }, last: commits.count - 1)
  }

  /// The history of some of its series.
  ///
  /// - Throws: that there is none of one of them.
  func chosen(_ choice: SeriesChoice) throws(Failure) -> History {
    var history = self
    history.report = report.filtered(choice.contains)
    if report.trends.isEmpty { return history }
    for (report, reason) in [(report, "there is no such one"), (history.report, "not with the other names")] {
      let names = report.names
      for (option, requested, known) in [
        ("--workload", choice.workloads, Set(names.map(\.key.workload))),
        ("--strategy", choice.contenders, Set(names.map(\.key.contender))),
        ("--metric", choice.metrics, Set(names.map(\.metric))),
      ] {
        if let name = requested?.first(where: { !known.contains($0) }) {
          throw Failure(
            "\(place): holds nothing of what was requested as \(option) \(VisibleText.shortened(name, to: 60)): \(reason)"
          )
        }
      }
    }
    return history
  }

  /// What became worse at a commit, or ended there, and can be accepted: of what was chosen.
  func blessings(
    of commit: Int, _ choice: SeriesChoice, reason: String, date: String
  ) throws(Failure) -> [HistoryBlessing] {
    let report = try chosen(choice).report
    func after(_ range: ClosedRange<Int>) -> String? {
      range.lowerBound > 0 ? commits[range.lowerBound - 1].hash : nil
    }
    func until(_ range: ClosedRange<Int>) -> String { commits[range.upperBound].hash }
    let changes = report.trends.flatMap { trend in
      trend.changes.filter { $0.isWorse && $0.status == .open && $0.commits.contains(commit) }.map {
        HistoryBlessing(
          $0, of: trend.series, after: after($0.commits), until: until($0.commits), reason: reason, date: date)
      }
    }
    let ends = report.ends.filter {
      $0.blessing == nil && $0.commits.contains(commit) && choice.contains($0.key, $0.metric)
    }
    return changes.filter { $0.metric != CountKind.wrong.rawValue || !report.wrong.contains($0.key) }
      + ends.map {
        HistoryBlessing(
          $0.key, $0.metric, after: after($0.commits), until: until($0.commits), reason: reason, date: date)
      }
  }

  /// How many records there are.
  var recorded: Int { entries.count { $0.entry.record != nil } }
}

/// Which series are shown, or meant.
struct SeriesChoice {
  /// The workloads; nil for all.
  var workloads: [String]?
  /// The contenders; nil for all.
  var contenders: [String]?
  /// The metrics: `time`, or names of counts; nil for all.
  var metrics: [String]?

  /// Whether a series is one of them; without a metric, whether one of its contender may be.
  func contains(_ key: DiffKey, _ metric: String?) -> Bool {
    workloads?.contains(key.workload) ?? true && contenders?.contains(key.contender) ?? true
      && metric.flatMap { metrics?.contains($0) } ?? true
  }
}
