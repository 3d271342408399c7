/// A value with an identity that it does not have by itself: by a key path, by a closure, or the value as its own key.
///
///     let rows = lines.map { KeyedValue($0, id: \.number) }
///     let words = text.split(separator: " ").map { KeyedValue($0) }      // equal words are the same record
///     rows[0].number                                                // members of the value are at hand
@dynamicMemberLookup
public struct KeyedValue<Value, ID: Hashable>: Identifiable {
  /// What distinguishes this record from others.
  public let id: ID
  /// The record itself.
  public var value: Value

  /// Makes a record with a key given by hand.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Makes a record with the key that the closure or key path takes from it.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// The value's own member.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}

extension KeyedValue where Value == ID {
  /// Makes a record that is its own key.
  public init(_ value: Value) {
    self.init(value, id: value)
  }
}

extension KeyedValue: Sendable where Value: Sendable, ID: Sendable {}
extension KeyedValue: Equatable where Value: Equatable {}
extension KeyedValue: Hashable where Value: Hashable {}
extension KeyedValue: Encodable where Value: Encodable, ID: Encodable {}
extension KeyedValue: Decodable where Value: Decodable, ID: Decodable {}
