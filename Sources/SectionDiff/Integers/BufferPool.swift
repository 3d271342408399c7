/// Arrays of integers that are handed out and given back.
///
/// An array that is given back serves the next one that fits into it. Where none is large enough, the smallest is let go
/// for a new one. No more than ``most`` are kept, the largest.
@usableFromInline
struct BufferPool: Sendable {
  /// The most arrays that are kept: more than a diff uses at one time. A review of the walk in sections uses 19, Myers without
  /// sections 14 (`DiffWorkspaceTests`); the others are for algorithms that take more.
  static let most = 24
  private(set) var free: [[Int32]] = []
  private var freeWords: [UInt64] = []
  /// How often no free array was large enough.
  private(set) var allocations = 0

  @usableFromInline
  init() {}

  /// An array of `count` times `value`; its memory is that of one given back, where there is one.
  @usableFromInline
  mutating func take(count: Int, filledWith value: Int32 = 0) -> [Int32] {
    var buffer = takeEmpty(capacity: count)
    buffer.append(contentsOf: repeatElement(value, count: count))
    return buffer
  }

  /// An empty array with room for `capacity` integers.
  mutating func takeEmpty(capacity: Int) -> [Int32] {
    // The smallest that is large enough, so that a large one is left for who needs it; else the smallest of all.
    var best = 0
    for index in free.indices.dropFirst() {
      let (size, bestSize) = (free[index].capacity, free[best].capacity)
      let isCloser = size >= capacity && (bestSize < capacity || size < bestSize)
      if isCloser || (bestSize < capacity && size < bestSize) { best = index }
    }
    if !free.isEmpty {
      free.swapAt(best, free.count - 1)
      var buffer = free.removeLast()
      if buffer.capacity >= capacity {
        buffer.removeAll(keepingCapacity: true)
        return buffer
      }
    }
    if capacity > 0 { allocations += 1 }
    var buffer: [Int32] = []
    buffer.reserveCapacity(capacity)
    return buffer
  }

  /// An array of `count` words without any bit.
  @usableFromInline
  mutating func takeWords(count: Int) -> [UInt64] {
    var buffer = takeEmptyWords(capacity: count)
    buffer.append(contentsOf: repeatElement(0, count: count))
    return buffer
  }

  /// An empty array with room for `capacity` words.
  mutating func takeEmptyWords(capacity: Int) -> [UInt64] {
    var buffer: [UInt64] = []
    if freeWords.capacity >= capacity {
      swap(&buffer, &freeWords)
      buffer.removeAll(keepingCapacity: true)
    } else {
      // Let go before the new one is made.
      freeWords = []
      allocations += 1
      buffer.reserveCapacity(capacity)
    }
    return buffer
  }

  /// Takes an array back and leaves an empty one. One that is not uniquely referenced is replaced by a new one when it is taken.
  @usableFromInline
  mutating func give(_ buffer: inout [Int32]) {
    guard buffer.capacity > 0 else { return }
    if free.count < Self.most {
      // Room for those of a diff without repeats and sections.
      if free.isEmpty { free.reserveCapacity(Self.most / 2) }
      free.append([])
      swap(&free[free.count - 1], &buffer)
    } else if let smallest = free.indices.min(by: { free[$0].capacity < free[$1].capacity }),
      free[smallest].capacity < buffer.capacity
    {
      swap(&free[smallest], &buffer)
    }
    buffer = []
  }

  /// Takes back an array that was made a contiguous one, whose span needs no newer system; the memory is the same.
  @usableFromInline
  mutating func give(_ buffer: inout ContiguousArray<Int32>) {
    var array = Array(buffer)
    buffer = []
    give(&array)
  }

  /// The same for words.
  @usableFromInline
  mutating func give(_ buffer: inout ContiguousArray<UInt64>) {
    var array = Array(buffer)
    buffer = []
    give(&array)
  }

  /// Takes an array of words back and leaves an empty one. Words are in use one array at a time: the larger is kept.
  @usableFromInline
  mutating func give(_ buffer: inout [UInt64]) {
    if buffer.capacity > freeWords.capacity { swap(&buffer, &freeWords) }
    buffer = []
  }
}
