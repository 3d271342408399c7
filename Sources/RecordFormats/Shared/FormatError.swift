/// Why an input could not be read, or a record not be written: where, what is wrong, and what to do.
///
/// ```swift
/// do {
///   _ = try RecordDocument(source, format: .csv)
/// } catch {
///   print(error)  // old.csv:17:5: unterminated quoted field; add the closing " (it was opened here)
/// }
/// ```
public struct FormatError: Error, Hashable, Sendable {
  /// The family an error belongs to.
  public enum Kind: Sendable, Hashable {
    /// The file could not be opened or read.
    case unreadable
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The bytes break the grammar of the format.
    case syntax
    /// The grammar is kept, but the value is not of the form that the format requests.
    case shape
    /// A row has more or fewer fields than the header.
    case raggedRow
    /// A name occurs twice where it may occur once.
    case duplicateName
    /// Arrays and objects are nested deeper than ``JSONText/depthLimit``.
    case tooDeep
    /// A value cannot be written in the format.
    case unwritable
  }

  /// The family this error belongs to.
  public let kind: Kind
  /// The name of the input, as it was given.
  public let source: String
  /// Where in the input, or nil when the input as a whole is meant.
  public let position: SourcePosition?
  /// What is wrong.
  public let problem: String
  /// What to do about it, or `""`.
  public let advice: String
  /// Whether the input ends where more had to follow: the mark of a file that is still being written.
  ///
  /// False for damage in the middle, which waiting does not cure.
  public let isTruncated: Bool

  /// Makes an error from its parts.
  public init(
    _ kind: Kind, source: String, position: SourcePosition? = nil, problem: String, advice: String = "",
    isTruncated: Bool = false
  ) {
    self.kind = kind
    self.source = source
    self.position = position
    self.problem = problem
    self.advice = advice
    self.isTruncated = isTruncated
  }
}

extension FormatError: CustomStringConvertible {
  /// The error in one line: `name:line:column: problem; advice`.
  public var description: String {
    var text = source
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": " + problem
    if !advice.isEmpty { text += "; " + advice }
    // Names and values that were quoted may bring anything along.
    return VisibleCharacters.escaped(text)
  }
}

/// A place in an input, for people and for programs.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1. Lines end at LF, CR LF or a lone CR; a quoted CSV field may span several.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int
  /// The offset from the start of the file in bytes, from 0, a byte-order mark included.
  public let offset: Int

  /// Makes a position from its parts.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The position as `line:column`.
  public var description: String { "\(line):\(column)" }
}
