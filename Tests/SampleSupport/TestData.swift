public import Foundation

/// The files in `Tests/Data`: behaviour cases and extracts of real tables.
@available(LiveSystems, *)
public enum TestData {
  /// The address of a file, by its name.
  public static func url(of name: String) -> URL {
    URL(filePath: #filePath).appending(path: "../../Data/\(name)").standardized
  }
}
