import ConformanceKit
import SectionDiff

/// Pairs equal tokens in order of occurrence: the algorithm of "Writing your own algorithm".
struct FirstCome: DiffAlgorithm {
  let name = "first-come"
  let allowsWalk = true
  let promises: DiffPromises = [.fewestMoves]

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() {
      offsets[input.old[offset], default: []].append(offset)
    }
    for offset in input.new.indices {
      guard try run.spend(1) else { break }
      if let old = offsets[input.new[offset]]?.popLast() {
        matching.pair(old: old, new: offset)
      }
    }
    return matching
  }
}

/// Uses the library as someone outside would, and fails where the answer is not the expected one.
@main
enum Stranger {
  struct Track: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  struct Unexpected: Error {
    let text: String
  }

  static func main() throws {
    let before = Snapshot(sections: [
      SnapshotSection("Side A", items: [Track(id: 1, title: "Intro"), Track(id: 2, title: "Drift")]),
      SnapshotSection("Side B", items: [Track(id: 3, title: "Tide")]),
    ])
    let after = Snapshot(sections: [
      SnapshotSection("Side A", items: [Track(id: 1, title: "Intro (long)")]),
      SnapshotSection("Side B", items: [Track(id: 2, title: "Drift"), Track(id: 3, title: "Tide")]),
    ])
    let changes = try Differ().changeset(from: before, to: after)
    guard changes.counts == ChangeCounts(moves: 1, updates: 1), try before.applying(changes) == after else {
      throw Unexpected(text: "\(changes)")
    }
    print(changes.counts)
    let report = AlgorithmConformance(of: FirstCome()).run(sequenceLength: 3, worldStride: 997, randomCases: 500)
    guard report.failures.isEmpty else { throw Unexpected(text: "\(report)") }
    print("\(report.algorithm): \(report.passed) cases keep every law")
  }
}
