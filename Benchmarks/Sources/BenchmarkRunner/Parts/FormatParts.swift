import BenchmarkHarness
import DiffWorkloads
import Foundation
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

  fileprivate static let fields = ["id", "title", "artist", "length"]
  /// Songs in a section.
  fileprivate static let album = 100

  // MARK: - Writing

  /// The file, by the writers of the library.
  static func written(_ songs: [Song], _ format: RecordFormat) throws -> [UInt8] {
    planted(try plainlyWritten(songs, format), "write", format)
  }

  /// The same bytes; where a wrong answer is planted, with another letter in the last title.
  private static func planted(_ bytes: [UInt8], _ operation: String, _ format: RecordFormat) -> [UInt8] {
    // The name is made for a wrong answer only: it would be an allocation that other plants are called for.
    guard let plant = Plant.active, plant.rawValue.hasSuffix("-wrong"),
      plant.rawValue == "\(operation)-\(format)-wrong",
      let place = bytes.lastIndex(of: UInt8(ascii: "f"))
    else { return bytes }
    var bytes = bytes
    bytes[place] = UInt8(ascii: "n")
    return bytes
  }

  private static func plainlyWritten(_ songs: [Song], _ format: RecordFormat) throws -> [UInt8] {
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
      try PartBenchmarks.check(
        SlowReader.rows(bytes, format) == SlowReader.rows(of: songs, format), name, "it is not what was to be written")
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
      return Self.planted(try document.value.canonical(), "rewrite", format)
    }
    return Contender(name) {
      try PartBenchmarks.check(
        SlowReader.rows(rewritten(), format) == SlowReader.rows(of: songs, format), name,
        "it writes another file than was read")
    } counts: {
      ["file bytes": try rewritten().count]
    } run: {
      try rewritten().count
    }
  }

  // MARK: - Reading

  private func read(_ bytes: [UInt8]) throws -> RecordDocument {
    try RecordDocument(SourceText(Self.planted(bytes, "read", format), name: "songs"), format: format)
  }

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
      try PartBenchmarks.check(document.count == songs.count, name, "it finds \(document.count) records")
      switch format {
      case .sections:
        try PartBenchmarks.check(
          SlowReader.rows(document.canonical(), format) == SlowReader.rows(of: songs, format), name,
          "it holds another file")
      case .lines:
        let lines = (0..<document.count).map { document.source.string(in: document.range(of: $0)) }
        try PartBenchmarks.check(lines == songs.map(\.title), name, "a line is not what was written")
      default:
        for (column, field) in Self.fields.enumerated() {
          let locator = try document.locator(for: field)
          let values = (0..<document.count).map { document.value($0, at: locator).map(document.source.string(of:)) }
          let expected: [String?] = SlowReader.rows(of: songs, format).map { $0[column] }
          try PartBenchmarks.check(values == expected, name, "the field \(field) is not what was written")
        }
      }
    } counts: {
      [:]
    } run: {
      try total()
    }
  }
}

/// Reads files of songs by the standard library and Foundation, without the library that is measured.
private enum SlowReader {
  /// The texts of each record that a format keeps.
  static func rows(of songs: [Song], _ format: RecordFormat) -> [[String]] {
    songs.enumerated().map { offset, song in
      let album = offset / FormatCase.album
      return switch format {
      case .lines: [song.title]
      case .sections: ["album \(album)", songs[album * FormatCase.album].artist, "\(song.id)", song.title]
      default: ["\(song.id)", song.title, song.artist, "\(song.length)"]
      }
    }
  }

  /// The same, as a file holds them.
  static func rows(_ bytes: [UInt8], _ format: RecordFormat) throws -> [[String]] {
    switch format {
    case .csv: return delimited(bytes, by: ",")
    case .tsv: return delimited(bytes, by: "\t")
    case .lines: return lines(bytes).map { [String(decoding: $0, as: UTF8.self)] }
    case .json: return objects(try JSONSerialization.jsonObject(with: Data(bytes))).map(fields)
    case .ndjson: return try lines(bytes).map { fields(of: try JSONSerialization.jsonObject(with: Data($0))) }
    default:
      return objects(try JSONSerialization.jsonObject(with: Data(bytes))).flatMap { section -> [[String]] in
        let section = section as? [String: Any] ?? [:]
        let head = [text(section["section"]), text(section["content"])]
        return objects(section["items"]).map { head + objects($0).map(text) }
      }
    }
  }

  private static func objects(_ value: Any?) -> [Any] { value as? [Any] ?? [] }

  private static func fields(of record: Any) -> [String] {
    FormatCase.fields.map { text((record as? [String: Any])?[$0]) }
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case let text as String: text
    case let number as Int: "\(number)"
    default: "no value"
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// Fields between delimiters; one in quotes has each of its quotes twice. The first line is the header.
  private static func delimited(_ bytes: [UInt8], by delimiter: Unicode.Scalar) -> [[String]] {
    var rows: [[String]] = []
    var (row, field, isQuoted) = ([String](), "", false)
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.unicodeScalars.append(scalar)
        scalars.removeFirst()
      case "\"" where isQuoted: isQuoted = false
      case "\"" where field.isEmpty: isQuoted = true
      case delimiter where !isQuoted:
        row.append(field)
        field = ""
      case "\n" where !isQuoted:
        rows.append(row + [field])
        (row, field) = ([], "")
      default: field.unicodeScalars.append(scalar)
      }
    }
    return rows.first == FormatCase.fields ? Array(rows.dropFirst()) : []
  }
}
