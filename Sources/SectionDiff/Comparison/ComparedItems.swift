/// The items of both sides and how they are compared: what every stage of a diff that looks at items gets.
///
/// They are contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory of the snapshots.
@usableFromInline
struct ComparedItems<C: ItemComparison> {
  @usableFromInline let old: ContiguousArray<C.Item>
  @usableFromInline let new: ContiguousArray<C.Item>
  @usableFromInline let comparison: C

  @inlinable
  init(old: ContiguousArray<C.Item>, new: ContiguousArray<C.Item>, comparing comparison: C) {
    self.old = old
    self.new = new
    self.comparison = comparison
  }
}
