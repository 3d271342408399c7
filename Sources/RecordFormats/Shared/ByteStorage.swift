#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Read-only bytes, mapped from a file or allocated, given back when the last reference goes.
///
/// Sendable, unchecked: both properties are constants, the bytes are written before `init` returns and never
/// after it, and they are freed in `deinit` alone, when no reference and so no reader is left.
@safe @usableFromInline
final class ByteStorage: @unchecked Sendable {
  /// The bytes. Valid for `count` bytes as long as the object lives.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The mapping that holds the bytes, or nil when they are allocated.
  private let mapping: UnsafeMutableRawBufferPointer?

  /// Copies `array`.
  init(copying array: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: array.count)
    _ = unsafe copy.initialize(from: array)
    unsafe bytes = UnsafeBufferPointer(copy)
    unsafe mapping = nil
  }

  /// Takes over `buffer`, which was made by `allocate(capacity:)`; its first `count` bytes are initialised.
  init(owning buffer: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    unsafe bytes = UnsafeBufferPointer(start: buffer.baseAddress, count: min(count, buffer.count))
    unsafe mapping = nil
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// Maps the first `length` bytes of an open file, or returns nil where that is not possible.
    init?(mapping descriptor: Int32, length: Int) {
      guard length > 0,
        let address = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0),
        // `MAP_FAILED`, which not every C library's module knows.
        Int(bitPattern: address) != -1
      else { return nil }
      let region = unsafe UnsafeMutableRawBufferPointer(start: address, count: length)
      unsafe mapping = region
      unsafe bytes = UnsafeBufferPointer(region.assumingMemoryBound(to: UInt8.self))
    }

    deinit {
      if let region = unsafe mapping {
        unsafe munmap(region.baseAddress, region.count)
      } else {
        unsafe bytes.deallocate()
      }
    }
  #else
    // Nothing is mapped on WASI and Windows.
    deinit { unsafe bytes.deallocate() }
  #endif
}
