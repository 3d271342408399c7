import Foundation
import TestScale

/// How many random runs a long trial makes: 20, in full 200, and at night as many as SECTION_DIFF_RANDOM_RUNS says. Each has a
/// seed of its own, its number, so that a greater count makes the same runs and more.
public let randomRuns =
  ProcessInfo.processInfo.environment["SECTION_DIFF_RANDOM_RUNS"].flatMap { Int($0) } ?? TestScale.count(200, quick: 20)
