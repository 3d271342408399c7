/// Decodes a row: a field is what the type requests.
struct RowDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let fields: [NamedValue]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Row(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([String].self, "a row has names") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw mismatch(String.self, "a row has several fields")
  }

  private struct Row<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let fields: [NamedValue]

    var allKeys: [Key] { fields.compactMap { Key(stringValue: String(decoding: $0.name, as: UTF8.self)) } }

    func contains(_ key: Key) -> Bool { value(key) != nil }

    private func value(_ key: Key) -> SourcedValue? {
      fields.first { $0.name.elementsEqual(key.stringValue.utf8) }?.value
    }

    private func field(_ key: Key) throws -> Field {
      guard let value = value(key) else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such column"))
      }
      return Field(text: value.text, codingPath: [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { value(key)?.value.range.isEmpty ?? true }
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

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      guard let numbers = type as? any (LosslessStringConvertible & Numeric).Type else { return try T(from: self) }
      guard let number = numbers.init(text) as? T else {
        throw mismatch(type, at: codingPath, "the text is not a valid \(type)")
      }
      return number
    }
  }
}

private func mismatch(_ type: Any.Type, at path: [any CodingKey] = [], _ problem: String) -> DecodingError {
  .typeMismatch(type, .init(codingPath: path, debugDescription: problem))
}
