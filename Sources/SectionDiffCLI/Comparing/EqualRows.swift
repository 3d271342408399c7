/// Which row of the old file a row of the new one was found to equal, byte for byte.
///
/// When rows are in another order, the old one is fetched from memory to compare its key; that takes longer than all
/// else. Its content is compared later, and by then would be fetched again. So both are compared at once, and this
/// remembers what came of it.
final class EqualRows {
  private let count: Int
  /// For each row of the new file the number of the old one, or -1. Empty until there is something to remember.
  private var oldOfNew: [Int32] = []

  /// Remembers rows of a file of `count`.
  init(count: Int) { self.count = count }

  /// Notes that two rows have the same bytes.
  func note(old: Int, new: Int) {
    guard new < count else { return }
    if oldOfNew.isEmpty { oldOfNew = [Int32](repeating: -1, count: count) }
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
  }

  /// Whether two rows were noted.
  func contains(old: Int, new: Int) -> Bool { new < oldOfNew.count && Int(oldOfNew[new]) == old }
}
