/// Decodes a row: a field is what the type requests.
struct RowDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let fields: [(name: String, text: String)]

  init(_ fields: [NamedValue]) {
    self.fields = fields.map { (String(decoding: $0.name, as: UTF8.self), $0.value.text) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Row(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([String].self, "a row has names") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(String.self, "a row has several fields")
  }

  private struct Row<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let fields: [(name: String, text: String)]

    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { text(key) != nil }

    private func text(_ key: Key) -> String? { fields.first { $0.name == key.stringValue }?.text }

    private func field(_ key: Key) throws -> Field {
      guard let text = text(key) else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such column"))
      }
      return Field(text: text, codingPath: [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { text(key)?.isEmpty ?? true }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).decode(type) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { throw mismatch(Key.self, "a row has no parts") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
  }

  /// One field, which decodes itself.
  private struct Field: Decoder, SingleValueDecodingContainer {
    let text: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw mismatch([String].self, at: codingPath, "a field has no parts")
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw mismatch([String].self, at: codingPath, "a field has no parts")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { text.isEmpty }

    func decode(_ type: String.Type) -> String { text }

    func decode(_ type: Bool.Type) throws -> Bool {
      switch text {
      case "true", "1": return true
      case "false", "0": return false
      default: throw mismatch(type, at: codingPath, "the text is not a valid \(type)")
      }
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    // A cast to a protocol of numbers would do with one function, and take a fifth longer for a row.
    func decode(_ type: Double.Type) throws -> Double { try number() }
    func decode(_ type: Float.Type) throws -> Float { try number() }
    func decode(_ type: Int.Type) throws -> Int { try number() }
    func decode(_ type: Int8.Type) throws -> Int8 { try number() }
    func decode(_ type: Int16.Type) throws -> Int16 { try number() }
    func decode(_ type: Int32.Type) throws -> Int32 { try number() }
    func decode(_ type: Int64.Type) throws -> Int64 { try number() }
    func decode(_ type: UInt.Type) throws -> UInt { try number() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try number() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try number() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try number() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try number() }

    private func number<Number: LosslessStringConvertible>() throws -> Number {
      guard let number = Number(text) else {
        throw mismatch(Number.self, at: codingPath, "the text is not a valid \(Number.self)")
      }
      return number
    }
  }
}

private func mismatch(_ type: Any.Type, at path: [any CodingKey] = [], _ problem: String) -> DecodingError {
  .typeMismatch(type, .init(codingPath: path, debugDescription: problem))
}
