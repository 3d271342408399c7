import DiffWorkloads
import SectionDiff
import TestScale
import Testing

@Suite struct DeterminismTests {
  /// A board of rows whose keys hash differently under every salt.
  func salted(_ board: Board, _ salt: Int) -> Snapshot<String, SaltedRow, String> {
    board.map { row in
      SaltedRow(id: SaltedKey(name: Int(row.id.dropFirst()) ?? 0, salt: salt), value: row.value)
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: Strategy.allCases, DuplicatePolicy.allCases)
  func noHashSeedChangesAByte(_ strategy: Strategy, _ policy: DuplicatePolicy) throws {
    var random = SplitMix64(seed: 201)
    for scope in IdentityScope.allCases {
      let differ = Differ(algorithm: strategy.algorithm, duplicates: policy, scope: scope)
      let old = random.board(sections: 3, rows: 40, repeats: policy != .reject)
      let new = random.board(sections: 3, rows: 40, repeats: policy != .reject)
      var texts = Set<String>()
      var receipts = Set<DiffReceipt>()
      for salt in 0..<50 {
        let diff = try differ.diff(from: salted(old, salt), to: salted(new, salt))
        texts.insert(try json(diff.changeset))
        receipts.insert(diff.receipt)
      }
      #expect(texts.count == 1)
      #expect(receipts.count == 1)
    }
  }

  /// Found by reading: of two choices that are as good, the one that a dictionary came to first was made.
  @Test(arguments: [MyersDiff(infersMoves: true), AdaptiveDiff(favoring: .fewestChanges)] as [any DiffAlgorithm])
  func choicesThatAreAsGoodAreMadeInOneOrder(_ algorithm: any DiffAlgorithm) throws {
    let old = board("A: a=1 a=2 a=2 a=1 b=1 b=2")
    let new = board("A: a=3 a=1 a=2 a=3 b=2 b=1")
    var texts = Set<[String]>()
    // A dictionary is seeded by where it is in memory.
    var kept: [[Int]] = []
    for count in 0..<200 {
      kept.append([Int](repeating: 0, count: count))
      texts.insert(try Differ(algorithm: algorithm).changeset(from: old, to: new).identity.texts)
    }
    #expect(kept.count == 200)
    #expect(texts.count == 1, "\(texts)")
  }

  @Test func noHashSeedChangesWhatIsRejected() {
    var random = SplitMix64(seed: 202)
    let repeated = random.board(sections: 3, rows: 40, repeats: true)
    var errors = Set<String>()
    for salt in 0..<50 {
      do throws(DiffError) {
        _ = try Differ(duplicates: .reject).diff(from: salted(repeated, salt), to: salted(repeated, salt))
        Issue.record("repeats are rejected")
      } catch {
        guard case .duplicateItems(let items) = error else { continue }
        errors.insert(items.map { "\($0.paths)" }.joined())
      }
    }
    #expect(errors.count == 1)
  }

  @Test(arguments: Strategy.allCases)
  func noHashSeedChangesWhatIsComposed(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 203)
    let boards = (0..<3).map { _ in random.board(sections: 3, rows: 30, repeats: true) }
    var texts = Set<String>()
    for salt in 0..<50 {
      let differ = Differ(algorithm: strategy.algorithm)
      let steps = boards.map { salted($0, salt) }
      let first = try differ.changeset(from: steps[0], to: steps[1])
      texts.insert(try json(first.composed(with: differ.changeset(from: steps[1], to: steps[2]))))
    }
    #expect(texts.count == 1)
  }

  @Test(arguments: Strategy.allCases)
  func repeatedRunsGiveEqualBytesAndReceipts(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 204)
    let differ = Differ(algorithm: strategy.algorithm)
    for _ in 0..<10 {
      let (old, new) = (random.board(rows: 20, repeats: true), random.board(rows: 20, repeats: true))
      let first = try differ.diff(from: old, to: new)
      let text = try json(first.changeset)
      for _ in 0..<5 {
        let again = try differ.diff(from: old, to: new)
        #expect(again.receipt == first.receipt)
        #expect(try json(again.changeset) == text)
      }
    }
  }

  @Test func aSnapshotBuiltOtherwiseGivesTheSameChangeset() throws {
    let rows = rows("a b c d e")
    let whole = FlatSnapshot(rows)
    var grown: [Row] = []
    grown.reserveCapacity(100)
    for row in rows { grown.append(row) }
    let new = list("e a c x")
    #expect(try Differ().changeset(from: whole, to: new) == Differ().changeset(from: FlatSnapshot(grown), to: new))
  }
}
