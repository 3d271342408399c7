/// The address of an item: which section, and which place in that section.
///
/// A path means nothing without the snapshot that it belongs to. Every API that takes or returns one says
/// whether it is a path in the *old* snapshot or in the *new* one; there is never a state in between.
public struct ItemPath: Hashable, Sendable, Codable {
  /// The offset of the section in its snapshot.
  public var section: Int
  /// The offset of the item in its section.
  public var item: Int

  /// Makes the address of the item at offset `item` of the section at offset `section`.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPath: Comparable {
  /// Orders paths by section, then by item.
  public static func < (a: ItemPath, b: ItemPath) -> Bool {
    a.section != b.section ? a.section < b.section : a.item < b.item
  }
}

extension ItemPath: CustomStringConvertible {
  /// The path as `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}
