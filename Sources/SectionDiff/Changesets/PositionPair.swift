/// A position in the old concatenation of items (or list of sections) and one in the new.
@usableFromInline
struct PositionPair: Hashable, Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32

  @inlinable
  init(old: Int32, new: Int32) {
    self.old = old
    self.new = new
  }
}
