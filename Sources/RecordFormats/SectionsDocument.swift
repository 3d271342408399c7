/// A file of sections: `[{"section":"A","content":"header","items":[["id","content"],…]},…]`.
///
/// Keys, headers, ids and contents are strings; the header may be missing. Items are numbered through all sections;
/// a section reports which numbers are its own. Keys and ids that occur twice are not refused here: what they mean is
/// the caller's choice.
///
/// For example:
///
/// ```swift
/// let source = SourceText("[{\"section\":\"A\",\"items\":[[\"1\",\"one\"]]}]", name: "old.json")
/// let document = try SectionsDocument(source)
/// let first = document.sections[0]
/// source.string(of: document.item(first.items.lowerBound).id)  // "1"
/// ```
public struct SectionsDocument: Sendable {
  /// One section of a document.
  public struct Section: Sendable, Hashable {
    /// The key, a string.
    public let key: FieldValue
    /// The header, a string, or nil where the file has none.
    public let content: FieldValue?
    /// The numbers of its items.
    public let items: Range<Int>
    /// The section's object.
    public let range: Range<Int>
  }

  /// One item of a document.
  public struct Item: Sendable, Hashable {
    /// The id, a string.
    public let id: FieldValue
    /// The content, a string.
    public let content: FieldValue
  }

  /// The bytes that the document was read from.
  public let source: SourceText
  /// The sections in their order.
  public let sections: [Section]
  /// The offset of each item's `[`.
  private let starts: OffsetIndex

  /// Reads and checks a file of sections.
  ///
  /// - Throws: the first thing that is wrong in the file.
  public init(_ source: SourceText) throws(FormatError) {
    do {
      (sections, starts) = try source.withSpan { (bytes) throws(ScanFailure) in
        var scanner = SectionsScanner()
        try scanner.run(bytes)
        return (scanner.sections, scanner.starts)
      }
    } catch {
      throw source.error(error)
    }
    self.source = source
  }

  /// The number of items in all sections.
  public var count: Int { starts.count }

  /// An item by its number. Empty texts outside `0..<count`.
  public func item(_ number: Int) -> Item {
    source.withSpan { item(number, in: $0) }
  }

  private func item(_ number: Int, in bytes: Span<UInt8>) -> Item {
    guard let start = starts[number] else {
      return Item(id: FieldValue(.string, 0..<0), content: FieldValue(.string, 0..<0))
    }
    var cursor = JSONCursor(inside: FieldValue(.array, start..<bytes.count))
    let id = cursor.nextElement(bytes) ?? FieldValue(.string, start..<start)
    let content = cursor.nextElement(bytes) ?? FieldValue(.string, start..<start)
    return Item(id: id, content: content)
  }

  /// The raw bytes of an item, from its `[` to its `]`.
  public func range(of number: Int) -> Range<Int> {
    source.withSpan { bytes in
      guard let start = starts[number] else { return 0..<0 }
      return JSONCursor.value(at: start, in: bytes).range
    }
  }

  /// The position of an item, for messages.
  public func position(of number: Int) -> SourcePosition { source.position(at: starts[number] ?? 0) }

  /// Appends an item as `["id","content"]`.
  public func appendJSON(of number: Int, to output: inout [UInt8]) {
    let item = item(number)
    output.append(UInt8(ascii: "["))
    source.appendJSON(of: item.id, to: &output)
    output.append(UInt8(ascii: ","))
    source.appendJSON(of: item.content, to: &output)
    output.append(UInt8(ascii: "]"))
  }
}
