@preconcurrency import Dispatch
import Foundation
import Support

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal that the program runs in, while it shows a board; restored by ``restore()``.
struct Terminal: Sendable {
  private let former: termios

  /// Whether standard input and output are a terminal.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Whether colours are wanted (no-color.org).
  static var wantsColor: Bool { ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true }

  /// Takes over the terminal: keys come one by one and are not echoed, and the board has a screen of its own.
  ///
  /// - Throws: What the system says.
  init() throws {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw CocoaError(.fileReadUnknown) }
    former = settings
    // Ctrl-C comes as a key, too, so that nothing can end the program before it has restored the terminal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { throw CocoaError(.fileWriteUnknown) }
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back as it was.
  func restore() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    var settings = former
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// The present size; 80 × 24 where the terminal does not say.
  static var size: BoardView.Size {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return BoardView.Size()
    }
    return BoardView.Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  /// Writes text at once. Where nobody reads any more, it is lost.
  static func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }

  /// The keys as they are pressed; ends when the terminal is closed.
  static func keys() -> AsyncStream<UInt8> {
    AsyncStream { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
      source.setEventHandler {
        var key: UInt8 = 0
        if read(STDIN_FILENO, &key, 1) == 1 { continuation.yield(key) } else { continuation.finish() }
      }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    }
  }
}
