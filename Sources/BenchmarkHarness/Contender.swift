/// Something that is measured: how it is checked, and how it is run.
///
/// For example:
///
///     Contender("sort") { values.sorted().count }
public struct Contender {
  /// The name that tables and benchmark runs show.
  public let name: String
  /// Runs it once, checks the answer, and says what it was; `nil` where there is nothing to check, as for a floor.
  public let check: () throws -> DiffAnswer?
  /// Runs it once; what it returns hangs on the whole of the work, so that nothing of it can be left out.
  ///
  /// What a run allocates and does not return is freed within the run, and so within its time.
  public let run: () throws -> Int

  /// Makes a contender without an answer to check, such as a floor.
  public init(_ name: String, run: @escaping () throws -> Int) {
    self.name = name
    self.run = run
    check = { nil }
  }

  /// Makes a contender whose answer is checked before it is timed.
  public init(_ name: String, check: @escaping () throws -> DiffAnswer, run: @escaping () throws -> Int) {
    self.name = name
    self.run = run
    self.check = check
  }
}
