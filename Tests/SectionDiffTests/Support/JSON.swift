import Foundation

/// The JSON of a value, with its keys in order, so that equal values give equal text.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that a JSON text stands for.
func decoded<Value: Decodable>(_ type: Value.Type = Value.self, from text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}
