/// An input for the laws: a world, what becomes of it, and what becomes of that.
package struct LawCase: Hashable, Sendable, CustomStringConvertible {
  /// The world before.
  package var old: World
  /// The world after.
  package var new: World
  /// The world after that, for composition; `nil` where only two are wanted.
  package var next: World?

  /// Makes a case.
  package init(from old: World, to new: World, then next: World? = nil) {
    self.old = old
    self.new = new
    self.next = next
  }

  /// The worlds with arrows between them.
  package var description: String {
    "\(old)  →  \(new)" + (next.map { "  →  \($0)" } ?? "")
  }
}
