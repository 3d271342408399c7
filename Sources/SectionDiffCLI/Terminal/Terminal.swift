/// Standard output and standard error, as far as a command needs them.
enum Terminal {
  /// One of the two outputs.
  enum Stream: Int32 {
    case output = 1
    case error = 2

    /// Whether a person reads it.
    var isTerminal: Bool { isatty(rawValue) == 1 }
  }

  /// Whether the environment requests no colour: `NO_COLOR` is set and not empty (no-color.org).
  static var refusesColour: Bool {
    guard let value = getenv("NO_COLOR") else { return false }
    return value.pointee != 0
  }

  /// Makes a write to a closed pipe an error that ``write(_:to:)`` sees, instead of a signal that kills.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Makes a file that its writer shortens while it is read an error in one line, instead of a signal that kills.
  static func reportShortenedFiles() {
    _ = signal(SIGBUS) { _ in
      // Only calls that a signal handler may make.
      let text: StaticString =
        "section-diff: a file became shorter while it was read; try again when it is written, or pipe it in as -\n"
      _ = systemWrite(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(2)
    }
  }

  /// Writes all bytes. A closed pipe is a quiet end: the reader has what it wanted.
  ///
  /// - Returns: Whether there still is a reader, for those who would continue writing.
  /// - Throws: a failure that says why the bytes could not be written.
  @discardableResult
  static func write(_ bytes: [UInt8], to stream: Stream) throws(Failure) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        // In bounds: `written < bytes.count`, and at most the rest is written.
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return systemWrite(stream.rawValue, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        return false
      } else if errno != EINTR {
        throw Failure("standard output cannot be written: \(String(cString: strerror(errno)))")
      }
    }
    return true
  }

  /// The next bytes of standard input, as they come; nil at its end.
  static func read() throws(Failure) -> [UInt8]? {
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      var received = -1
      repeat {
        received = systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count)
      } while received < 0 && errno == EINTR
      if received < 0 { error = errno }
      count = max(0, received)
    }
    if error != 0 { throw Failure("standard input cannot be read: \(String(cString: strerror(error)))") }
    return bytes.isEmpty ? nil : bytes
  }

  /// Writes a line to standard output.
  static func say(_ line: String) throws(Failure) {
    try write(Array((VisibleText.escaped(line) + "\n").utf8), to: .output)
  }

  /// Writes a line to standard error; what cannot be written there is lost.
  static func printError(_ line: String) {
    do {
      try write(Array((line + "\n").utf8), to: .error)
    } catch {
      // There is no place left to say so.
    }
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// What happens when someone stops a long command by SIGINT (Ctrl-C) or SIGTERM.
enum Interruption {
  /// From now on both signals end the program at once, with exit code 0 and without a line of progress left behind.
  ///
  /// Only for commands that write nothing before they are done, or nothing that half of it would spoil.
  static func endsWithSuccess() {
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { _ in
        // Only calls that a signal handler may make. The line is that of Progress.finish().
        if isatty(STDERR_FILENO) == 1 {
          let clear: StaticString = "\r\u{1B}[K"
          _ = write(STDERR_FILENO, clear.utf8Start, clear.utf8CodeUnitCount)
        }
        _exit(0)
      }
    }
  }
}
