#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What tells one state of a file from another without reading it.
struct FileStamp: Hashable, Sendable {
  /// The device and the file on it: a file that is replaced is another one.
  var device: UInt64 = 0
  var inode: UInt64 = 0
  /// In bytes.
  var size: Int = 0
  /// When it was written last, since 1970.
  var modified: Duration = .zero

  /// Makes a stamp from its parts.
  init(device: UInt64 = 0, inode: UInt64 = 0, size: Int = 0, modified: Duration = .zero) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// The stamp of an open file; nil where the system gives none.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The stamp of the file at a path; nil where there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int(status.st_size), modified: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// The time of the clock that files are stamped by, since 1970.
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
