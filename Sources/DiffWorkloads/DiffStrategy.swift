public import SectionDiff

/// The algorithms of this package by name: the one list that the command, the benchmarks, the laws and the plots read.
///
///     let chosen = DiffStrategy("heckel")?.algorithm ?? AdaptiveDiff()
///     print(DiffStrategy.all.map(\.name))        // ["adaptive", "lis", "myers-moves", "heckel", "myers"]
public struct DiffStrategy: Sendable {
  /// The name, as an option or a table shows it.
  public let name: String
  /// What carries it out. Its promises are `DiffAlgorithm.promises`.
  public let algorithm: any DiffAlgorithm
  /// Its colour in plots, on a light and on a dark page, such as `#2463eb`.
  public let colors: (light: String, dark: String)

  /// Makes an entry; those of this package are in ``all``.
  public init(_ name: String, _ algorithm: any DiffAlgorithm, light: String, dark: String) {
    self.name = name
    self.algorithm = algorithm
    colors = (light, dark)
  }

  /// The one that a `Differ` uses unless another is chosen.
  public static let standard = DiffStrategy("adaptive", AdaptiveDiff(), light: "#2463eb", dark: "#6ea8fe")

  /// All of them, those that promise most first. `scripts/reporting` reads the lines of this list: one an entry.
  public static let all: [DiffStrategy] = [
    standard,
    DiffStrategy("lis", LISDiff(), light: "#0d9479", dark: "#3fd0ae"),
    DiffStrategy("myers-moves", MyersDiff(infersMoves: true), light: "#6b7a0f", dark: "#b9cc52"),
    DiffStrategy("heckel", HeckelDiff(), light: "#cf7a0a", dark: "#f5b14a"),
    DiffStrategy("myers", MyersDiff(), light: "#9a3fd5", dark: "#c992f5"),
  ]

  /// The one of this name, or `nil`.
  public init?(_ name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension DiffStrategy: Hashable {
  /// Whether the names are equal.
  public static func == (a: DiffStrategy, b: DiffStrategy) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension DiffStrategy: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
