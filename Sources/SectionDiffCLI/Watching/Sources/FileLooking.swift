/// When a file is read again: a value that is told what was seen and says what to do.
///
/// A stamp that has not changed means that the content has not, but for one case: a file that was read within the same
/// tick of the clock in which it was written may be written once more without a trace. So a stamp is only trusted when it
/// was old enough when the file was read.
struct FileLooking: Sendable {
  /// Clocks that stamp files tick every few milliseconds, on some file systems every two seconds.
  static let tick = Duration.seconds(2)

  /// What came of reading.
  enum Outcome: Hashable, Sendable {
    /// It was whole, and something else than before.
    case changed
    /// It was whole, and what it was before.
    case same
    /// It was written while it was read, is cut off, or is empty where it was not: more is awaited.
    case unfinished
    /// It cannot be read, or makes no sense.
    case failed
  }

  /// What to do with something unfinished.
  enum Patience: Hashable, Sendable {
    /// Wait for more; nobody is told.
    case wait
    /// It has stayed like this for a whole look: take it for what it is.
    case takeIt
  }

  private var trusted: FileStamp?
  /// The stamp of the unfinished state that is waited for.
  private var unfinished: FileStamp?

  /// Whether to read a file with this stamp.
  func shouldRead(_ stamp: FileStamp) -> Bool { stamp != trusted }

  /// Something unfinished was read.
  mutating func patience(with stamp: FileStamp) -> Patience {
    trusted = nil
    if unfinished == stamp {
      unfinished = nil
      return .takeIt
    }
    unfinished = stamp
    return .wait
  }

  /// A file was read, and there is nothing to wait for.
  ///
  /// - Parameters:
  ///   - stamp: The stamp before and after.
  ///   - now: When it was read.
  mutating func read(_ stamp: FileStamp, at now: Duration) {
    unfinished = nil
    trusted = stamp.modified + Self.tick < now ? stamp : nil
  }

  /// There was nothing to read.
  mutating func missed() {
    unfinished = nil
    trusted = nil
  }

  /// Why the file is looked at again after a reading.
  static func reason(_ outcome: Outcome?) -> String {
    switch outcome {
    case nil: "the file has not been written"
    case .changed: "the file has changed"
    case .same: "the file holds what it held"
    case .unfinished: "the file is being written"
    case .failed: "the file cannot be used as it is"
    }
  }
}
