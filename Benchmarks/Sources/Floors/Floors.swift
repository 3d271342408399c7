import Foundation
import SectionDiff

/// Compares a diff with what it cannot be cheaper than: one look at every pair, and one dictionary.
///
/// - scan: one `==` for each pair of ids at equal places.
/// - dict: a dictionary from the old ids to their places, and one look-up for each new id.
@main
struct Floors {
  static func main() throws {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 15
    let count = 100_000
    print("\(count) Ints, \(rounds) rounds of A B B A; every answer applied and compared first")
    print("")
    row("workload", "changes", "best ms", "median ms", "to dict", "best", "to scan", "best", "A to A")
    for workload in [Workload.shuffle(count), .sparseEdits(count), .identical(count)] {
      try measure(workload, rounds: rounds)
    }
  }

  private struct WrongAnswer: Error {
    let workload: String
  }

  private static func measure(_ workload: Workload, rounds: Int) throws {
    let old = FlatSnapshot(workload.old)
    let new = FlatSnapshot(workload.new)
    let differ = Differ()
    let changes = try differ.changeset(from: old, to: new)
    guard try old.applying(changes) == new, try new.applying(changes.inverted) == old else {
      throw WrongAnswer(workload: workload.name)
    }
    func diff() -> Int { (try? differ.changeset(from: old, to: new).changeCount) ?? -1 }
    let toDict = PairedRun(rounds: rounds, a: diff) { dictionary(workload.old, workload.new) }
    let toScan = PairedRun(rounds: rounds, a: diff) { scan(workload.old, workload.new) }
    row(
      workload.name, "\(changes.changeCount)", milliseconds(min(toDict.bestA, toScan.bestA)),
      milliseconds(toDict.medianA), ratio(toDict.medianRatio), ratio(toDict.bestRatio),
      ratio(toScan.medianRatio), ratio(toScan.bestRatio), String(format: "%.0f %%", toDict.noise * 100))
  }

  @inline(never)
  private static func dictionary(_ old: [Int], _ new: [Int]) -> Int {
    var places = [Int: Int](minimumCapacity: old.count)
    for (place, id) in old.enumerated() { places[id] = place }
    return new.reduce(0) { $0 &+ (places[$1] ?? -1) }
  }

  @inline(never)
  private static func scan(_ old: [Int], _ new: [Int]) -> Int {
    var equal = 0
    for place in 0..<min(old.count, new.count) where old[place] == new[place] { equal += 1 }
    return equal
  }

  private static func milliseconds(_ nanoseconds: Double) -> String {
    String(format: "%.3f", nanoseconds / 1e6)
  }

  private static func ratio(_ value: Double) -> String { String(format: "%.3f", value) }

  private static func row(_ cells: String...) {
    let widths = [18, 9, 10, 11, 9, 9, 9, 9, 9]
    print(
      zip(cells, widths).map { cell, width in
        let space = String(repeating: " ", count: max(0, width - cell.count))
        return width == widths[0] ? cell + space : space + cell
      }.joined())
  }
}
