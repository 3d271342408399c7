// swift-format-ignore-file
// What the checked files take from Foundation; see scripts/apple-check.
public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public let environment: [String: String] = [:]
}
