internal import RecordFormats
internal import SectionDiff

/// Writes a diff of lines in the unified form that `patch(1)` takes.
///
/// A line is context only where the diff kept it in place; a moved line is a delete and an insert. A last line
/// without LF differs from the same line with one, and is marked as `patch` expects.
struct UnifiedReport {
  /// The lines of context around a change.
  static let contextLines = 3

  /// One line of the script.
  private enum Step {
    case keep(old: Int, new: Int)
    case delete(Int)
    case insert(Int)
  }

  private let old: RecordDocument
  private let new: RecordDocument

  /// Returns the report; empty where nothing differs.
  ///
  /// - Parameters:
  ///   - diff: the comparison of two files of lines.
  ///   - oldName: the first file's name, for the head.
  ///   - newName: the second file's.
  /// - Throws: that the lines of a file end in CR.
  static func report(_ diff: RecordDiff, oldName: String, newName: String) throws(Failure) -> [UInt8] {
    for (file, endsInCR) in [(diff.pair.old, diff.endInCR.old), (diff.pair.new, diff.endInCR.new)] where endsInCR {
      throw Failure(
        "\(file.name): its lines end in CR, which patch takes for one line; leave out --format unified, or convert the "
          + "file: tr '\\r' '\\n'")
    }
    // A byte-order mark alone is no difference.
    guard diff.isDifferent else { return [] }
    let report = UnifiedReport(old: diff.pair.old.document, new: diff.pair.new.document)
    let hunks = report.hunks(report.steps(diff))
    guard !hunks.isEmpty else { return [] }
    var output: [UInt8] = []
    output.append("--- \(label(oldName))\n+++ \(label(newName))\n")
    for hunk in hunks { report.write(hunk, to: &output) }
    return output
  }

  /// The script line by line: deletes before inserts, kept lines in step on both sides.
  private func steps(_ diff: RecordDiff) -> [Step] {
    var isGone = [Bool](repeating: false, count: diff.old.itemCount)
    var isNew = [Bool](repeating: false, count: diff.new.itemCount)
    let changes = diff.result.changeset.identity
    for path in changes.deletes { isGone[path.item] = true }
    for path in changes.inserts { isNew[path.item] = true }
    for move in changes.moves {
      isGone[move.from.item] = true
      isNew[move.to.item] = true
    }
    let oldRows = Array(diff.old.sections.first?.items.map(\.number) ?? [])
    let newRows = Array(diff.new.sections.first?.items.map(\.number) ?? [])
    var steps: [Step] = []
    steps.reserveCapacity(max(isGone.count, isNew.count))
    var inserts: [Step] = []
    var o = 0
    var n = 0
    // Invariant: all before `o` and `n` is reported; inserts wait until the deletes beside them are.
    while o < isGone.count || n < isNew.count {
      if o < isGone.count, isGone[o] {
        steps.append(.delete(oldRows[o]))
        o += 1
      } else if n < isNew.count, isNew[n] {
        inserts.append(.insert(newRows[n]))
        n += 1
      } else if o < isGone.count, n < isNew.count {
        if hasSameEnds(oldRows[o], newRows[n]) {
          steps += inserts
          inserts.removeAll(keepingCapacity: true)
          steps.append(.keep(old: oldRows[o], new: newRows[n]))
        } else {
          steps.append(.delete(oldRows[o]))
          inserts.append(.insert(newRows[n]))
        }
        o += 1
        n += 1
      } else {
        break
      }
    }
    steps += inserts
    // A byte-order mark without a line is one for `patch`.
    if old.count == 0, old.source.hasByteOrderMark { steps.insert(.delete(0), at: 0) }
    if new.count == 0, new.source.hasByteOrderMark { steps.append(.insert(0)) }
    return steps
  }

  /// Whether two equal lines are equal as `patch` reads them: with or without LF, with or without a byte-order mark.
  private func hasSameEnds(_ o: Int, _ n: Int) -> Bool {
    Self.lacksNewline(o, old) == Self.lacksNewline(n, new) && Self.hasMark(o, old) == Self.hasMark(n, new)
  }

  private static func lacksNewline(_ line: Int, _ document: RecordDocument) -> Bool {
    document.count == 0 || line == document.count - 1 && document.records.hasFinalNewline == false
  }

  private static func hasMark(_ line: Int, _ document: RecordDocument) -> Bool {
    line == 0 && document.source.hasByteOrderMark
  }

  // MARK: - Hunks

  private struct Hunk {
    var steps: ArraySlice<Step>
    /// Lines of each side before the hunk.
    var oldStart: Int
    var newStart: Int
  }

  /// Cuts the script where more than twice the context lies between two changes.
  private func hunks(_ steps: [Step]) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for (index, step) in steps.enumerated() {
      if case .keep = step { continue }
      let start = max(0, index - Self.contextLines)
      let end = min(steps.count, index + Self.contextLines + 1)
      if let last = ranges.last, start <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    var hunks: [Hunk] = []
    var oldLine = 0
    var newLine = 0
    var offset = 0
    for range in ranges {
      while offset < range.lowerBound {
        advance(steps[offset], &oldLine, &newLine)
        offset += 1
      }
      hunks.append(Hunk(steps: steps[range], oldStart: oldLine, newStart: newLine))
    }
    return hunks
  }

  private func advance(_ step: Step, _ oldLine: inout Int, _ newLine: inout Int) {
    switch step {
    case .keep:
      oldLine += 1
      newLine += 1
    case .delete: oldLine += 1
    case .insert: newLine += 1
    }
  }

  private func write(_ hunk: Hunk, to output: inout [UInt8]) {
    var oldCount = 0
    var newCount = 0
    for step in hunk.steps { advance(step, &oldCount, &newCount) }
    output.append("@@ -\(Self.range(hunk.oldStart, oldCount)) +\(Self.range(hunk.newStart, newCount)) @@\n")
    for step in hunk.steps {
      switch step {
      case .keep(let line, _): Self.write(" ", line, old, to: &output)
      case .delete(let line): Self.write("-", line, old, to: &output)
      case .insert(let line): Self.write("+", line, new, to: &output)
      }
    }
  }

  /// Start and count as a hunk's head has them: the line before where there is none, no count for one line.
  private static func range(_ linesBefore: Int, _ count: Int) -> String {
    switch count {
    case 0: "\(linesBefore),0"
    case 1: "\(linesBefore + 1)"
    default: "\(linesBefore + 1),\(count)"
    }
  }

  private static func write(_ mark: String, _ line: Int, _ document: RecordDocument, to output: inout [UInt8]) {
    output.append(mark)
    if hasMark(line, document) { output.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
    output += document.source.bytes(in: document.range(of: line))
    output.append(0x0A)
    if lacksNewline(line, document) { output.append("\\ No newline at end of file\n") }
  }

  /// A file name as `patch` reads it: in quotes where it has control characters, quotes or backslashes, with a tab
  /// behind it where it has blanks.
  private static func label(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let needsQuotes = bytes.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsQuotes else { return bytes.contains(UInt8(ascii: " ")) ? name + "\t" : name }
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        quoted.append(UInt8(ascii: "\\"))
        quoted.append(byte)
      case 0..<0x20, 0x7F:
        quoted.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { quoted.append(UInt8(ascii: "0") + (byte >> UInt8(shift)) & 7) }
      default: quoted.append(byte)
      }
    }
    return String(decoding: quoted, as: UTF8.self) + "\""
  }
}
