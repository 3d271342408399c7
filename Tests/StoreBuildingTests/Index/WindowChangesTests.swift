import StoreBuilding
import Testing

/// What leaves a window and what enters it.
struct WindowChangesTests {
  @Test("Taking out what is removed and putting in what is added gives what the window shows after, for small lists")
  func smallWorlds() {
    for size in 0...4 {
      for leaving in 0..<(1 << size) {
        let takenOut = (0..<size).filter { leaving & (1 << $0) != 0 }
        let kept = (0..<size).filter { !takenOut.contains($0) }
        for after in kept.count...(kept.count + 2) {
          for entering in 0..<(1 << after) where entering.nonzeroBitCount == after - kept.count {
            let putIn = (0..<after).filter { entering & (1 << $0) != 0 }
            var rest = kept[...]
            let list = (0..<after).map { putIn.contains($0) ? 100 + $0 : rest.removeFirst() }
            for (before, window) in windows(of: size, and: after) {
              let changes = WindowChanges(takenOut: takenOut, putIn: putIn, before: before, after: window)
              var shown = Array(before)
              for offset in changes.removed.reversed() { shown.remove(at: Int(offset)) }
              for offset in changes.added { shown.insert(list[window.lowerBound + Int(offset)], at: Int(offset)) }
              #expect(shown == Array(list[window]))
              #expect(changes.start == window.lowerBound)
            }
          }
        }
      }
    }
  }

  /// All pairs of a window onto each of two lists of these sizes that begin at one offset; and all of either list.
  private func windows(of size: Int, and after: Int) -> [(Range<Int>, Range<Int>)] {
    var windows = [(0..<size, 0..<after)]
    for start in 0...max(size, after) {
      for limit in 0...3 {
        windows.append(
          (min(start, size)..<min(start + limit, size), min(start, after)..<min(start + limit, after)))
      }
    }
    return windows
  }
}
