/// The way to a field of a record: a column's name, or for JSON a dotted path such as `user.id`.
///
/// In a JSON object a member whose name is the whole rest of the path wins; otherwise the path goes into the
/// member named by what comes before the first dot. So `user.id` finds `{"user.id": 1}` as well as
/// `{"user": {"id": 1}}`. Names are compared as bytes.
public struct FieldPath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String
  /// Its bytes, and below each dot the bytes that follow.
  let bytes: ContiguousArray<UInt8>
  /// The offsets of the dots.
  let dots: [Int]

  /// Makes a path from its text.
  public init(_ text: String) {
    self.text = text
    let bytes = ContiguousArray(text.utf8)
    self.bytes = bytes
    dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
  }

  /// The value at this path within `object`, or nil where there is none.
  func value(in object: FieldValue, _ source: Span<UInt8>) -> FieldValue? {
    var container = object
    var start = 0
    var step = 0
    while true {
      guard container.kind == .object else { return nil }
      let dot = step < dots.count ? dots[step] : bytes.count
      var inner: FieldValue?
      var cursor = JSONCursor(inside: container)
      while let member = cursor.nextMember(source) {
        if matches(member.name, start..<bytes.count, source) { return member.value }
        if dot < bytes.count, matches(member.name, start..<dot, source) { inner = member.value }
      }
      guard let inner else { return nil }
      container = inner
      start = dot + 1
      step += 1
    }
  }

  private func matches(_ name: FieldValue, _ range: Range<Int>, _ source: Span<UInt8>) -> Bool {
    if name.isPlainText { return ByteKernels.equal(source, name.range, bytes.span, range) }
    return ValueDecoding.withDecoded(name, source) { ByteKernels.equal($0, $1, bytes.span, range) }
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// Makes a path from a literal.
  public init(stringLiteral text: String) { self.init(text) }
}

extension FieldPath: CustomStringConvertible {
  /// The path as it was given.
  public var description: String { text }
}

/// Where a field is found in the records of one document; see ``RecordDocument/locator(for:)``.
public enum FieldLocator: Sendable, Hashable {
  /// A column of CSV or TSV, from 0.
  case column(Int)
  /// A path within JSON objects.
  case path(FieldPath)
}
