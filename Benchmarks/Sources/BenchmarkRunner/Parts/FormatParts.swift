import BenchmarkHarness
import DiffWorkloads
import RecordFormats

/// Readers and writers of every format: what `RecordFormat.allCases` lists is measured, and a format without a text here is
/// an error.
enum FormatParts {
  static var benchmark: Benchmark {
    Benchmark(
      "formats", "reading, writing and rewriting files of each format", elements: "song",
      size: PartBenchmarks.sizes[1], sizes: PartBenchmarks.sizes
    ) { size, _ in
      let songs = (0..<size).map { Song($0) }
      return PartBenchmarks.input(
        items: size,
        try RecordFormat.allCases.flatMap { format -> [Contender] in
          let file = FormatCase(format: format, songs: songs, bytes: try FormatCase.written(songs, format))
          return [file.reader, file.writer, file.rewriter]
        })
    }
  }
}

/// A record of every kind of text: numbers, quotes, words of other scripts.
private struct Song {
  let id: Int
  let title: String
  let artist: String
  let length: Int

  init(_ id: Int) {
    var random = SplitMix64(seed: UInt64(id))
    self.id = id
    title = id % 7 == 0 ? "the \"title\", of song \(id)" : "the title of song \(id)"
    artist = id % 5 == 0 ? "Dvořák \(random.below(100))" : "artist \(random.below(1_000))"
    length = random.below(600)
  }
}

/// The songs in one format.
private struct FormatCase {
  let format: RecordFormat
  let songs: [Song]
  let bytes: [UInt8]

  private static let fields = ["id", "title", "artist", "length"]
  /// Songs in a section.
  private static let album = 100

  // MARK: - Writing

  /// The file, by the writers of the library.
  static func written(_ songs: [Song], _ format: RecordFormat) throws -> [UInt8] {
    switch format {
    case .csv, .tsv:
      var writer = DelimitedWriter(format: format)
      try writer.append(fields)
      for song in songs {
        if Plant.active == .csvWrittenTwice, format == .csv {
          var other = DelimitedWriter(format: format)
          try other.append(["\(song.id)", song.title, song.artist, "\(song.length)"])
        }
        try writer.append(["\(song.id)", song.title, song.artist, "\(song.length)"])
      }
      return writer.output
    case .json, .ndjson:
      var writer = JSONRecordsWriter(format: format)
      for song in songs {
        let title = song.title.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
        let json =
          "{\"id\":\(song.id),\"title\":\"\(title)\",\"artist\":\"\(song.artist)\",\"length\":\(song.length)}"
        if Plant.active == .jsonWrittenTwice, format == .json {
          var other = JSONRecordsWriter(format: format)
          other.append { $0 += Array(json.utf8) }
          other.finish()
        }
        writer.append { $0 += Array(json.utf8) }
      }
      writer.finish()
      return writer.output
    case .lines:
      var writer = LinesWriter()
      for song in songs { try writer.append(song.title) }
      try writer.finish()
      return writer.output
    case .sections:
      var writer = SectionsWriter()
      for (offset, song) in songs.enumerated() {
        if offset % album == 0 { writer.beginSection("album \(offset / album)", content: song.artist) }
        writer.append(id: "\(song.id)", content: song.title)
      }
      writer.finish()
      return writer.output
    default:
      throw VerificationFailure("formats", "the benchmarks have no file in the format \(format); write one here")
    }
  }

  var writer: Contender {
    let name = "write \(format)"
    let kept = Lazily { try Self.written(songs, format) }
    return Contender(name) {
      try PartBenchmarks.check(read(bytes).count == records, name, "it cannot be read back")
    } counts: {
      ["file bytes": try Self.written(songs, format).count]
    } run: {
      if Plant.active == .csvWrittenKept, format == .csv { return try kept.value.count }
      return try Self.written(songs, format).count
    }
  }

  var rewriter: Contender {
    let name = "rewrite \(format)"
    let document = Lazily { try read(bytes) }
    func rewritten() throws -> [UInt8] {
      if Plant.active == .rewrittenTwice, format == .csv { _ = try document.value.canonical() }
      return try document.value.canonical()
    }
    return Contender(name) {
      let again = try rewritten()
      try PartBenchmarks.check(
        read(again).count == records && again.count == bytes.count, name, "it writes another file than was read")
    } counts: {
      ["file bytes": try rewritten().count]
    } run: {
      try rewritten().count
    }
  }

  // MARK: - Reading

  private func read(_ bytes: [UInt8]) throws -> RecordDocument {
    try RecordDocument(SourceText(bytes, name: "songs"), format: format)
  }

  private var records: Int { songs.count }

  /// Reads the file, and looks up a field of each record where records have fields.
  private func total() throws -> Int {
    switch (Plant.active, format) {
    case (.csvIndexedTwice, .csv), (.jsonReadTwice, .json), (.ndjsonReadTwice, .ndjson),
      (.sectionsReadTwice, .sections):
      _ = try read(bytes)
    case (.linesCopied, .lines):
      let document = try read(bytes)
      return total(of: document)
        &+ (0..<document.count).reduce(0) {
          $0 &+ document.source.string(in: document.range(of: $1)).utf8.count * 0
        }
    case (.jsonReadInAFunction, .json): return total(of: try readElsewhere())
    default: break
    }
    return total(of: try read(bytes))
  }

  @inline(never)
  private func readElsewhere() throws -> RecordDocument { try read(bytes) }

  private func total(of document: RecordDocument) -> Int {
    let title = try? document.locator(for: "title")
    func length(_ record: Int) -> Int {
      guard let title else { return document.range(of: record).count }
      if Plant.active == .tsvLookedUpTwice, format == .tsv { _ = document.value(record, at: title) }
      return document.value(record, at: title)?.range.count ?? 0
    }
    return document.count &+ (0..<document.count).reduce(0) { $0 &+ length($1) }
  }

  var reader: Contender {
    let name = "read \(format)"
    return Contender(name) {
      let document = try read(bytes)
      try PartBenchmarks.check(document.count == records, name, "it finds \(document.count) records")
      guard format != .lines, format != .sections, let last = songs.last else { return }
      let value = document.value(songs.count - 1, at: try document.locator(for: "title"))
      try PartBenchmarks.check(
        value.map(document.source.string(of:)) == last.title, name, "the last title is not what was written")
    } counts: {
      ["total": try total()]
    } run: {
      try total()
    }
  }
}
