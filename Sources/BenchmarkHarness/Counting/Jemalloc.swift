// The only unsafe code of the harness. Reasons:
// - The allocator is not linked: whether the process runs on jemalloc is only known at run time, so its one control
//   function is looked up by name and called through a C function pointer.
// - `mallctl` reads and writes through raw pointers. Each call hands it the address and the exact size of a local
//   variable that outlives the call; the types are those that jemalloc documents for the name.
// - `thread.allocatedp` is the address of a counter of this thread; it is read on the thread that requested it.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The counters of jemalloc, if the process runs on it.
@safe struct Jemalloc {
  #if os(Linux)
    private typealias Control =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
        UnsafeMutableRawPointer?, Int
      ) -> CInt

    private let control: Control

    /// Looks `mallctl` up in what is loaded; `nil` where it is not there, or its statistics are off.
    init?() {
      guard let address = unsafe dlsym(nil, "mallctl") else { return nil }
      unsafe control = unsafe unsafeBitCast(address, to: Control.self)
      guard requests != nil, allocatedBytes != nil else { return nil }
    }

    /// All bytes that this thread was ever given.
    var allocatedBytes: Int? {
      var counter: UnsafeMutablePointer<UInt64>?
      var size = unsafe MemoryLayout<UnsafeMutablePointer<UInt64>?>.size
      guard unsafe control("thread.allocatedp", &counter, &size, nil, 0) == 0, let counter = unsafe counter else {
        return nil
      }
      return unsafe Int(clamping: counter.pointee)
    }

    /// All requests for memory, of every size, in all arenas (4096 represents all of them).
    ///
    /// What the thread's cache has counted is added by flushing it; the statistics are renewed by the epoch.
    /// `nmalloc` would count fills of that cache instead of requests.
    var requests: Int? {
      guard unsafe control("thread.tcache.flush", nil, nil, nil, 0) == 0 else { return nil }
      var epoch: UInt64 = 1
      guard unsafe control("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0 else { return nil }
      guard let small = number("stats.arenas.4096.small.nrequests"),
        let large = number("stats.arenas.4096.large.nrequests")
      else { return nil }
      return small + large
    }

    /// For example `5.3.0`.
    var version: String? {
      var text: UnsafePointer<CChar>?
      var size = unsafe MemoryLayout<UnsafePointer<CChar>?>.size
      guard unsafe control("version", &text, &size, nil, 0) == 0, let text = unsafe text else { return nil }
      return unsafe String(cString: text).split(separator: "-").first.map(String.init)
    }

    private func number(_ name: String) -> Int? {
      var value: UInt64 = 0
      var size = MemoryLayout<UInt64>.size
      guard unsafe control(name, &value, &size, nil, 0) == 0 else { return nil }
      return Int(clamping: value)
    }
  #else
    /// Elsewhere allocations are not counted.
    init?() { return nil }

    var allocatedBytes: Int? { nil }
    var requests: Int? { nil }
    var version: String? { nil }
  #endif
}
