#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

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
