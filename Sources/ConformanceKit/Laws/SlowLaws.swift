/// The laws of a changeset that take as long as all others together, so that a run of many cases may share them out.
struct SlowLaws: OptionSet {
  let rawValue: Int

  /// What is encoded and decoded.
  static let coding = SlowLaws(rawValue: 1)
  /// One change at a time, and one row at a time.
  static let steps = SlowLaws(rawValue: 2)
  /// Refreshed changesets.
  static let refreshing = SlowLaws(rawValue: 4)
  static let all: SlowLaws = [.coding, .steps, .refreshing]
}
