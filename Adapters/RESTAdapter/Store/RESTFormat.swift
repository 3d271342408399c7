public import Foundation
public import RecordFormats

/// How the body of a response becomes records.
///
///     RESTFormat<Song>.json()                          // an array of songs
///     RESTFormat<Song>.json(at: "data.songs")          // the array at a path
///     RESTFormat<Song>.ndjson()                        // one song a line
public struct RESTFormat<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What the field `Accept` says.
  public var accept: String
  /// Which media types are taken for this format; one that is missing is, too.
  public var acceptsMediaType: @Sendable (String) -> Bool
  /// Makes records of a body; what it throws is reported with the address.
  public var decode: @Sendable (_ body: [UInt8], _ head: HTTPResponseHead) throws -> [Item]

  /// Makes a format of one's own, over raw bytes.
  ///
  /// - Parameters:
  ///   - accept: What the field `Accept` says.
  ///   - acceptsMediaType: Whether a media type, in lower case and without parameters, is taken. Without one, all but
  ///     HTML are.
  ///   - decode: Makes records of a body.
  public init(
    accept: String, acceptsMediaType: (@Sendable (String) -> Bool)? = nil,
    decode: @escaping @Sendable (_ body: [UInt8], _ head: HTTPResponseHead) throws -> [Item]
  ) {
    self.accept = accept
    self.acceptsMediaType = acceptsMediaType ?? { $0 != "text/html" && $0 != "application/xhtml+xml" }
    self.decode = decode
  }

  /// Makes a format of records as `RecordFormats` reads them: JSON, NDJSON, CSV, TSV.
  ///
  ///     RESTFormat<KeyedValue<String, String>>.records(.ndjson) { document in … }
  ///
  /// - Parameters:
  ///   - format: The format of the body.
  ///   - maximumDepth: Arrays and objects may be nested so deep. Those of the format `sections` have four levels, always.
  ///   - decode: Makes records of a document, which was checked whole.
  public static func records(
    _ format: RecordFormat, maximumDepth: Int = JSONText.depthLimit,
    decode: @escaping @Sendable (RecordDocument) throws -> [Item]
  ) -> RESTFormat {
    checked(format, maximumDepth) { try decode(try RecordDocument($0, format: format)) }
  }

  /// A format whose readers bound the depth of a body before anything that might recurse sees it.
  private static func checked(
    _ format: RecordFormat, _ maximumDepth: Int, decode: @escaping @Sendable (SourceText) throws -> [Item]
  ) -> RESTFormat {
    RESTFormat(accept: format.mediaTypes.accept, acceptsMediaType: { MediaType.isTaken($0, for: format) }) { body, _ in
      var source = SourceText(body, name: "the answer")
      source.depthLimit = min(maximumDepth, source.depthLimit)
      return try decode(source)
    }
  }
}

extension RESTFormat where Item: Decodable {
  /// Makes a format of a JSON array.
  ///
  /// All of the body is checked before anything is decoded: UTF-8, grammar, repeated names, depth.
  ///
  /// - Parameters:
  ///   - path: Where in the body the array is, names joined by dots; the body itself, if there is none.
  ///   - maximumDepth: Arrays and objects may be nested so deep.
  ///   - decoder: Makes a decoder for each body.
  public static func json(
    at path: String? = nil, maximumDepth: Int = 64, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> RESTFormat {
    checked(.json, maximumDepth) { body in
      let document = try JSONDocument(body)
      var value = document.root
      if let path {
        guard let found = document.source.value(at: FieldPath(path), in: value) else {
          throw FormatError(.shape, source: "the answer", problem: "there is no value at “\(path)”")
        }
        value = found
      }
      guard value.kind == .array else {
        throw FormatError(
          .shape, source: "the answer", position: document.source.position(at: value.range.lowerBound),
          problem: "there is no array of records", advice: "give the path to it")
      }
      return try decoder().decode([Item].self, from: Data(document.source.bytes(in: value.range)))
    }
  }

  /// Makes a format of one JSON object a line. An answer whose last line is torn is refused: a response that came whole
  /// has none.
  ///
  /// - Parameters:
  ///   - maximumDepth: Arrays and objects may be nested so deep.
  ///   - decoder: Makes a decoder for each body.
  public static func ndjson(
    maximumDepth: Int = 64, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> RESTFormat {
    checked(.ndjson, maximumDepth) { body in
      let records = try JSONRecords(body, isNDJSON: true)
      let decoder = decoder()
      return try (0..<records.count).map { record in
        try decoder.decode(Item.self, from: Data(records.source.bytes(in: records.range(of: record))))
      }
    }
  }
}

/// Which media types are taken for which format.
enum MediaType {
  /// Plain text and bytes are taken for everything: many servers of files say no more.
  static func isTaken(_ type: String, for format: RecordFormat) -> Bool {
    if ["text/plain", "application/octet-stream", "binary/octet-stream"].contains(type) { return true }
    return format.mediaTypes.isTaken(type)
  }

  /// The type of a field `Content-Type` (RFC 9110, section 8.3), in lower case and without parameters.
  static func type(_ fields: HTTPFields) -> String? {
    fields["Content-Type"].map { ASCII.lowercased(ASCII.trimmed($0.split(separator: ";").first ?? "")) }
  }
}
