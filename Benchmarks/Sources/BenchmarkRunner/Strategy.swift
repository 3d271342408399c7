import ArgumentParser
import SectionDiff

/// As an argument: by the names that the command gives them.
extension DiffStrategy: @retroactive ExpressibleByArgument {
  /// One of those that are measured, by name.
  public init?(argument: String) {
    guard let strategy = DiffStrategy(argument), strategy.isOffered else { return nil }
    self = strategy
  }

  /// The names of those that are measured.
  public static var allValueStrings: [String] { offered.map(\.name) }
}
