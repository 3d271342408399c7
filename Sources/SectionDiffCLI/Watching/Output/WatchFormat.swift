#if CommandLine
  /// How `watch` prints changes.
  enum WatchFormat: String, CaseIterable {
    /// For people.
    case text
    /// One object a line, for programs.
    case json
  }
#endif
