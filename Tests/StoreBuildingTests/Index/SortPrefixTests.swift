import StoreBuilding
import StoreTestSupport
import TestScale
import Testing

/// Prefixes must never say anything about an order but what the values say.
@Suite("Sort prefixes") struct SortPrefixTests {
  private func check<Value: Comparable>(_ values: [Value], sourceLocation: SourceLocation = #_sourceLocation) {
    for a in values {
      for b in values {
        guard let precedes = SortPrefix(of: a).precedes(SortPrefix(of: b)) else { continue }
        #expect(precedes ? a < b : b < a, "\(a), \(b)", sourceLocation: sourceLocation)
        let reversed = SortPrefix(of: a).reversed.precedes(SortPrefix(of: b).reversed)
        #expect(reversed == !precedes, "\(a), \(b) descending", sourceLocation: sourceLocation)
      }
    }
  }

  @Test("integers: around zero, around powers of two, and the ends", .enabled(if: TestScale.isFull))
  func integers() {
    var values: [Int] = [.min, .max, .min + 1, .max - 1]
    for shift in 0..<62 {
      for near in -2...2 { values += [(1 << shift) + near, -(1 << shift) + near] }
    }
    check(values)
    check(values.map { Int64($0) })
    check(values.map { Int32(truncatingIfNeeded: $0) })
    check(values.map { UInt64(bitPattern: Int64($0)) })
    check(values.map { UInt32(truncatingIfNeeded: $0) })
  }

  @Test("numbers with fractions: both zeros, subnormal ones, infinities, and what is no number")
  func fractions() {
    var values: [Double] = [0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-300]
    var random = Generator(seed: 4)
    for _ in 0..<200 { values.append(Double(bitPattern: random.next())) }
    values = values.filter { !$0.isNaN }
    values += values.map { -$0 } + values.map(\.nextUp)
    check(values)
    check(values.map { Float($0) })
    #expect(SortPrefix(of: Double.nan) == .unknown)
    #expect(SortPrefix(of: 0.0) == SortPrefix(of: -0.0))
  }

  @Test("texts: all short ones of an alphabet with marks that change the letter before them")
  func texts() {
    let alphabet = ["", "a", "e", "z", "\u{0}", "\u{7F}", "\u{301}", "é", "ß"]
    var values = [""]
    for _ in 0..<3 { values = values.flatMap { value in alphabet.map { value + $0 } } }
    check(Array(Set(values)).sorted())
    let starts = ["abcd", "abce", "abc", "abcde"]
    check(starts.flatMap { start in alphabet.flatMap { [start + $0, start + $0 + "x"] } })
  }

  @Test("what is missing stands first; other types are not known")
  func missing() {
    let none: Int? = nil
    #expect(SortPrefix(of: none).precedes(SortPrefix(of: Int.min)) == true)
    #expect(SortPrefix(of: none).reversed.precedes(SortPrefix(of: Int.min).reversed) == false)
    #expect(SortPrefix(of: none).precedes(SortPrefix(of: "")) == true)
    #expect(SortPrefix(of: Optional("é")) == .unknown)
    #expect(SortPrefix(of: Character("a")) == .unknown)
  }
}
