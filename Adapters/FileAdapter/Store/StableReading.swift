internal import RecordFormats
internal import StoreInterface

/// A file read while no one changed it.
@available(LiveSystems, *)
struct StableReading: Sendable {
  let source: SourceText
  let status: FileStatus
  /// Whether an equal signature will mean that nothing was changed.
  let isConclusive: Bool
}

@available(LiveSystems, *)
extension StableReading {
  /// So often a file is read again that changes while it is read.
  private static let attempts = 3

  init(_ path: String, in files: any FileSystem) throws {
    for _ in 0..<Self.attempts {
      do throws(SystemError) {
        if let reading = try Self.attempt(path, files) {
          self = reading
          return
        }
      } catch {
        // A call on an open file knows no path.
        throw SystemError(error.action, path, code: error.code)
      }
    }
    throw TornRead(error: StoreError(.unavailable, "the file changes while it is read", at: path))
  }

  private static func attempt(
    _ path: String, _ files: any FileSystem
  ) throws(SystemError) -> StableReading? {
    let start = files.now
    let file = try files.open(path, for: .reading)
    defer { files.close(file) }
    let before = try files.status(of: file)
    let source = try files.contents(of: file, name: path)
    let after = try files.status(of: file)
    let size = source.count + source.byteOrderMark.count
    guard before.signature == after.signature, size == Int(after.size) else { return nil }
    return StableReading(source: source, status: after, isConclusive: after.signature.isConclusive(at: start))
  }
}

extension SourceText {
  /// The whole lines at the start, each with its end; `nil` where there are none.
  var wholeLines: SourceText? {
    let end = withSpan { bytes in
      var end = bytes.count
      while end > 0, bytes[end - 1] != 0x0A { end -= 1 }
      return end
    }
    if end == 0 { return nil }
    return SourceText(byteOrderMark + bytes(in: 0..<end), name: name)
  }

  /// Whether another source is the start of this one.
  func begins(with other: SourceText) -> Bool {
    hasByteOrderMark == other.hasByteOrderMark && other.count <= count
      && equal(0..<other.count, to: 0..<other.count, of: other)
  }

  /// Whether two sources hold the same bytes.
  func hasSameBytes(as other: SourceText) -> Bool {
    count == other.count && hasByteOrderMark == other.hasByteOrderMark
      && equal(0..<count, to: 0..<other.count, of: other)
  }
}
