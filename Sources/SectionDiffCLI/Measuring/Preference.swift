/// What a strategy is to be chosen by, as the command names it.
enum Preference: String, CaseIterable {
  /// The least time.
  case speed
  /// The fewest deletes, inserts and moves.
  case fewestChanges = "fewest-changes"
  /// The fewest bytes requested.
  case memory
}
