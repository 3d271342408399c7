import SectionDiff
import Testing

@Suite struct ScratchTests {
  @Test func search() throws {
    let d = Differ(algorithm: MyersDiff())
    var best: [String: (Int, String)] = [:]
    var random = SplitMix64(seed: 1)
    for _ in 0..<20000 {
      let n = 4
      let l = (0..<3).map { _ in FlatSnapshot(random.uniqueRows(upTo: n, of: n)) }
      let f = try d.changeset(from: l[0], to: l[1])
      let s = try d.changeset(from: l[1], to: l[2])
      let c = try f.composed(with: s)
      let det = try f.detached().composed(with: s.detached())
      let direct = try d.changeset(from: l[0], to: l[2])
      let size = l.reduce(0) { $0 + $1.itemCount * 10 + $1.sections[0].items.reduce(0) { $0 + $1.value } }
      let text = l.map { $0.sections[0].items.map(\.description).joined(separator: " ") }.joined(separator: " | ")
      func note(_ k: String, _ t: String) { if size < best[k]?.0 ?? .max { best[k] = (size, text + "  " + t) } }
      if c.counts != direct.counts { note("memory vs direct", "\(c.counts) vs \(direct.counts)") }
      if c.counts.deletes != direct.counts.deletes { note("memory vs direct, deletes", "\(c.counts) vs \(direct.counts)") }
      if det != c { note("detached vs memory", "\(det.counts) vs \(c.counts)") }
      if det.counts.deletes != c.counts.deletes { note("detached deletes", "\(det.counts) vs \(c.counts)") }
    }
    for (k, v) in best.sorted(by: { $0.key < $1.key }) { print("FOUND", k, v) }
  }
}
