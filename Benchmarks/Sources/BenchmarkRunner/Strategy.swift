import ArgumentParser
import SectionDiff

/// As an argument: by the names that the command gives them.
extension DiffStrategy: @retroactive ExpressibleByArgument {
  /// The one of that name.
  public init?(argument: String) { self.init(argument) }

  /// The names of all.
  public static var allValueStrings: [String] { all.map(\.name) }
}
