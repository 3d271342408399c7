import Foundation

/// How much the tests try: by default so little that nobody waits for it, and all where SECTION_DIFF_FULL_TESTS is set, as
/// the checks do.
///
/// Tests of a second or more, in a debug build, ask for ``isFull``, or take a ``share(of:every:)`` of their cases.
public enum TestScale {
  /// Whether all is tried.
  public static let isFull = ProcessInfo.processInfo.environment["SECTION_DIFF_FULL_TESTS"] != nil

  /// All cases, or of each `stride` the first.
  public static func share<Cases: Collection>(of cases: Cases, every stride: Int) -> [Cases.Element] {
    isFull ? Array(cases) : cases.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  /// `full`, or `quick`.
  public static func count(_ full: Int, quick: Int) -> Int { isFull ? full : quick }
}
