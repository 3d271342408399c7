import Foundation

/// The samples of the documentation: as its pages show them, and as this folder compiles and runs them.
///
/// In a page a sample is a block of Swift below `<!-- sample: NAME -->`, and what it prints is a block of text below
/// `<!-- output: NAME -->`. In a test it stands between `// sample: NAME` and `// end sample`.
struct SampleBook {
  struct Block {
    let page: String
    let line: Int
    /// `sample: NAME`, `output: NAME`, or another remark, or nothing at all.
    let marker: String
    let language: String
    let text: String
  }

  /// All blocks of code in the pages, in order.
  let blocks: [Block]
  /// The samples in this folder, by name.
  let compiled: [String: String]
  /// Every line of this folder that compares an output.
  let sources: String

  init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let root = folder.appending(path: "../../..").standardized
    let catalogue = root.appending(path: "Sources/StoreInterface/StoreInterface.docc")
    let pages = try Self.files(in: catalogue, ending: "md")
    blocks = try pages.flatMap { page in
      Self.blocks(of: try String(contentsOf: page, encoding: .utf8), page: page.lastPathComponent)
    }
    var compiled: [String: String] = [:]
    var sources = ""
    for file in try Self.files(in: folder, ending: "swift") {
      let text = try String(contentsOf: file, encoding: .utf8)
      sources += text
      compiled.merge(Self.samples(in: text)) { first, _ in first }
    }
    self.compiled = compiled
    self.sources = sources
  }

  /// What the pages say that a sample prints.
  func output(of name: String) -> String? {
    blocks.first { $0.marker == "output: \(name)" }?.text
  }

  private static func files(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }
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
