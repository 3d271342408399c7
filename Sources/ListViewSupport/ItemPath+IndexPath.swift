#if canImport(UIKit) && !os(watchOS) || canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import Foundation
  public import SectionDiff

  extension ItemPath {
    /// The same address for UIKit and AppKit.
    public var indexPath: IndexPath { IndexPath(indexes: [section, item]) }

    /// The address that UIKit or AppKit gives for an item; `nil` unless it has a section and an item.
    public init?(_ indexPath: IndexPath) {
      guard indexPath.count == 2 else { return nil }
      self.init(section: indexPath[0], item: indexPath[1])
    }
  }
#endif
