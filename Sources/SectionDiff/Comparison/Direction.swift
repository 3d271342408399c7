/// From which end a section is gone through. Two kinds of one loop: the compiler makes one of each.
@usableFromInline
protocol Direction {
  /// A place so many items further from the end where pairing began.
  static func offset(_ start: Int, by count: Int) -> Int
  /// The position of the item that comes `count` items after a start.
  static func position(_ start: Int, _ count: Int) -> Int
  /// How many items there are from a start on, of `count` in all.
  static func room(from start: Int, of count: Int) -> Int
}

/// From the start of a section; a start is the position of the first item.
@usableFromInline
enum Forwards: Direction {
  @inlinable @inline(__always) static func offset(_ start: Int, by count: Int) -> Int { start &+ count }
  @inlinable @inline(__always) static func position(_ start: Int, _ count: Int) -> Int { start &+ count }
  @inlinable @inline(__always) static func room(from start: Int, of count: Int) -> Int { count &- start }
}

/// From the end of a section; a start is the position after the first item that is met.
@usableFromInline
enum Backwards: Direction {
  @inlinable @inline(__always) static func offset(_ start: Int, by count: Int) -> Int { start &- count }
  @inlinable @inline(__always) static func position(_ start: Int, _ count: Int) -> Int { start &- count &- 1 }
  @inlinable @inline(__always) static func room(from start: Int, of count: Int) -> Int { start }
}
