#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  @Suite("Keys of a page")
  struct PageKeyTests {
    @Test("what is short is itself, what is long is a hash")
    func limit() {
      let short = Array(repeating: UInt8(ascii: "1"), count: PageKey.limit)
      #expect(PageKey(short).text == String(decoding: short, as: UTF8.self))
      #expect(PageKey([]).text == "")
      let long = PageKey(short + [0x31]).text
      #expect(long.count == 33 && long.first == "#" && long.dropFirst().allSatisfy(\.isHexDigit))
      #expect(PageKey(short + [0x31]).text == long)
    }

    @Test("long identities that differ in one place have different keys, in both halves")
    func difference() {
      let long = Array("{\"name\":\"\(String(repeating: "x", count: 200))\"}".utf8)
      var first: Set<Substring> = []
      var second: Set<Substring> = []
      for place in long.indices {
        for bit in 0..<8 {
          var other = long
          other[place] ^= 1 << bit
          let digits = PageKey(other).text.dropFirst()
          first.insert(digits.prefix(16))
          second.insert(digits.suffix(16))
        }
      }
      #expect(first.count == long.count * 8 && second.count == long.count * 8)
      #expect(first.isDisjoint(with: second))
    }

    @Test("the hash is FNV-1a")
    func reference() {
      // 65 bytes `a`, by the published algorithm from the basis of 64 bits.
      #expect(PageKey(Array(repeating: 0x61, count: 65)).text.hasPrefix("#8087e9a889f8a14c"))
    }
  }
#endif
