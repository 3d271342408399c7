import StoreInterface
import Testing

@testable import ConformanceKit

/// Which number and version a record has.
struct RecordNumbersTests {
  private struct Numbered: Identifiable, Equatable, Sendable {
    let id: String
    let version: Int
  }

  @Test func versionsAreFoundHoweverFarTheyAreAndMadeOnce() {
    let made = Locked<[String]>([])
    let numbers = RecordNumbers<Numbered>([3, 4]) { number, version in
      made.withLock { $0.append("\(number).\(version)") }
      return Numbered(id: "r\(number)", version: version)
    }
    #expect(numbers.number(of: "r3") == 3 && numbers.number(of: "r5") == nil)
    #expect(numbers.version(of: Numbered(id: "r3", version: 2)) == 2)
    #expect(numbers.version(of: Numbered(id: "r3", version: 1)) == 1)
    #expect(numbers.version(of: Numbered(id: "r5", version: 0)) == nil)
    numbers.add(3)
    #expect(made.withLock { $0 } == ["3.0", "4.0", "3.1", "3.2"])
    // One that the harness never makes is sought up to a limit, and then no more.
    #expect(numbers.version(of: Numbered(id: "r4", version: -1)) == nil)
    let count = made.withLock { $0.count }
    #expect(numbers.version(of: Numbered(id: "r4", version: -1)) == nil)
    #expect(made.withLock { $0.count } == count)
    #expect(numbers.version(of: Numbered(id: "r4", version: 200)) == 200)
    #expect(numbers.name(of: Numbered(id: "r3", version: 1)) == "record 3, version 1")
    #expect(numbers.name(of: "r9") == "the record r9")
  }
}
