/// Numbers in memory of the stack, for as long as the closure runs that they are handed to.
///
/// Unsafe code: the memory must not be used after that. Bound: `count` elements, no more than there is memory for, which is
/// checked; every index is.
@usableFromInline @safe
struct StackBuffer<Element: BitwiseCopyable> {
  @usableFromInline let memory: UnsafeMutableBufferPointer<Element>

  /// The first `count` elements of `memory`, each set to `value`.
  @inlinable
  init(_ memory: UnsafeMutableBufferPointer<Element>, count: Int, filledWith value: Element) {
    precondition(count >= 0 && count <= memory.count)
    unsafe self.memory = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<count])
    unsafe self.memory.initialize(repeating: value)
  }

  @inlinable var count: Int { unsafe memory.count }

  @inlinable
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe memory[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count)
      unsafe memory[index] = newValue
    }
  }
}
