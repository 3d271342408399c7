/// Header fields in order. Names are the same whatever their case (RFC 9110, section 5.1); values are kept byte for
/// byte.
///
///     var fields: HTTPFields = ["Accept": "application/json"]
///     fields["accept"]                       // "application/json"
public struct HTTPFields: Hashable, Sendable, Codable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Hashable, Sendable, Codable {
    /// The name, as it was written.
    public var name: String
    /// The value, without white space around it.
    public var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Whether name and value may be sent: a token, and no byte that would end the line (RFC 9110, sections 5.1, 5.5).
    package var isValid: Bool {
      !name.isEmpty && name.utf8.allSatisfy(ASCII.isTokenByte)
        && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }

  /// The fields, in order.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// Makes fields of pairs.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { fields.isEmpty }

  /// The value of a name, the values of repeated fields joined by commas (RFC 9110, section 5.3). Setting takes the
  /// place of all fields with the name.
  public subscript(name: String) -> String? {
    get {
      let values = fields.filter { ASCII.equal($0.name, name) }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { ASCII.equal($0.name, name) }
      if let newValue { fields.append(Field(name, newValue)) }
    }
  }

  /// The members of a field that is a list (RFC 9110, section 5.6.1); one empty member where there is no such field.
  func members(_ name: String) -> [String] { ASCII.split(self[name] ?? "", at: UInt8(ascii: ",")) }

  /// Adds a field after the others.
  public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

  /// Sets every field of others here, in the place of those with the same name.
  public mutating func merge(_ others: HTTPFields) {
    for field in others.fields { self[field.name] = nil }
    fields += others.fields
  }
}
