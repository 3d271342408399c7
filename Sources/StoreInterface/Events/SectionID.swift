/// The key of a section that a store keeps by hand, of a type that the store chooses; whoever shows the sections names
/// the type and gets typed keys.
///
///     SectionID("Done").key(as: String.self)     // "Done"
///     SectionID("Done").key(as: Int.self)        // nil
public struct SectionID: Sendable {
  private let key: any Hashable & Sendable

  /// Wraps a key. The wrap of a wrapped key is that key's.
  public init(_ key: some Hashable & Sendable) { self.key = (key as? SectionID)?.key ?? key }

  /// The key, if it is of this type.
  public func key<Key: Hashable>(as type: Key.Type = Key.self) -> Key? { key as? Key }
}

extension SectionID: Hashable {
  /// Whether two keys are of one type and equal.
  public static func == (a: SectionID, b: SectionID) -> Bool { a.key.isSame(as: b.key) }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}

extension SectionID: CustomStringConvertible {
  /// The key's own description.
  public var description: String { String(describing: key) }
}

/// What a section that a store keeps by hand shows above its items, of a type that the store chooses.
public struct SectionHeader: Sendable {
  private let content: any Equatable & Sendable

  /// Wraps the content of a header.
  public init(_ content: some Equatable & Sendable) { self.content = content }

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

extension Equatable {
  /// Whether another value is of exactly this type and equal. A cast alone would also unwrap optional values.
  fileprivate func isSame(as other: Any) -> Bool { type(of: other) == Self.self && other as? Self == self }
}
