#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What a runner needs of the C library, under names of its own.
enum CurrentProcess {
  /// Ends it.
  static func end(_ code: Int32) -> Never { exit(code) }

  /// Writes a line to standard error.
  static func printError(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    // The bytes outlive the call. What cannot be written is lost: there is nowhere else to say so.
    unsafe bytes.withUnsafeBufferPointer { buffer in _ = unsafe write(2, buffer.baseAddress, buffer.count) }
  }
}
