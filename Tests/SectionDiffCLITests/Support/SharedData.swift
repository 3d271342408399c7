import Foundation

/// Real data that stands beside the package and is not part of it.
enum SharedData {
  /// The folder, from SECTION_DIFF_SHARED, by default `../shared` beside the package; nil where it is missing.
  static var folder: URL? {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["SECTION_DIFF_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let data = folder.appendingPathComponent("data")
    return FileManager.default.fileExists(atPath: data.path) ? data : nil
  }

  static var isThere: Bool { folder != nil }
}
