import BenchmarkHarness
import DiffWorkloads
import Foundation
import SectionDiff

/// Ids that collide under the fast hash, as somebody would choose them who knew its seed.
struct FloodedComparison: ItemComparison {
  /// How many ids in a row have one hash; `nil` for all of them.
  let chain: Int?
  private let base = IdentifiableComparison<IntElement>()

  init(chain: Int?) { self.chain = chain }

  func areIdentical(_ a: IntElement, _ b: IntElement) -> Bool { base.areIdentical(a, b) }
  func haveSameIdentity(_ a: IntElement, _ b: IntElement) -> Bool { base.haveSameIdentity(a, b) }
  func haveEqualContent(_ a: IntElement, _ b: IntElement) -> Bool { base.haveEqualContent(a, b) }
  func identityHash(of item: IntElement, seed: Int) -> Int { base.identityHash(of: item, seed: seed) }
  func fastHash(of item: IntElement, seed: UInt64) -> UInt64? {
    guard let chain else { return 42 }
    let link = UInt64(bitPattern: Int64(item.id)) / UInt64(chain) ^ seed
    let product = link.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
  static var comparesInBatches: Bool { true }
  func describeIdentity(of item: IntElement) -> String { base.describeIdentity(of: item) }
}

/// What colliding ids cost: the same shuffled rows with ids that collide and with ids that do not, in the same rounds.
enum Flooding {
  /// Measures, and returns a line for each way to collide.
  static func report(size: Int, with harness: Harness<SystemClock>) throws -> String {
    // Ids in a row, so that those of one chain are all there.
    var generator = SplitMix64(seed: 401)
    let rows = (0..<size).map { WorkloadRow(id: $0, version: 0) }
    var shuffled = rows
    generator.shuffle(&shuffled)
    let old = FlatSnapshot(rows.map { IntElement(row: $0, from: ()) })
    let new = FlatSnapshot(shuffled.map { IntElement(row: $0, from: ()) })
    let differ = Differ(algorithm: AdaptiveDiff())
    let kinds: [(name: String, chain: Int?)] = [
      ("all collide", nil), ("chains of 100", 100), ("chains of 30", 30), ("chains of 8", 8),
    ]
    let calm = "none collide"
    let table = try harness.measure(
      [.diff(calm, by: differ, from: old, to: new, comparing: IdentifiableComparison<IntElement>())]
        + kinds.map { .diff($0.name, by: differ, from: old, to: new, comparing: FloodedComparison(chain: $0.chain)) },
      against: [calm], noiseOf: calm)
    let lines = table.rows.map { row in
      let ratio = row.ratios[calm].map {
        String(format: "%.2f × (%.2f to %.2f)", $0.median, $0.interval.low, $0.interval.high)
      }
      let name = row.name.padding(toLength: 14, withPad: " ", startingAt: 0)
      return "  \(name)" + String(format: "%9.3f ms  ", row.median / 1e6) + (ratio ?? "")
    }
    return (["flooding, \(size) shuffled items"] + lines).joined(separator: "\n")
  }
}
