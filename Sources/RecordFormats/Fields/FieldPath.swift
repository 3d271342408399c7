/// The way to a field of a record: a column's name, or for JSON a dotted path such as `user.id`, or a JSON Pointer such as
/// `/user/id` (RFC 6901).
///
/// In a JSON object a member whose name is the whole rest of the path wins; otherwise the path goes into the
/// member named by what comes before the first dot. So `user.id` finds `{"user.id": 1}` as well as
/// `{"user": {"id": 1}}`. A pointer says which: `/user.id` or `/user/id`; `~1` is a slash in a name, `~0` a tilde. Names are
/// compared as bytes.
public struct FieldPath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String
  /// Its bytes, and below each dot the bytes that follow.
  let bytes: ContiguousArray<UInt8>
  /// The offsets of the dots.
  let dots: [Int]
  /// The names of a pointer, one below the other; nil for a dotted path.
  let names: [[UInt8]]?

  /// Makes a path from its text.
  public init(_ text: String) {
    self.text = text
    let bytes = ContiguousArray(text.utf8)
    self.bytes = bytes
    dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    names = Self.names(ofPointer: Array(bytes))
  }

  /// Makes a path to the member of this name, whatever the name looks like.
  package init(member name: String) {
    text = name
    bytes = ContiguousArray(name.utf8)
    dots = []
    names = [Array(name.utf8)]
  }

  /// The names that a JSON Pointer goes through; nil for what is none, which does not begin with a slash.
  package static func names(ofPointer text: [UInt8]) -> [[UInt8]]? {
    guard text.first == UInt8(ascii: "/") else { return nil }
    return text.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
      var name: [UInt8] = []
      var isEscape = false
      for byte in part {
        switch (isEscape, byte) {
        case (true, UInt8(ascii: "0")): name.append(UInt8(ascii: "~"))
        case (true, UInt8(ascii: "1")): name.append(UInt8(ascii: "/"))
        case (true, _): name += [UInt8(ascii: "~"), byte]
        case (false, UInt8(ascii: "~")): break
        case (false, _): name.append(byte)
        }
        isEscape = !isEscape && byte == UInt8(ascii: "~")
      }
      return isEscape ? name + [UInt8(ascii: "~")] : name
    }
  }

  /// The pointer that goes through these names.
  package static func pointer(through names: [[UInt8]]) -> [UInt8] {
    names.flatMap { name in
      [UInt8(ascii: "/")]
        + name.flatMap { byte -> [UInt8] in
          switch byte {
          case UInt8(ascii: "~"): Array("~0".utf8)
          case UInt8(ascii: "/"): Array("~1".utf8)
          default: [byte]
          }
        }
    }
  }

  /// The paths above this one, those that are nearest to the record first.
  package var containers: [FieldPath] {
    if let names {
      return (1..<max(1, names.count)).map {
        FieldPath(String(decoding: Self.pointer(through: Array(names[..<$0])), as: UTF8.self))
      }
    }
    return dots.map { FieldPath(String(decoding: bytes[..<$0], as: UTF8.self)) }
  }

  /// How many steps it takes, at most.
  package var depth: Int { names?.count ?? dots.count + 1 }

  private func value(through names: [[UInt8]], in object: FieldValue, _ source: Span<UInt8>) -> FieldValue? {
    var value = object
    for name in names {
      guard value.kind == .object else { return nil }
      var cursor = JSONCursor(inside: value)
      var found: FieldValue?
      let bytes = ContiguousArray(name)
      while found == nil, let member = cursor.nextMember(source) {
        let isIt = ValueDecoding.withDecoded(member.name, source) {
          ByteKernels.equal($0, $1, bytes.span, bytes.indices)
        }
        if isIt { found = member.value }
      }
      guard let found else { return nil }
      value = found
    }
    return value
  }

  /// The value at this path within `object`, or nil where there is none.
  func value(in object: FieldValue, _ source: Span<UInt8>) -> FieldValue? {
    if let names { return value(through: names, in: object, source) }
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
