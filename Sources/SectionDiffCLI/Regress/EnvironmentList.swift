#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The variables of the environment.
enum EnvironmentList {
  /// This program's own, with some replaced or added, as a child is given them.
  static func current(adding added: [(name: String, value: String)]) -> [String] {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in added { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// The value of a variable; nil when it is not set, or empty.
  static func value(of name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
