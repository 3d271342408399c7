import Foundation

/// The samples of the documentation: as its pages show them, and as a folder of tests compiles and runs them.
///
/// In a page a sample is a block of Swift below `<!-- sample: NAME -->`, and what it prints is a block of text below
/// `<!-- output: NAME -->`. In a test it stands between `// sample: NAME` and `// end sample`.
public struct SampleBook {
  /// A block of code in a page.
  private struct Block {
    let page: String
    let line: Int
    /// `sample: NAME`, `output: NAME`, or another remark, or nothing at all.
    let marker: String
    let language: String
    let text: String

    var place: String { "\(page):\(line)" }

    /// The name behind a kind of marker, or `nil`.
    func name(_ kind: String) -> String? {
      marker.hasPrefix("\(kind): ") ? String(marker.dropFirst(kind.count + 2)) : nil
    }
  }

  /// All blocks of code in the pages, in order.
  private let blocks: [Block]
  /// The samples in the folder, by name.
  private let compiled: [String: String]
  /// Every line of the folder that compares an output.
  private let sources: String

  /// Reads pages and samples.
  ///
  /// - Parameters:
  ///   - pages: Pages, and folders of pages, as paths from the root of the package.
  ///   - file: A file in the folder with the samples, two folders below `Tests`.
  public init(pages: [String], samplesBeside file: String) throws {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let root = folder.appending(path: "../../..").standardized
    let files = try pages.map { root.appending(path: $0) }
      .flatMap { $0.pathExtension == "md" ? [$0] : try Self.files(in: $0, ending: "md") }
    blocks = try files.flatMap { page in
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
  public func output(of name: String) -> String? { blocks.first { $0.name("output") == name }?.text }
}

// MARK: - What is wrong

extension SampleBook {
  /// Where the pages and the samples do not agree; empty when all is right.
  public var problems: [String] {
    (blocks.isEmpty ? ["the pages have no code"] : []) + notCompiled + notShown + notCompared
  }

  /// Blocks of Swift that are not what the folder compiles.
  private var notCompiled: [String] {
    blocks.filter { $0.language == "swift" }.compactMap { block in
      guard let name = block.name("sample") else {
        return "\(block.place): a block of Swift without the name of a sample above it"
      }
      return compiled[name] == block.text ? nil : "\(block.place): differs from the sample \(name) in the tests"
    }
  }

  /// Samples that no page shows.
  private var notShown: [String] {
    let shown = Set(blocks.compactMap { $0.name("sample") })
    return compiled.keys.filter { !shown.contains($0) }.sorted().map { "no page shows the sample \($0)" }
  }

  /// Outputs that no test compares with what is printed.
  private var notCompared: [String] {
    blocks.compactMap { block in
      guard let name = block.name("output"), !sources.contains("shows: \"\(name)\"") else { return nil }
      return "\(block.place): nothing checks the output \(name)"
    }
  }
}

// MARK: - Reading

extension SampleBook {
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
