/// One JSON value of any kind, checked whole: a configuration, a patch, the body of a response.
///
/// ```swift
/// let document = try JSONDocument(SourceText("{\"revision\":12}", name: "body"))
/// if let revision = document.source.value(at: "revision", in: document.root) {
///   print(document.source.string(of: revision))  // 12
/// }
/// ```
public struct JSONDocument: Sendable {
  /// The bytes that the value was read from.
  public let source: SourceText
  /// The value.
  public let root: FieldValue

  /// Reads and checks a value with white space around it.
  ///
  /// - Throws: the first thing that is wrong in it.
  public init(_ source: SourceText) throws(FormatError) {
    do {
      root = try source.withSpan { (bytes) throws(ScanFailure) in
        var scanner = JSONScanner(depthLimit: source.depthLimit)
        let root = try scanner.value(bytes)
        scanner.skipWhitespace(bytes)
        if scanner.offset < bytes.count {
          throw ScanFailure(
            offset: scanner.offset,
            problem: "\(ScanFailure.found(at: scanner.offset, in: bytes)) after the end of the value",
            advice: "remove it")
        }
        return root
      }
    } catch {
      throw source.error(error)
    }
    self.source = source
  }
}

/// A member of a JSON object: its name and its value.
package struct JSONMember: Sendable, Hashable {
  /// The name, a string.
  package let name: FieldValue
  /// The value.
  package let value: FieldValue
}
