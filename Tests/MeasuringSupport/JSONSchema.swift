package import Foundation

/// As much of JSON Schema as the schemas use; what it does not know is an error, not a pass.
package struct JSONSchema {
  private enum Fault: Error {
    case notAnObject
    case unsupported(keyword: String)
  }

  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "required", "properties", "items",
    "minimum", "minItems", "maxItems", "additionalProperties",
  ]
  private static let types: Set<String> = ["object", "array", "string", "boolean", "integer", "number", "null"]
  private let root: [String: Any]

  /// The schema of that name in docs/schemas.
  package init(named name: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    try self.init(Data(contentsOf: root.appending(path: "docs/schemas/\(name).json")))
  }

  package init(_ data: Data) throws {
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw Fault.notAnObject }
    self.root = root
    try Self.check(root)
  }

  private static func check(_ schema: [String: Any]) throws {
    for (keyword, value) in schema {
      guard known.contains(keyword) else { throw Fault.unsupported(keyword: keyword) }
      for type in keyword == "type" ? types(of: schema) : [] where !types.contains(type) {
        throw Fault.unsupported(keyword: type)
      }
      if keyword == "properties" || keyword == "$defs", let parts = value as? [String: [String: Any]] {
        for part in parts.values { try check(part) }
      } else if let part = value as? [String: Any] {
        try check(part)
      }
    }
  }

  /// The types that a value can have; none where any will do.
  private static func types(of schema: [String: Any]) -> [String] {
    schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
  }

  /// The first place where a value is not as described; `nil` where there is none.
  ///
  /// - Parameter isWhole: whether all members must be described, as those of what this package writes are.
  package func problem(in value: Any, isWhole: Bool = false) -> String? { problem(value, root, "", isWhole) }

  private func problem(_ value: Any, _ schema: [String: Any], _ path: String, _ isWhole: Bool) -> String? {
    let place = path.isEmpty ? "the value" : path
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init) {
      guard let part = (root["$defs"] as? [String: [String: Any]])?[name] else { return "there is no \(name)" }
      return problem(value, part, path, isWhole)
    }
    if let constant = schema["const"] as? String, value as? String != constant { return "\(place) is not \(constant)" }
    if let values = schema["enum"] as? [Any],
      !values.contains(where: { $0 is NSNull ? value is NSNull : $0 as? String == value as? String })
    {
      return "\(place) is none of the values that it can have"
    }
    let types = Self.types(of: schema)
    if value is NSNull { return types.isEmpty || types.contains("null") ? nil : "\(place) is null" }
    switch types.first(where: { $0 != "null" }) {
    case "object":
      guard let object = value as? [String: Any] else { return "\(place) is no object" }
      for name in schema["required"] as? [String] ?? [] where object[name] == nil { return "\(place) has no \(name)" }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for (name, member) in object.sorted(by: { $0.key < $1.key }) {
        guard let part = properties[name] ?? schema["additionalProperties"] as? [String: Any] else {
          if isWhole { return "\(place) has a member \(name) that is not described" }
          continue
        }
        if let found = problem(member, part, path.isEmpty ? name : "\(path).\(name)", isWhole) { return found }
      }
    case "array":
      guard let array = value as? [Any] else { return "\(place) is no array" }
      if let least = schema["minItems"] as? Int, array.count < least { return "\(place) is too short" }
      if let most = schema["maxItems"] as? Int, array.count > most { return "\(place) is too long" }
      guard let part = schema["items"] as? [String: Any] else { return nil }
      for (index, element) in array.enumerated() {
        if let found = problem(element, part, "\(path)[\(index)]", isWhole) { return found }
      }
    case "string": if !(value is String) { return "\(place) is no string" }
    case "boolean": if !(value is Bool) { return "\(place) is neither true nor false" }
    case "integer": if value is String || value as? Int == nil { return "\(place) is no integer" }
    case "number": if value is String || value as? Double == nil { return "\(place) is no number" }
    default: break
    }
    if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
      return "\(place) is less than \(Int(least))"
    }
    return nil
  }
}
