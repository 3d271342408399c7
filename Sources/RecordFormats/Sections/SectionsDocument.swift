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
/// let first = document.list[0]
/// source.string(of: document.item(first.items.lowerBound).id)  // "1"
/// ```
package struct SectionsDocument: Sendable {
  /// One section of a document.
  package struct Section: Sendable, Hashable {
    /// The key, a string.
    package let key: FieldValue
    /// The header, a string, or nil where the file has none.
    package let content: FieldValue?
    /// The numbers of its items.
    package let items: Range<Int>
    /// The section's object.
    package let range: Range<Int>
  }

  /// One item of a document.
  package struct Item: Sendable, Hashable {
    /// The id, a string.
    package let id: FieldValue
    /// The content, a string.
    package let content: FieldValue
  }

  /// The bytes that the document was read from.
  package let source: SourceText
  /// The sections in their order.
  package let list: [Section]
  /// The offset of each item's `[`.
  private let starts: OffsetIndex

  /// Reads and checks a file of sections.
  ///
  /// - Throws: the first thing that is wrong in the file.
  package init(_ source: SourceText) throws(FormatError) {
    do {
      (list, starts) = try source.withSpan { (bytes) throws(ScanFailure) in
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
  package var count: Int { starts.count }

  /// An item by its number. Empty texts outside `0..<count`.
  package func item(_ number: Int) -> Item {
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
  package func range(of number: Int) -> Range<Int> {
    source.withSpan { bytes in
      guard let start = starts[number] else { return 0..<0 }
      return JSONCursor.value(at: start, in: bytes).range
    }
  }

  /// Appends an item as `["id","content"]`.
  package func appendJSON(of number: Int, to output: inout [UInt8]) {
    let item = item(number)
    output.append(UInt8(ascii: "["))
    source.appendJSON(of: item.id, to: &output)
    output.append(UInt8(ascii: ","))
    source.appendJSON(of: item.content, to: &output)
    output.append(UInt8(ascii: "]"))
  }
}
