import DiffWorkloads
import SectionDiff
import Testing

/// Groups of changed lines are shifted to where a person would draw them.
@Suite struct SlidingGroupsTests {
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The positions that are deleted and inserted; the changes are applied, and there are as many as before.
  private func changes(
    _ old: [String], _ new: [String], _ algorithm: any DiffAlgorithm = AdaptiveDiff()
  ) throws -> (deleted: [Int], inserted: [Int]) {
    let diff = try Differ(algorithm: algorithm).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    let drawn = diff.readable()
    #expect(drawn.changeset.counts == diff.changeset.counts)
    #expect(try FlatSnapshot(old).applying(drawn.changeset) == FlatSnapshot(new))
    #expect(try FlatSnapshot(new).applying(drawn.changeset.inverted) == FlatSnapshot(old))
    return (drawn.changeset.identity.deletes.map(\.item), drawn.changeset.identity.inserts.map(\.item))
  }

  @Test func aFunctionIsInsertedWhole() throws {
    let old = lines("func a() {\n  one()\n}\n\nfunc c() {\n  three()\n}")
    let new = lines("func a() {\n  one()\n}\n\nfunc b() {\n  two()\n}\n\nfunc c() {\n  three()\n}")
    #expect(try changes(old, new).inserted == [4, 5, 6, 7])
    #expect(try changes(new, old).deleted == [4, 5, 6, 7])
  }

  @Test func anElementOfAListIsInsertedWhole() throws {
    let old = lines("[\n  {\n    1\n  },\n  {\n    3\n  },\n]")
    let new = lines("[\n  {\n    1\n  },\n  {\n    2\n  },\n  {\n    3\n  },\n]")
    #expect(try changes(old, new).inserted == [4, 5, 6])
  }

  @Test func aGroupEndsBesideTheGroupOfTheOtherSide() throws {
    // The inserted x could stand at either end of the run of x; y went at its start.
    let old = lines("a\ny\nx\nx\nb")
    let new = lines("a\nx\nx\nx\nb")
    let changes = try changes(old, new)
    #expect(changes.deleted == [1])
    #expect(changes.inserted == [1])
  }

  /// As git draws them: a group is shifted up by its size and one more, no further.
  @Test(arguments: [
    ("p0\n  b\n  b\n  q0", "p0\n  b\n  b\n  b\n  q0", 1),
    ("  p0\n    b\n    b\n    q0", "  p0\n    b\n    b\n    b\n    q0", 1),
    ("  p0\n    p1\n      a\n      a\n      q0\n  q1", "  p0\n    p1\n      a\n      a\n      a\n      q0\n  q1", 2),
    ("p0\np1\n  b\n  b\n      q0", "p0\np1\n  b\n  b\n  b\n      q0", 2),
  ])
  func aGroupIsShiftedAsFarAsGitShiftsIt(_ old: String, _ new: String, _ place: Int) throws {
    #expect(try changes(lines(old), lines(new)).inserted == [place])
    #expect(try changes(lines(new), lines(old)).deleted == [place])
  }

  @Test func whatMovesMovesWithItsGroup() throws {
    var random = SplitMix64(seed: 51)
    for strategy in Strategy.allCases {
      for _ in 0..<300 {
        let word = { (random: inout SplitMix64) in
          (0..<Int.random(in: 0...14, using: &random)).map { _ in
            ["", "  a", "b", "}"].randomElement(using: &random) ?? ""
          }
        }
        _ = try changes(word(&random), word(&random), strategy.algorithm)
      }
    }
  }

  @Test func sectionsSlideByThemselves() throws {
    let old = Snapshot(sections: [
      SnapshotSection("A", items: ["x", "x", "a"]), SnapshotSection("B", items: ["x", "b"]),
    ])
    let new = Snapshot(sections: [
      SnapshotSection("B", items: ["x", "x", "b"]), SnapshotSection("A", items: ["x", "a"]),
    ])
    let diff = try Differ(scope: .section).diff(from: old, to: new)
    let drawn = diff.readable()
    #expect(drawn.changeset.counts == diff.changeset.counts)
    #expect(try old.applying(drawn.changeset) == new)
  }

  @Test func aTextOfOneLineTakesLinearWork() throws {
    final class Calls { var count = 0 }
    struct Counting: ItemComparison {
      let base = ValueComparison<String>()
      let calls: Calls
      func areIdentical(_ a: String, _ b: String) -> Bool {
        calls.count += 1
        return a == b
      }
      func haveSameIdentity(_ a: String, _ b: String) -> Bool { a == b }
      func haveEqualContent(_ a: String, _ b: String) -> Bool { true }
      func identityHash(of item: String, seed: Int) -> Int { base.identityHash(of: item, seed: seed) }
      func describeIdentity(of item: String) -> String { item }
    }
    // Every other line of one text is another one: groups of one line between lines that all are equal.
    let old = (0..<4_000).map { $0 % 2 == 0 ? "x" : "y\($0)" }
    let new = (0..<6_000).map { $0 % 3 == 0 ? "z\($0)" : "x" }
    let diff = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    let calls = Calls()
    let drawn = diff.readable(comparing: Counting(calls: calls)) { LineIndentation.columns(of: $0.utf8) }
    #expect(calls.count <= 40 * (old.count + new.count), "\(calls.count)")
    #expect(try FlatSnapshot(old).applying(drawn.changeset) == FlatSnapshot(new))
  }

  @Test func uniqueLinesStayWhereTheyAre() throws {
    let diff = try Differ().diff(from: FlatSnapshot(["a", "b", "c"]), to: FlatSnapshot(["b", "d", "c", "e"]))
    #expect(diff.readable().changeset == diff.changeset)
  }

  @Test func indentationIsCountedInColumns() {
    #expect(LineIndentation.columns(of: "x".utf8) == 0)
    #expect(LineIndentation.columns(of: "  x".utf8) == 2)
    #expect(LineIndentation.columns(of: " \tx".utf8) == 8)
    #expect(LineIndentation.columns(of: "\t x".utf8) == 9)
    #expect(LineIndentation.columns(of: " \t\r".utf8) == nil)
    #expect(LineIndentation.columns(of: "".utf8) == nil)
    #expect(LineIndentation.columns(of: String(repeating: " ", count: 500).utf8) == 200)
  }
}
