#if CommandLine
  import RecordFormats
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// A patch that does not fit is refused with the place where it does not; no patch whatever makes the program trap.
  @Suite struct PatchMisfitTests {
    private let old =
      "[{\"section\":\"A\",\"content\":\"h\",\"items\":[[\"1\",\"a\"],[\"2\",\"b\"]]},{\"section\":\"B\",\"items\":[[\"3\",\"c\"]]}]\n"
    private let new =
      "[{\"section\":\"C\",\"items\":[[\"4\",\"d\"],[\"1\",\"A\"]]},{\"section\":\"A\",\"content\":\"H\",\"items\":[[\"2\",\"b\"]]}]\n"

    private func patch(_ view: ChangeView) throws -> String {
      var rules = ComparisonRules()
      rules.duplicates = .reject
      let diff = try RecordDiff(
        RecordPair(
          old: try RecordFile(SourceText(old, name: "old"), format: .sections, rules: rules),
          new: try RecordFile(SourceText(new, name: "new"), format: .sections, rules: rules)),
        rules: rules, strategy: .lis, budget: .standard)
      return String(decoding: try PatchWriter.patch(diff, view: view, withReceipt: false), as: UTF8.self)
    }

    private func apply(_ patch: String, to text: String, isReversed: Bool = false) throws -> String {
      String(
        decoding: try PatchApplier.output(
          of: try Patch(SourceText(patch, name: "patch")), to: SourceText(text, name: "old"),
          isReversed: isReversed),
        as: UTF8.self)
    }

    @Test func theWholePatchFits() throws {
      for view in ChangeView.allCases {
        #expect(try apply(patch(view), to: old) == new)
        #expect(try apply(patch(view), to: new, isReversed: true) == old)
      }
    }

    @Test(arguments: [
      ("\"3\",\"c\"", "\"3\",\"x\"", "items.deleted[0]"),
      ("\"3\",\"c\"", "\"5\",\"c\"", "items.deleted[0]"),
      ("\"1\",\"a\"", "\"1\",\"x\"", "items.updated[0]"),
      ("\"1\",\"a\"", "\"9\",\"a\"", "items.updated[0]"),
      ("\"content\":\"h\"", "\"content\":\"x\"", "sections.updated[0]"),
      ("\"section\":\"B\"", "\"section\":\"X\"", "sections.deleted[0]"),
      (",[\"2\",\"b\"]", "", "place"),
      ("[\"3\",\"c\"]", "[\"3\",\"c\"],[\"6\",\"f\"]", "left in section"),
      ("[\"3\",\"c\"]", "", "items.deleted[0]"),
    ])
    func anotherFileIsRefused(_ part: String, _ replacement: String, _ place: String) throws {
      let other = old.replacing(part, with: replacement)
      #expect(other != old)
      do {
        let result = try apply(patch(.identity), to: other)
        // A record that no change names is not in the patch: only its place is.
        #expect(place == "place", "\(result)")
      } catch let failure as Failure {
        #expect(failure.description.hasPrefix("patch does not fit old: "))
        #expect(failure.description.contains(place), "\(failure)")
        #expect(!failure.description.contains("\n"))
      }
    }

    @Test(arguments: [
      ("\"at\":[1,0]", "\"at\":[1,7]"), ("\"at\":[1,0]", "\"at\":[9,0]"), ("\"at\":[1,0]", "\"at\":[-1,0]"),
      ("\"at\":[1,0]", "\"at\":[1]"), ("\"at\":[1,0]", "\"at\":[1,99999999999999999999]"),
      ("\"at\":[1,0]", "\"at\":[1,0.5]"),
      ("\"at\":[1,0]", "\"at\":\"1\""), ("\"at\":[1,0]", "\"at\":[1,2147483647]"),
      ("\"deletes\":1", "\"deletes\":2"),
      ("\"view\":\"identity\"", "\"view\":\"other\""),
      ("\"format\":\"section-diff/1\"", "\"format\":\"section-diff/2\""),
      ("\"format\":\"sections\"", "\"format\":\"csv\""), ("\"format\":\"sections\"", "\"format\":\"lines\""),
      ("\"duplicates\":\"reject\"", "\"duplicates\":7"), ("\"moved\":[", "\"moved\":{},\"x\":["),
      ("\"items\":{", "\"things\":{"),
      ("\"to\":[0,1]", "\"to\":[0,0]"), ("\"to\":[0,1]", "\"to\":[0,2]"),
      ("\"id\":\"C\",\"at\":0", "\"id\":\"C\",\"at\":1"), ("\"id\":\"C\",\"at\":0", "\"id\":\"A\",\"at\":0"),
      ("\"id\":\"C\",\"at\":0", "\"id\":\"C\",\"at\":5"), ("\"id\":\"C\",\"at\":0", "\"id\":{},\"at\":0"),
      ("\"item\":[\"4\",\"d\"]", "\"item\":[\"5\",\"d\"]"), ("\"item\":[\"4\",\"d\"]", "\"item\":\"4\""),
      ("\"content\":[\"a\",\"A\"]", "\"content\":[\"b\",\"A\"]"),
      ("\"content\":[\"a\",\"A\"]", "\"content\":\"a\""),
    ])
    func anotherPatchIsRefused(_ part: String, _ replacement: String) throws {
      let patch = try patch(.identity)
      let other = patch.replacing(part, with: replacement)
      #expect(other != patch, "\(part) is not in \(patch)")
      let failure = #expect(throws: Failure.self) { try apply(other, to: old) }
      #expect(failure?.description.contains("\n") == false)
    }

    /// What no snapshot has is refused by the reader, with its place, whatever would have become of it later.
    @Test(arguments: [
      "2147483647", "2147483648", "4294967296", "9999999999", "18446744073709551617", "-1", "1.0", "1e0",
    ])
    func aPositionBeyondAnySnapshotIsNamed(_ position: String) throws {
      let other = try patch(.identity).replacing("\"at\":[1,0]", with: "\"at\":[1,\(position)]")
      let failure = try #require(throws: Failure.self) { try apply(other, to: old) }
      #expect(failure.description.hasPrefix("patch:1:"), "\(failure)")
      #expect(failure.description.contains("expected a position from 0 to \(Row.limit)"), "\(failure)")
    }

    /// Numbers, brackets and names of good patches, damaged at random.
    @Test(arguments: RecordFormat.allCases)
    func damagedPatchesNeverTrap(_ format: RecordFormat) throws {
      var refused = 0
      for seed in 0..<6 {
        var files = RandomFiles(seed: UInt64(seed) &+ 1000, format: format)
        let pair = files.pair()
        let old = SourceText(pair.old, name: "old")
        let diff = try RecordDiff(
          RecordPair(
            old: try RecordFile(old, format: format, rules: pair.rules),
            new: try RecordFile(SourceText(pair.new, name: "new"), format: format, rules: pair.rules)),
          rules: pair.rules, strategy: .lis, budget: .standard)
        let bytes = try PatchWriter.patch(diff, view: ChangeView.allCases[seed % 3], withReceipt: false)
        for _ in 0..<40 {
          var damaged = bytes
          for _ in 0...files.generator.below(3) { damage(&damaged, &files.generator) }
          for isReversed in [false, true] {
            do {
              let patch = try Patch(SourceText(damaged, name: "patch"))
              _ = try PatchApplier.output(of: patch, to: old, isReversed: isReversed)
            } catch {
              refused += 1
              #expect(!error.description.contains("\n"))
            }
          }
        }
      }
      #expect(refused > 120)
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
      let digits = bytes.indices.filter { bytes[$0] >= 0x30 && bytes[$0] <= 0x39 }
      switch generator.below(5) {
      case 0, 1, 2:
        guard let place = digits.randomElement(using: &generator) else { return }
        bytes[place] = 0x30 + UInt8(generator.below(10))
      case 3:
        let place = generator.below(bytes.count)
        bytes.remove(at: place)
      default:
        let place = generator.below(bytes.count)
        bytes[place] = Array("\"[]{},:01nt\\".utf8)[generator.below(12)]
      }
    }
  }
#endif
