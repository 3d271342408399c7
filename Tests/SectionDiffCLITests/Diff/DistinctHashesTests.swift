#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  @Suite struct DistinctHashesTests {
    private func hashes(_ count: Int, seed: UInt64 = 1) -> [UInt64] {
      var random = SeededGenerator(seed: seed)
      return (0..<count).map { _ in random.next() }
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 4_096, 4_097, 100_000])
    func differentOnesAreDistinct(_ count: Int) {
      #expect(DistinctHashes.areDistinct(hashes(count)))
    }

    @Test(arguments: [2, 17, 4_097, 100_000])
    func oneThatStandsTwiceIsFound(_ count: Int) {
      var hashes = hashes(count)
      for (first, second) in [(0, count - 1), (0, 1), (count / 2, count - 1)] where first != second {
        let kept = hashes[second]
        hashes[second] = hashes[first]
        #expect(!DistinctHashes.areDistinct(hashes))
        hashes[second] = kept
      }
    }

    @Test func zeroIsAHashLikeOthers() {
      #expect(DistinctHashes.areDistinct([0, 2, 3]))
      #expect(!DistinctHashes.areDistinct([0, 5, 0]))
    }

    /// They would make the table slow; the engine, which has other hashes to turn to, is to look.
    @Test func hashesMadeToMeetAreLeftToTheEngine() {
      #expect(!DistinctHashes.areDistinct((1...1_000).map { UInt64($0) << 16 }))
    }
  }
#endif
