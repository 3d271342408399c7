extension SourceText {
  /// The members of an object in the order of the source; empty for any other value.
  public func members(of object: FieldValue) -> [JSONMember] {
    guard object.kind == .object else { return [] }
    return withSpan { bytes in
      var members: [JSONMember] = []
      var cursor = JSONCursor(inside: object)
      while let member = cursor.nextMember(bytes) { members.append(member) }
      return members
    }
  }

  /// The elements of an array; empty for any other value.
  public func elements(of array: FieldValue) -> [FieldValue] {
    guard array.kind == .array else { return [] }
    return withSpan { bytes in
      var elements: [FieldValue] = []
      var cursor = JSONCursor(inside: array)
      while let element = cursor.nextElement(bytes) { elements.append(element) }
      return elements
    }
  }

  /// The value at a path within an object, or nil where there is none.
  public func value(at path: FieldPath, in object: FieldValue) -> FieldValue? {
    withSpan { path.value(in: object, $0) }
  }
}
