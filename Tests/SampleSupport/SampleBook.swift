import Foundation

/// The samples of the documentation: as its pages show them, and as the tests compile and run them.
///
/// In a page a sample is a block of Swift below `<!-- sample: NAME -->`, and what it prints is a block of text below
/// `<!-- output: NAME -->`. In a file of the tests, or of an adapter's own, whose name ends in `Samples.swift`, or in any
/// of a package in `Tests/Fixtures`, it stands between `// sample: NAME` and `// end sample`. A block that no machine at
/// hand can compile stands below `<!-- not compiled: REASON -->`.
/// A step of a tutorial is a file of Swift in the start page's catalogue; its sample has the name of the file.
@available(LiveSystems, *)
public struct SampleBook {
  /// A block of code in a page.
  public struct Block {
    /// The name of the page.
    public let page: String
    /// Where the block begins.
    public let line: Int
    /// `sample: NAME`, `output: NAME`, or another remark, or nothing at all.
    public let marker: String
    /// What the page says the block is written in.
    public let language: String
    /// The block.
    public let text: String

    /// The block without the imports at its start, as it stands within a function of a test.
    public var body: String {
      let lines = text.components(separatedBy: "\n")
      let imports = lines.prefix { $0.hasPrefix("import ") }
      guard !imports.isEmpty else { return text }
      return lines.dropFirst(imports.count).drop(while: \.isEmpty).joined(separator: "\n")
    }
  }

  /// All blocks of code in the pages, in order.
  public let blocks: [Block]
  /// The samples that are compiled, by name.
  public let compiled: [String: String]
  /// Names that two samples have.
  public let doubles: [String]
  /// Every line that compares an output.
  public let sources: String

  /// Reads all pages and all samples of the package.
  public init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let pages =
      ["README.md", "CONTRIBUTING.md"].map { root.appending(path: $0) }
      + Self.files(below: root.appending(path: "Sources"), ending: ".md")
      + Self.files(below: root.appending(path: "Adapters"), ending: ".md")
      + Self.files(below: root.appending(path: "docs"), ending: ".md")
    let steps = try Self.files(below: root.appending(path: "docs"), ending: ".swift").map { step in
      Block(
        page: step.lastPathComponent, line: 1, marker: "sample: \(step.deletingPathExtension().lastPathComponent)",
        language: "swift", text: try String(contentsOf: step, encoding: .utf8))
    }
    blocks =
      try pages.flatMap { page in
        Self.blocks(of: try String(contentsOf: page, encoding: .utf8), page: page.lastPathComponent)
      } + steps
    var compiled: [String: String] = [:]
    var doubles: [String] = []
    var sources = ""
    let files =
      Self.files(below: root.appending(path: "Tests"), ending: "Samples.swift")
      + Self.files(below: root.appending(path: "Adapters"), ending: "Samples.swift")
      + Self.files(below: root.appending(path: "Tests/Fixtures"), ending: ".swift")
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      sources += text
      for (name, sample) in Self.samples(in: text) {
        if compiled.updateValue(sample, forKey: name) != nil { doubles.append(name) }
      }
    }
    self.compiled = compiled
    self.doubles = doubles
    self.sources = sources
  }

  /// The `main.swift` of a target of `Tests/Fixtures/Stranger`, which shows that a sample compiles as it stands.
  public static func mainFile(of target: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let file = root.appending(path: "Tests/Fixtures/Stranger/Sources/\(target)/main.swift")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// What the pages say that a sample prints.
  public func output(of name: String) -> String? {
    blocks.first { $0.marker == "output: \(name)" }?.text
  }

  private static func files(below folder: URL, ending: String) -> [URL] {
    let enumerator = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (enumerator?.compactMap { $0 as? URL } ?? [])
      .filter { $0.lastPathComponent.hasSuffix(ending) }
      .sorted { $0.path < $1.path }
  }

  private static func blocks(of text: String, page: String) -> [Block] {
    var blocks: [Block] = []
    var marker = ""
    var open: (line: Int, language: String, text: String)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let block = open {
        if line == "```" {
          blocks.append(
            Block(page: page, line: block.line, marker: marker, language: block.language, text: block.text))
          open = nil
          marker = ""
        } else {
          open?.text += line + "\n"
        }
      } else if line.hasPrefix("```") {
        open = (index + 1, String(line.dropFirst(3)), "")
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        marker = String(line.dropFirst(5).dropLast(4))
      } else if !line.isEmpty {
        marker = ""
      }
    }
    return blocks
  }

  private static func samples(in text: String) -> [String: String] {
    var samples: [String: String] = [:]
    var name: String?
    var lines: [String] = []
    for line in text.components(separatedBy: "\n") {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("// sample: ") {
        name = String(trimmed.dropFirst("// sample: ".count))
        lines = []
      } else if trimmed == "// end sample", let finished = name {
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        samples[finished] = lines.map { $0.dropFirst(indents.min() ?? 0) + "\n" }.joined()
        name = nil
      } else {
        lines.append(line)
      }
    }
    return samples
  }
}
