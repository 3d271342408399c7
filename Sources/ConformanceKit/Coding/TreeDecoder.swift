/// Decodes what ``TreeEncoder`` made.
struct TreeDecoder: Decoder {
  let node: TreeNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value of a tree.
  static func decode<T: Decodable>(_ type: T.Type, from node: TreeNode) throws -> T {
    try read(type, from: node)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = node.value else { throw Self.mismatch(type, "an object") }
    return KeyedDecodingContainer(Keyed<Key>(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let nodes) = node.value else { throw Self.mismatch([Any].self, "an array") }
    return Unkeyed(nodes: nodes)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node) }

  fileprivate static func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "expected \(expected)"))
  }

  /// Reads a plain value at once, any other by its conformance.
  fileprivate static func read<T: Decodable>(_ type: T.Type, from node: TreeNode) throws -> T {
    if T.self == Int.self || T.self == Int32.self {
      // By far the most common, and without the detour of existentials.
      let number: Int64? =
        switch node.value {
        case .integer(let number): number
        case .unsigned(let number): Int64(exactly: number)
        default: nil
        }
      if let number {
        if T.self == Int.self, let value = Int(exactly: number) as? T { return value }
        if T.self == Int32.self, let value = Int32(exactly: number) as? T { return value }
      }
    }
    let plain: Any?
    switch node.value {
    case .bool(let flag): plain = flag as? T
    case .text(let text): plain = text as? T
    case .integer(let number): plain = (type as? any BinaryInteger.Type)?.exactly(number)
    case .unsigned(let number): plain = (type as? any BinaryInteger.Type)?.exactly(number)
    case .number(let number): plain = T.self == Float.self ? Float(number) : number
    case .list, .object: return try T(from: TreeDecoder(node: node))
    case .null: plain = nil
    }
    // Without a value the cast to an optional would succeed, with nil.
    if let plain, let value = plain as? T { return value }
    try refusePlain(type)
    return try T(from: TreeDecoder(node: node))
  }

  /// Throws where a plain type was wanted: it would ask for itself again.
  private static func refusePlain(_ type: any Decodable.Type) throws {
    if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type == Bool.self
      || type == String.self
    {
      throw mismatch(type, "\(type)")
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [TreeNode.Field]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.compactMap { Key(stringValue: $0.name) } }

    private func child(_ key: some CodingKey) throws -> TreeNode {
      guard let field = fields.first(where: { $0.name == key.stringValue }) else {
        throw DecodingError.keyNotFound(
          key, DecodingError.Context(codingPath: [], debugDescription: "no field \(key.stringValue)"))
      }
      return field.node
    }

    func contains(_ key: Key) -> Bool { fields.contains { $0.name == key.stringValue } }
    func decodeNil(forKey key: Key) throws -> Bool {
      if case .null = try child(key).value { true } else { false }
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try read(type, from: child(key))
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try TreeDecoder(node: child(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try TreeDecoder(node: child(key)).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { TreeDecoder(node: try child(TreeKey(stringValue: "super"))) }
    func superDecoder(forKey key: Key) throws -> any Decoder { TreeDecoder(node: try child(key)) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let nodes: [TreeNode]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex == nodes.count }

    init(nodes: [TreeNode]) { self.nodes = nodes }

    private mutating func next() throws -> TreeNode {
      guard !isAtEnd else { throw mismatch(Any.self, "another element") }
      defer { currentIndex += 1 }
      return nodes[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, case .null = nodes[currentIndex].value else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type, from: next()) }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try TreeDecoder(node: next()).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try TreeDecoder(node: next()).unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { TreeDecoder(node: try next()) }
  }

  private struct Single: SingleValueDecodingContainer {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
      if case .null = node.value { true } else { false }
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      switch node.value {
      // Plain types ask here; the values within are for those that ask for a container.
      case .list, .object: try refusePlain(type)
      default: break
      }
      return try read(type, from: node)
    }
  }
}

extension BinaryInteger {
  /// The same number as this type, as a value of no particular type; `nil` when it does not fit.
  fileprivate static func exactly(_ number: some BinaryInteger) -> Any? { Self(exactly: number) }
}
