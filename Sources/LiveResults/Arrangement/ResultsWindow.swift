/// The part of the sorted, filtered items that is shown: a page, or the first items.
///
/// A delete inside pulls the next item in, and an insert pushes the last one out. Changes outside of the window are not
/// reported.
public struct ResultsWindow: Hashable, Sendable {
  /// How many items are left out before the first one shown.
  ///
  /// A negative number counts as zero.
  public var offset: Int { didSet { offset = max(0, offset) } }
  /// The most items shown; `nil` for all from the offset on.
  ///
  /// A negative number counts as zero.
  public var limit: Int? { didSet { limit = limit.map { max(0, $0) } } }

  /// Makes a window; negative numbers count as zero.
  public init(offset: Int = 0, limit: Int? = nil) {
    self.offset = max(0, offset)
    self.limit = limit.map { max(0, $0) }
  }

  /// Everything.
  public static let all = ResultsWindow()

  /// The offsets shown of a whole with `count` items.
  @usableFromInline
  func range(in count: Int) -> Range<Int> {
    let start = min(offset, count)
    guard let limit else { return start..<count }
    return start..<(start + min(limit, count - start))
  }
}
