/// Numbers in memory of the stack, for as long as the closure runs that they are handed to.
///
/// Unsafe code: the memory must not be used after that, nor before it is filled. Bound: `count` elements, no more than there is
/// memory for, which is checked; every index is.
@usableFromInline @safe
struct StackBuffer<Element: BitwiseCopyable> {
  @usableFromInline let memory: UnsafeMutableBufferPointer<Element>

  /// Memory that is to be filled.
  @inlinable
  init(_ memory: UnsafeMutableBufferPointer<Element>) { unsafe self.memory = memory }

  /// The first `count` elements, each set to `value`.
  @inlinable
  func first(_ count: Int, filledWith value: Element) -> StackBuffer {
    precondition(count >= 0 && count <= self.count)
    let first = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<count])
    unsafe first.initialize(repeating: value)
    return unsafe StackBuffer(first)
  }

  @inlinable var count: Int { unsafe memory.count }

  /// One comparison asks for both bounds.
  @inlinable @inline(__always)
  func check(_ index: Int) { precondition(UInt(bitPattern: index) < UInt(bitPattern: count)) }

  @inlinable
  subscript(index: Int) -> Element {
    get {
      check(index)
      return unsafe memory[index]
    }
    nonmutating set {
      check(index)
      unsafe memory[index] = newValue
    }
  }
}
