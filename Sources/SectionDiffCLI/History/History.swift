#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

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
    init(_ store: HistoryStore, of revision: String, last count: Int, comparesFirst: Bool = true) throws {
      let repository = store.repository
      place = store.name
      let places = try store.places()
      var commits = try repository.commits(of: revision, last: count)
      var (all, leftOut) = try store.entries(of: commits, in: places)
      if comparesFirst, let oldest = commits.first, commits.count(where: { places[$0.hash] != nil }) < places.count {
        // Not each record has all that they have.
        var needed = Set(commits.compactMap { all[$0.hash]?.record }.flatMap { $0.figures(withUnsteady: true) })
        let before = try repository.commits(before: oldest)
        var wanted = 0
        for (offset, commit) in before.enumerated() where places[commit.hash] != nil {
          let (entries, problems) = try store.entries(of: [commit], in: places)
          all.merge(entries) { $1 }
          leftOut += problems
          guard let record = entries[commit.hash]?.record else { continue }
          let count = needed.count
          needed.subtract(record.figures(withUnsteady: false))
          if count == 0 || needed.count < count { wanted = offset + 1 }
          if needed.isEmpty { break }
        }
        if wanted == 0 { try repository.checkWhole(at: before.last ?? oldest) }
        commits.insert(contentsOf: before[..<wanted].reversed(), at: 0)
      }
      self.commits = commits
      self.leftOut = leftOut
      let offsets = Dictionary(zip(commits.map(\.hash), commits.indices)) { $1 }
      others = places.count { offsets[$0.key] == nil }
      entries = commits.enumerated().compactMap { offset, commit in all[commit.hash].map { (offset, $0) } }
      let blessings = entries.flatMap(\.entry.blessings).compactMap {
        blessing -> (ClosedRange<Int>, HistoryBlessing)? in
        guard let until = offsets[blessing.until] else { return nil }
        let after = blessing.after.flatMap { offsets[$0] } ?? -1
        return (min(after + 1, until)...until, blessing)
      }
      try repository.processes.checkSignals()
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
          ("--metric", choice.metrics, Set(names.map(\.name))),
        ] {
          if let name = requested.first(where: { !known.contains($0) }) {
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
      let changes = report.trends.flatMap { trend in
        trend.changes.filter { $0.isOpen && $0.commits.contains(commit) }.map {
          HistoryBlessing(
            $0, of: trend.series, after: after($0.commits), until: commits[$0.commits.upperBound].hash, reason: reason,
            date: date)
        }
      }
      let ends = report.ends.filter {
        $0.blessing == nil && $0.commits.contains(commit) && choice.contains($0.key, $0.metric)
      }
      return changes.filter { $0.metric != CountKind.wrong.rawValue || !report.wrong.contains($0.key) }
        + ends.map {
          HistoryBlessing(
            $0.key, $0.metric, after: after($0.commits), until: commits[$0.commits.upperBound].hash, reason: reason,
            date: date)
        }
    }

    /// How many records there are.
    var recorded: Int { entries.count { $0.entry.record != nil } }
  }

  /// Which series are shown, or meant: by workloads, by contenders, and by metrics, which are `time`, or names of counts. Where
  /// none is named, all are.
  struct SeriesChoice {
    var workloads: [String]
    var contenders: [String]
    var metrics: [String]

    /// Whether a series is one of them; without a metric, whether one of its contender may be.
    func contains(_ key: DiffKey, _ metric: String?) -> Bool {
      [(key.workload, workloads), (key.contender, contenders), (metric, metrics)].allSatisfy { name, names in
        names.isEmpty || name.map(names.contains) ?? true
      }
    }
  }
#endif
