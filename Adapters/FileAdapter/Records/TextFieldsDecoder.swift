internal import RecordFormats

/// Decodes a row of CSV or TSV: a field is what the type requests.
struct TextFieldsDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let fields: [(name: String, text: String)]

  init(_ document: RecordDocument, row: Int) {
    fields = zip(document.columns ?? [], document.records.fields(of: row)).map { ($0, $1.value.text) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Row(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch([String].self, .init(codingPath: [], debugDescription: "a row has names"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.typeMismatch(String.self, .init(codingPath: [], debugDescription: "a row has several fields"))
  }

  fileprivate struct Row<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let fields: [(name: String, text: String)]

    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { text(key) != nil }

    private func text(_ key: Key) -> String? { fields.first { $0.name == key.stringValue }?.text }

    fileprivate func field(_ key: Key) throws -> Field {
      guard let text = text(key) else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such column"))
      }
      return Field(text: text, codingPath: [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { text(key)?.isEmpty ?? true }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(key).decode(type) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try field(key).decode(type) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      throw DecodingError.typeMismatch(Key.self, .init(codingPath: [], debugDescription: "a row has no parts"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
  }

  /// One field, which decodes itself.
  fileprivate struct Field: Decoder, SingleValueDecodingContainer {
    let text: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var isNested: DecodingError {
      .typeMismatch([String].self, .init(codingPath: codingPath, debugDescription: "a field has no parts"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw isNested }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw isNested }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { text.isEmpty }

    func decode(_ type: Bool.Type) throws -> Bool {
      switch text {
      case "true", "1": return true
      case "false", "0": return false
      default: throw mismatch(type)
      }
    }

    func decode(_ type: String.Type) throws -> String { text }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try T(from: self)
    }

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
      guard let number = Number(text) else { throw mismatch(Number.self) }
      return number
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
      .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "the text is not a valid \(type)"))
    }
  }
}

extension TextFieldsDecoder.Row {
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try field(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try field(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).decode(type) }
}
