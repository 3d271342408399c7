// WASI and Windows have no files here: bytes come from the program.
#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    internal import Android
  #endif

  extension SourceText {
    /// How the bytes of a regular file come into memory.
    public enum Access: Sendable {
      /// Mapped read-only: nothing is copied, pages arrive when they are touched.
      ///
      /// The file must not be shortened while the source is in use: the system then ends the process (SIGBUS).
      /// Files that others write in place want ``copied``.
      case mapped
      /// Read into memory once; later changes of the file are not seen.
      case copied
    }

    /// Opens the file at `path`.
    ///
    /// Pipes, devices and files that cannot be mapped are read to their end instead.
    ///
    /// - Parameters:
    ///   - path: the path, also the name that errors give.
    ///   - access: mapped, or copied for a file that another program may shorten meanwhile.
    /// - Throws: an error that says why the file cannot be read.
    public init(path: String, access: Access = .mapped) throws(FormatError) {
      // C would take the path to end there.
      if path.utf8.contains(0) { throw Self.unreadable(path, ENOENT) }
      let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
      defer { close(descriptor) }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
      let type = status.st_mode & S_IFMT
      if type == S_IFDIR { throw Self.unreadable(path, EISDIR) }
      let size = type == S_IFREG ? Int(status.st_size) : 0
      if access == .mapped, let storage = ByteStorage(mapping: descriptor, length: size) {
        self.init(storage, name: path)
      } else {
        self.init(try Self.readAll(descriptor, sizeHint: size, name: path), name: path)
      }
    }

    /// Reads standard input to its end.
    public static func standardInput(name: String = "<stdin>") throws(FormatError) -> SourceText {
      try SourceText(descriptor: 0, name: name)
    }

    /// Reads an open descriptor to its end; the caller still owns it.
    public init(descriptor: Int32, name: String) throws(FormatError) {
      self.init(try Self.readAll(descriptor, sizeHint: 0, name: name), name: name)
    }

    /// Reads to the end into memory that grows by doubling.
    private static func readAll(
      _ descriptor: Int32, sizeHint: Int, name: String
    ) throws(FormatError) -> ByteStorage {
      // One byte more than the file has, so that its end is seen without growing.
      var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(sizeHint + 1, 1 << 16))
      var filled = 0
      while true {
        if filled == buffer.count {
          let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
          _ = unsafe larger.moveInitialize(fromContentsOf: buffer)
          unsafe buffer.deallocate()
          unsafe buffer = larger
        }
        // In bounds: `filled < buffer.count`, and `read` writes at most the rest of the buffer.
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let received = retrying { unsafe read(descriptor, rest.baseAddress, rest.count) }
        guard received >= 0 else {
          let code = errno
          unsafe buffer.deallocate()
          throw unreadable(name, code)
        }
        if received == 0 { return unsafe ByteStorage(owning: buffer, count: filled) }
        filled += received
      }
    }

    private static func unreadable(_ name: String, _ code: Int32) -> FormatError {
      switch code {
      case ENOENT, ENOTDIR:
        FormatError(.unreadable, source: name, problem: "no such file", advice: "check the path")
      case EISDIR:
        FormatError(.unreadable, source: name, problem: "is a directory", advice: "name a file in it")
      case EACCES, EPERM:
        FormatError(
          .unreadable, source: name, problem: "permission denied",
          advice: "make the file readable for this user")
      default:
        FormatError(
          .unreadable, source: name, problem: "cannot be read: \(unsafe String(cString: strerror(code)))",
          advice: "check the file and its disk")
      }
    }
  }

  /// Calls `body` again as long as a signal interrupts it.
  package func retrying<Number: SignedInteger>(_ body: () -> Number) -> Number {
    while true {
      let result = body()
      if result != -1 || errno != EINTR { return result }
    }
  }
#endif
