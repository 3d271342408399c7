/// A member of a JSON object: its name and its value.
public struct JSONMember: Sendable, Hashable {
  /// The name, a string.
  public let name: FieldValue
  /// The value.
  public let value: FieldValue
}
