/// Encodes into a tree: small and fast, so that millions of round trips can be checked without Foundation.
struct TreeEncoder: Encoder {
  let node: TreeNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The tree of a value.
  static func encode(_ value: some Encodable) throws -> TreeNode {
    let node = TreeNode()
    try write(value, to: node)
    return node
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = node.value {} else { node.value = .object([]) }
    return KeyedEncodingContainer(Keyed<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = node.value {} else { node.value = .list([]) }
    return Unkeyed(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }

  /// Writes a plain value at once, any other by its conformance.
  fileprivate static func write<T: Encodable>(_ value: T, to node: TreeNode) throws {
    // Types are compared before they are cast: a failed cast costs far more.
    if T.self == Int.self, let number = value as? Int {
      node.value = .integer(Int64(number))
    } else if T.self == Int32.self, let number = value as? Int32 {
      node.value = .integer(Int64(number))
    } else if T.self == Int64.self, let number = value as? Int64 {
      node.value = .integer(Int64(number))
    } else if T.self == Int8.self, let number = value as? Int8 {
      node.value = .integer(Int64(number))
    } else if T.self == Int16.self, let number = value as? Int16 {
      node.value = .integer(Int64(number))
    } else if T.self == UInt.self, let number = value as? UInt {
      node.value = .unsigned(UInt64(number))
    } else if T.self == UInt8.self, let number = value as? UInt8 {
      node.value = .unsigned(UInt64(number))
    } else if T.self == UInt16.self, let number = value as? UInt16 {
      node.value = .unsigned(UInt64(number))
    } else if T.self == UInt32.self, let number = value as? UInt32 {
      node.value = .unsigned(UInt64(number))
    } else if T.self == UInt64.self, let number = value as? UInt64 {
      node.value = .unsigned(UInt64(number))
    } else if T.self == String.self, let text = value as? String {
      node.value = .text(text)
    } else if T.self == Bool.self, let flag = value as? Bool {
      node.value = .bool(flag)
    } else if T.self == Double.self, let number = value as? Double {
      node.value = .number(number)
    } else if T.self == Float.self, let number = value as? Float {
      node.value = .number(Double(number))
    } else {
      try value.encode(to: TreeEncoder(node: node))
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }

    private func child(_ key: some CodingKey) -> TreeNode {
      let child = TreeNode()
      if case .object(var fields) = node.value {
        // The fields must have one owner, or each append copies them.
        node.value = .null
        fields.append(TreeNode.Field(name: key.stringValue, node: child))
        node.value = .object(fields)
      }
      return child
    }

    func encodeNil(forKey key: Key) { _ = child(key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(value, to: child(key)) }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      TreeEncoder(node: child(key)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      TreeEncoder(node: child(key)).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { TreeEncoder(node: child(TreeKey(stringValue: "super"))) }
    func superEncoder(forKey key: Key) -> any Encoder { TreeEncoder(node: child(key)) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }
    var count: Int {
      if case .list(let nodes) = node.value { nodes.count } else { 0 }
    }

    private func child() -> TreeNode {
      let child = TreeNode()
      if case .list(var nodes) = node.value {
        // The elements must have one owner, or each append copies them.
        node.value = .null
        nodes.append(child)
        node.value = .list(nodes)
      }
      return child
    }

    func encodeNil() { _ = child() }
    func encode<T: Encodable>(_ value: T) throws { try write(value, to: child()) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      TreeEncoder(node: child()).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      TreeEncoder(node: child()).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { TreeEncoder(node: child()) }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: TreeNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.value = .null }
    func encode<T: Encodable>(_ value: T) throws { try write(value, to: node) }
  }
}

/// A key made from any text.
struct TreeKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
