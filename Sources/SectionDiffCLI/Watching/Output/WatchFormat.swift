internal import ArgumentParser

/// How `watch` prints changes.
enum WatchFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case text
  /// One object a line, for programs.
  case json
}
