/// Something that is measured: how it is checked, counted and run.
///
/// A diff, or anything else:
///
///     Contender.diff("ours", by: Differ(), from: old, to: new, comparing: IdentifiableComparison())
///     Contender("parser", verify: { try check(parse(text)) }, counts: { ["tokens": parse(text).count] }) { parse(text).count }
///     Contender("scan") { text.utf8.count }          // a floor: timed, never judged
public struct Contender {
  /// The name that tables and benchmark runs show.
  public let name: String
  /// Checks its answer, and says what it was; `nil` for what is no diff, and where there is nothing to check.
  ///
  /// Throws ``VerificationFailure`` for a wrong answer.
  public let check: () throws -> DiffAnswer?
  /// What it takes, in numbers of its own that are the same in every run; `nil` where nothing judges it, as a floor.
  public let counts: (() throws -> [String: Int])?
  /// Runs it once; what it returns hangs on the whole of the work, so that nothing of it can be left out.
  ///
  /// What a run allocates and does not return is freed within the run, and so within its time.
  public let run: () throws -> Int

  /// Of which counts more is better, such as hits of a cache; of all others fewer are.
  public var better: [String: Better] = [:]

  /// Whether what a run allocates is counted. False where other threads take part: then it is another number in every run,
  /// and no gate can judge it.
  public var countsAllocations = true

  /// Makes a contender that is timed and nothing else, such as a floor. No gate judges it.
  public init(_ name: String, run: @escaping () throws -> Int) {
    self.init(name, check: { nil }, counts: nil, run: run)
  }

  /// Makes a diff whose answer is checked before it is timed.
  public init(_ name: String, check: @escaping () throws -> DiffAnswer, run: @escaping () throws -> Int) {
    self.init(name, check: check, counts: { [:] }, run: run)
  }

  /// Makes a contender that is no diff, such as a parser or a query. The gates judge it as they judge diffs.
  ///
  /// - Parameters:
  ///   - name: The name that tables and benchmark runs show.
  ///   - verify: Throws ``VerificationFailure`` when its answer is wrong; it is not timed then.
  ///   - counts: What it takes, by name, the same in every run, up to 2⁵³.
  ///   - better: Of which counts more is better, such as hits of a cache; more of anything else is worse.
  ///   - run: Runs it once; what it returns hangs on the whole of the work.
  public init(
    _ name: String, verify: @escaping () throws -> Void, counts: @escaping () throws -> [String: Int] = { [:] },
    better: [String: Better] = [:], run: @escaping () throws -> Int
  ) {
    self.init(
      name,
      check: {
        try verify()
        return nil
      }, counts: counts, run: run)
    self.better = better
  }

  init(
    _ name: String, check: @escaping () throws -> DiffAnswer?, counts: (() throws -> [String: Int])?,
    run: @escaping () throws -> Int
  ) {
    self.name = name
    self.check = check
    self.counts = counts
    self.run = run
  }

  /// Whether gates judge it.
  var isJudged: Bool { counts != nil }

  /// The same, idling for a share of its time after each run: a slow-down to try a gate with. The clock is read three times
  /// more, which short runs feel.
  func slowed(by share: Double, clock: some NanosecondClock) -> Contender {
    guard share > 0, isJudged else { return self }
    let run = run
    var slowed = Contender(
      name, check: check, counts: counts,
      run: {
        let start = clock.now
        let result = try run()
        let now = clock.now
        let end = now + Int(Double(now - start) * share)
        while clock.now < end {}
        return result
      })
    (slowed.countsAllocations, slowed.better) = (countsAllocations, better)
    return slowed
  }
}
