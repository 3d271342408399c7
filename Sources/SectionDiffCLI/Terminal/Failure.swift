internal import RecordFormats

/// Trouble that ends a command, with exit code 2 unless it is wrong usage: what is wrong, where, and what to do, in one line.
struct Failure: Error, Hashable, CustomStringConvertible {
  /// The line, without control characters.
  let description: String
  /// Whether an input ends where more had to follow: the mark of a file that is still being written.
  let isTruncated: Bool

  /// Whether it is what was requested that is wrong: exit code 64.
  let isUsage: Bool

  /// Makes a failure of what was requested, which only a list of what there is could refuse.
  init(usage text: String) {
    description = VisibleText.escaped(text)
    isTruncated = false
    isUsage = true
  }

  /// Makes a failure from its line; control characters are escaped, so it stays one line.
  init(_ text: String) {
    description = VisibleText.escaped(text)
    isTruncated = false
    isUsage = false
  }

  /// Makes a failure of an input that could not be read.
  init(_ error: FormatError) {
    description = error.description
    isTruncated = error.isTruncated
    isUsage = false
  }
}

/// Runs `body`, turning what the formats throw into a ``Failure``.
func reading<Result>(_ body: () throws(FormatError) -> Result) throws(Failure) -> Result {
  do {
    return try body()
  } catch {
    throw Failure(error)
  }
}
