internal import SectionDiff

/// A strategy that the command offers: one of the package's list, by its name. Myers runs without inferred moves: its
/// script is the shortest, and a leftover is a delete and an insert.
struct Strategy: Hashable, CustomStringConvertible {
  private let listed: DiffStrategy

  /// All that are offered.
  static let offered = DiffStrategy.offered.map(Strategy.init)
  /// The default.
  static let standard = Strategy(listed: .standard)

  private init(listed: DiffStrategy) { self.listed = listed }

  /// The one of this name, if it is offered.
  init?(named name: String) {
    guard let listed = DiffStrategy(name), listed.isOffered else { return nil }
    self.listed = listed
  }

  var name: String { listed.name }
  var algorithm: any DiffAlgorithm { listed.algorithm }
  var description: String { name }
}
