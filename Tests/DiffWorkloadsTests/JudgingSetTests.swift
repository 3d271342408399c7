import DiffWorkloads
import Foundation
import Testing

/// The set that thresholds are judged by must not drift towards them.
@Suite("Judging set") struct JudgingSetTests {
  @Test("the file is the one that the change log names")
  func file() throws {
    let source = try Data(contentsOf: root.appending(path: "Sources/DiffWorkloads/JudgingSet.swift"))
    var fingerprint = Fingerprint()
    for byte in source { fingerprint.add(byte) }
    let names = "`JudgingSet.swift`: fingerprint `\(fingerprint.text)`"
    #expect(
      try changeLog().contains(names),
      "JudgingSet.swift has changed; a line of CHANGELOG.md has to say why, and name it: \(names)")
  }

  @Test("what it makes is what it made when it was frozen")
  func rows() throws {
    var fingerprint = Fingerprint()
    for workload in Catalogue.judging {
      let pair = workload.pair(size: 1_000)
      for side in [pair.old, pair.new] {
        for section in side.sections {
          fingerprint.add(section.key)
          for row in section.rows {
            fingerprint.add(row.id)
            fingerprint.add(row.version)
          }
        }
      }
    }
    let names = "rows of the judging set: fingerprint `\(fingerprint.text)`"
    #expect(
      try changeLog().contains(names),
      "the judging set makes other rows; a line of CHANGELOG.md has to say why, and name them: \(names)")
  }

  private var root: URL { URL(filePath: #filePath).appending(path: "../../..").standardized }

  private func changeLog() throws -> String {
    try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
  }
}

/// The 64-bit hash FNV-1a of Fowler, Noll and Vo: against accidents, not against enemies.
private struct Fingerprint {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  mutating func add(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
