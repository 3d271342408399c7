/// The key of a section that a store orders manually, of a type that the store chooses; code that shows the sections
/// names the type and gets typed keys.
///
///     SectionID("Done").key(as: String.self)     // "Done"
///     SectionID("Done").key(as: Int.self)        // nil
public struct SectionID: Hashable, Sendable {
  private let key: ErasedKey

  /// Wraps a key. The wrap of a wrapped key is that key's.
  public init(_ key: some Hashable & Sendable) { self.key = (key as? SectionID)?.key ?? ErasedKey(key) }

  /// The key, if it is of this type.
  public func key<Key: Hashable>(as type: Key.Type = Key.self) -> Key? { key.key as? Key }
}

extension SectionID: CustomStringConvertible {
  /// The key's own description.
  public var description: String { key.description }
}

/// What a section that a store orders manually shows above its items, of a type that the store chooses.
public struct SectionHeader: Sendable {
  // By reference, as a key is.
  private final class Box: Sendable {
    let content: any Equatable & Sendable
    init(_ content: any Equatable & Sendable) { self.content = content }
  }

  private let box: Box
  private var content: any Equatable & Sendable { box.content }

  /// Wraps the content of a header.
  public init(_ content: some Equatable & Sendable) { box = Box(content) }

  /// The content, if it is of this type.
  public func content<Content: Equatable>(as type: Content.Type = Content.self) -> Content? { content as? Content }
}

extension SectionHeader: Equatable {
  /// Whether two contents are of one type and equal.
  public static func == (a: SectionHeader, b: SectionHeader) -> Bool { a.content.isSame(as: b.content) }
}

extension SectionHeader: CustomStringConvertible {
  /// The content's own description.
  public var description: String { String(describing: content) }
}
