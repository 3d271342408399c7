import Testing

@testable import ConformanceKit

/// The tree that laws encode into gives everything back.
struct TreeEncoderTests {
  private struct Values: Codable, Equatable {
    var numbers = [Int.min, .max]
    var small: [Int8] = [.min, .max]
    var short: [Int16] = [.min, .max]
    var word: [Int32] = [.min, .max]
    var long: [Int64] = [.min, .max]
    var natural: [UInt] = [.min, .max]
    var byte: [UInt8] = [.min, .max]
    var unsignedShort: [UInt16] = [.min, .max]
    var unsignedWord: [UInt32] = [.min, .max]
    var unsignedLong: [UInt64] = [.min, .max]
    var doubles = [0.1, -.greatestFiniteMagnitude, .infinity]
    var floats: [Float] = [0.1, -.greatestFiniteMagnitude]
    var flags = [true, false]
    var texts = ["", "é", "\0"]
    var absent: Int?
    var optional: UInt32? = 7
    var nested: [String: [Int?]] = ["a": [1, nil, 3], "": []]
  }

  private enum Choice: Codable, Equatable {
    case none
    case pair(Int, named: String)
  }

  private func returned<Value: Codable>(_ value: Value) throws -> Value {
    try TreeDecoder.decode(Value.self, from: TreeEncoder.encode(value))
  }

  @Test func everyKindOfValueComesBack() throws {
    #expect(try returned(Values()) == Values())
    #expect(try returned([Choice.none, .pair(-1, named: "x")]) == [.none, .pair(-1, named: "x")])
    #expect(try returned(UInt32.max) == .max)
  }

  @Test func aNumberThatDoesNotFitIsRefused() throws {
    let tree = try TreeEncoder.encode([300])
    #expect(throws: DecodingError.self) { try TreeDecoder.decode([UInt8].self, from: tree) }
    #expect(throws: DecodingError.self) { try TreeDecoder.decode([String].self, from: tree) }
  }
}
