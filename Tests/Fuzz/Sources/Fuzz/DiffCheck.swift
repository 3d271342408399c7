import DiffWorkloads
import SectionDiff

/// Two snapshots made of the bytes, compared by every strategy under every policy.
enum DiffCheck {
  struct Item: Identifiable, Equatable {
    let id: UInt8
    let content: UInt8
  }

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return }
    let policy = DuplicatePolicy.allCases[Int(bytes[0] & 3)]
    let scope = IdentityScope.allCases[Int(bytes[0] >> 2 & 1)]
    let budget = bytes[0] & 8 == 0 ? DiffBudget.unlimited : DiffBudget(workUnits: Int(bytes[0] >> 4))
    let middle = 2 + (bytes.count - 2) * Int(bytes[1]) / 255
    let old = snapshot(bytes[2..<middle])
    let new = snapshot(bytes[middle...])
    for algorithm in DiffStrategy.all.map(\.algorithm) {
      let differ = Differ(algorithm: algorithm, duplicates: policy, scope: scope, budget: budget)
      do {
        let diff = try differ.diff(from: old, to: new)
        check(diff, policy: policy)
      } catch .duplicateItems(let items) {
        require(policy == .reject && !items.isEmpty, "no duplicates to reject")
      } catch .duplicateSection {
        require(hasRepeatedKeys(old) || hasRepeatedKeys(new), "no section key is repeated")
      } catch {
        fatalError("\(algorithm.name): \(error)")
      }
    }
  }

  /// A byte of 0xF0 and above begins a section; others are items, identity in the low bits, content in the high.
  private static func snapshot(_ bytes: ArraySlice<UInt8>) -> Snapshot<UInt8, Item, UInt8> {
    var sections = [SnapshotSection<UInt8, Item, UInt8>(0, header: 0, items: [])]
    for byte in bytes {
      if byte >= 0xF0 {
        sections.append(SnapshotSection(1 + byte & 7, header: byte >> 3 & 1, items: []))
      } else {
        sections[sections.count - 1].items.append(Item(id: byte & 0x1F, content: byte >> 5))
      }
    }
    return Snapshot(sections: sections)
  }

  private static func hasRepeatedKeys(_ snapshot: Snapshot<UInt8, Item, UInt8>) -> Bool {
    Set(snapshot.sections.map(\.key)).count < snapshot.sectionCount
  }

  private static func check(_ diff: Diff<UInt8, Item, UInt8>, policy: DuplicatePolicy) {
    let changes = diff.changeset
    let name = diff.receipt.picked
    do {
      require(try diff.old.applying(changes) == diff.new, "\(name): apply")
      require(try diff.new.applying(changes.inverted) == diff.old, "\(name): inverse")
      require(try diff.old.applying(changes.detached()) == diff.new, "\(name): apply without snapshots")
      let stages = Array(try changes.stages(from: diff.old))
      require(stages.count <= 3, "\(name): \(stages.count) stages")
      require(
        stages.last.map { $0.snapshot == diff.new } ?? changes.isEmpty, "\(name): stages end elsewhere")
      let back = try changes.composed(with: changes.inverted)
      require(try diff.old.applying(back) == diff.old, "\(name): there and back")
      if policy != .allow { require(back.isEmpty, "\(name): there and back leaves \(back.counts)") }
    } catch {
      fatalError("\(name): \(error)")
    }
  }
}
