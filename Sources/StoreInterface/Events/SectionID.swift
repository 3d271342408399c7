/// The key of a section that a store keeps by hand, of a type that the store chooses; whoever shows the sections names
/// the type and gets typed keys.
///
///     SectionID("Done").key(as: String.self)     // "Done"
///     SectionID("Done").key(as: Int.self)        // nil
public struct SectionID: Sendable {
  private let key: any Hashable & Sendable

  /// Wraps a key.
  public init(_ key: some Hashable & Sendable) { self.key = key }

  /// The key, if it is of this type.
  public func key<Key: Hashable>(as type: Key.Type = Key.self) -> Key? { key as? Key }
}

extension SectionID: Hashable {
  public static func == (a: SectionID, b: SectionID) -> Bool { AnyHashable(a.key) == AnyHashable(b.key) }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(key)) }
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
  public static func == (a: SectionHeader, b: SectionHeader) -> Bool {
    func isEqual<Content: Equatable>(_ content: Content) -> Bool { b.content as? Content == content }
    return isEqual(a.content)
  }
}

extension SectionHeader: CustomStringConvertible {
  /// The content's own description.
  public var description: String { String(describing: content) }
}
