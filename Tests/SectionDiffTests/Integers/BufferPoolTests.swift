import Testing

@testable import SectionDiff

struct BufferPoolTests {
  @Test func anArrayComesFilledWhateverItHeldBefore() {
    var pool = BufferPool()
    var first = pool.take(count: 5, filledWith: 7)
    #expect(first == [7, 7, 7, 7, 7])
    first[2] = 1
    pool.give(&first)
    #expect(pool.take(count: 3, filledWith: -1) == [-1, -1, -1])
    #expect(pool.takeEmpty(capacity: 9).isEmpty)
    #expect(pool.takeWords(count: 2) == [0, 0])
  }

  @Test func theSmallestThatIsLargeEnoughIsHandedOut() {
    var pool = BufferPool()
    let sizes = [1_000, 10, 100]
    var arrays = sizes.map { pool.takeEmpty(capacity: $0) }
    for index in arrays.indices { pool.give(&arrays[index]) }
    let taken = pool.takeEmpty(capacity: 50)
    #expect(taken.capacity >= 50 && taken.capacity < 1_000)
    #expect(pool.takeEmpty(capacity: 500).capacity >= 1_000)
  }

  @Test func growingNeedsKeepNoMoreArraysThanAreInUse() {
    var pool = BufferPool()
    for size in 1...200 {
      var (a, b) = (pool.take(count: size * 10), pool.take(count: size * 20))
      pool.give(&a)
      pool.give(&b)
    }
    // Two of the last sizes are there, and nothing smaller.
    #expect(pool.takeEmpty(capacity: 1).capacity >= 2_000)
    #expect(pool.takeEmpty(capacity: 1).capacity >= 2_000)
    #expect(pool.takeEmpty(capacity: 1).capacity < 1_000)
  }

  @Test func anArrayThatSomebodyHoldsIsNotWrittenTo() {
    var pool = BufferPool()
    var given = pool.take(count: 4, filledWith: 3)
    let held = given
    pool.give(&given)
    #expect(given.isEmpty)
    _ = pool.take(count: 4, filledWith: 9)
    #expect(held == [3, 3, 3, 3])
  }
}
