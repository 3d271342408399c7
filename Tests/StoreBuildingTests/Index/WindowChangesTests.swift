import StoreBuilding
import Testing

/// What leaves a window and what enters it, and the edits that come of it.
struct WindowChangesTests {
  /// The items of a list after some were taken out and others put in, by what `edits` says.
  private func run(_ edits: WindowEdits, on before: [Int], entering: [Int: Int]) -> [Int] {
    var items = before
    for (old, new) in edits.replaced { items[Int(old)] = entering[Int(new)] ?? -1 }
    for offset in edits.removed.reversed() { items.remove(at: Int(offset)) }
    for offset in edits.added { items.insert(entering[Int(offset)] ?? -1, at: Int(offset)) }
    return items
  }

  @Test("Replacing, removing and adding gives the list after, for every choice of what leaves and enters a small list")
  func smallWorlds() {
    for size in 0...5 {
      for leaving in 0..<(1 << size) {
        let left = (0..<size).filter { leaving & (1 << $0) != 0 }
        let kept = (0..<size).filter { !left.contains($0) }
        for after in kept.count...(kept.count + 3) {
          for entering in 0..<(1 << after) where entering.nonzeroBitCount == after - kept.count {
            let entered = (0..<after).filter { entering & (1 << $0) != 0 }
            let changes = WindowChanges(takenOut: left, putIn: entered, before: 0..<size, after: 0..<after)
            var rest = kept[...]
            let expected = (0..<after).map { entered.contains($0) ? 100 + $0 : rest.removeFirst() }
            let entering = Dictionary(uniqueKeysWithValues: entered.map { ($0, 100 + $0) })
            let edits = WindowEdits(changes, replacesInPlace: true)
            #expect(run(edits, on: Array(0..<size), entering: entering) == expected)
            #expect(
              run(WindowEdits(changes, replacesInPlace: false), on: Array(0..<size), entering: entering) == expected)
            #expect(edits.replaced.count + edits.removed.count == left.count)
            #expect(edits.replaced.count + edits.added.count == entered.count)
          }
        }
      }
    }
  }

  @Test("What enters where something leaves takes its place; the rest is removed and added")
  func replacesInPlace() {
    // a b c d → a x c e f
    let changes = WindowChanges(takenOut: [1, 3], putIn: [1, 3, 4], before: 0..<4, after: 0..<5)
    let edits = WindowEdits(changes, replacesInPlace: true)
    #expect(edits.replaced.map(\.old) == [1, 3])
    #expect(edits.replaced.map(\.new) == [1, 3])
    #expect(edits.removed.isEmpty)
    #expect(edits.added == [4])
  }
}
