/// Writes the `sections` form into memory, in its one canonical form: compact, members in the order `section`,
/// `content` (left out where there is none), `items`, strings escaped as ``JSONText`` says, one LF at the end.
///
/// For example:
///
/// ```swift
/// var writer = SectionsWriter()
/// writer.beginSection("A", content: "first")
/// writer.append(id: "1", content: "one")
/// writer.finish()  // writer.output: [{"section":"A","content":"first","items":[["1","one"]]}]⏎
/// ```
public struct SectionsWriter: Sendable {
  /// What has been written. A caller may take it away between two items, to send it on.
  public var output: [UInt8] = []
  private var sections = 0
  private var items = 0

  /// Makes a writer.
  public init() {}

  /// Begins a section; items go into it until the next begins.
  public mutating func beginSection(_ key: String, content: String? = nil) {
    beginSection(Array(key.utf8), content: content.map { Array($0.utf8) })
  }

  /// Begins a section; items go into it until the next begins.
  public mutating func beginSection(_ key: [UInt8], content: [UInt8]?) {
    output.append(contentsOf: sections == 0 ? "[{\"section\":".utf8 : "]},{\"section\":".utf8)
    JSONText.appendString(key, to: &output)
    if let content {
      output.append(contentsOf: ",\"content\":".utf8)
      JSONText.appendString(content, to: &output)
    }
    output.append(contentsOf: ",\"items\":[".utf8)
    sections += 1
    items = 0
  }

  /// Appends an item to the section.
  public mutating func append(id: String, content: String) {
    append(id: Array(id.utf8), content: Array(content.utf8))
  }

  /// Appends an item to the section.
  public mutating func append(id: [UInt8], content: [UInt8]) {
    requireSection()
    output.append(contentsOf: items == 0 ? "[".utf8 : ",[".utf8)
    JSONText.appendString(id, to: &output)
    output.append(UInt8(ascii: ","))
    JSONText.appendString(content, to: &output)
    output.append(UInt8(ascii: "]"))
    items += 1
  }

  /// Appends an item of a document to the section.
  package mutating func append(_ item: Int, of document: SectionsDocument) {
    requireSection()
    if items > 0 { output.append(UInt8(ascii: ",")) }
    document.appendJSON(of: item, to: &output)
    items += 1
  }

  private func requireSection() {
    precondition(
      sections > 0, "an item was appended before the first section (output: \(output.count) bytes)")
  }

  /// Ends the file.
  public mutating func finish() {
    output.append(contentsOf: sections == 0 ? "[]\n".utf8 : "]}]\n".utf8)
  }
}
