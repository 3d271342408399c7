/// What takes the pairs that the front finds and the items that it leaves.
@usableFromInline
protocol FrontSink: ~Copyable {
  /// Takes `count` pairs of consecutive positions.
  mutating func appendRun(old: Int, new: Int, count: Int)
  /// Takes a pair whose content differs; it is part of a run, too.
  mutating func appendUpdate(old: Int, new: Int)
  /// Takes old items that have no partner yet.
  mutating func appendResidue(old positions: Range<Int>)
  /// Takes new items that have no partner yet.
  mutating func appendResidue(new positions: Range<Int>)
}
