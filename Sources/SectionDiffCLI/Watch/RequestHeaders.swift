#if CommandLine
  internal import RecordFormats

  /// What is sent along with each request for an address: headers given by hand, and a token from a file, which goes as
  /// `Authorization: Bearer …` (RFC 6750 §2.1).
  struct RequestHeaders: Sendable, Equatable {
    /// A header as it is sent.
    struct Field: Sendable, Equatable {
      let name: String
      let value: String
    }

    /// The headers given by hand.
    let fields: [Field]
    /// The file that holds a token, or nil.
    let tokenFile: String?

    /// A token longer than this is none.
    private static let longestToken = 65_536

    /// Reads headers of the form `NAME:VALUE`.
    ///
    /// - Throws: which of them is no header. Values are not printed: they may be secret.
    init(_ texts: [String] = [], tokenFile: String? = nil) throws(Failure) {
      var fields: [Field] = []
      for text in texts {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
          throw Failure("--header takes NAME:VALUE; it has no colon")
        }
        let name = String(text[..<colon])
        let value = Self.trimmed(text[text.index(after: colon)...])
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken) else {
          throw Failure(
            "--header takes NAME:VALUE; \(VisibleText.shortened(name, to: 60)) is not a valid header name (RFC 9110 §5.1)"
          )
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
          throw Failure("the value of --header \(name) has a control character in it; leave it out")
        }
        if tokenFile != nil, name.lowercased() == "authorization" {
          throw Failure("--token-file sends Authorization, too; leave out one of the two")
        }
        fields.append(Field(name: name, value: value))
      }
      self.fields = fields
      self.tokenFile = tokenFile
    }

    /// Whether there is nothing to send.
    var isEmpty: Bool { fields.isEmpty && tokenFile == nil }

    /// The token as the file holds it now: it is read when the first request is made, and again when the server rejects
    /// it, so that it may be renewed while it is watched.
    ///
    /// - Throws: why there is no token; never what is in the file.
    func token() throws(Failure) -> String {
      guard let tokenFile else { throw Failure("there is no token file") }
      let source = try reading { () throws(FormatError) in try SourceText(path: tokenFile, access: .copied) }
      let token = Self.trimmed(source.string(in: 0..<min(source.count, Self.longestToken + 1)))
      guard !token.isEmpty, token.utf8.count <= Self.longestToken, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else {
        throw Failure("\(tokenFile): no token in it; write the token alone, in one line, into the file")
      }
      return token
    }

    /// What may be in the name of a header (RFC 9110 §5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      let bytes = Array(text.utf8.drop(while: isBlank))
      let end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
      return String(decoding: bytes[..<end], as: UTF8.self)
    }
  }

  extension RequestHeaders: CustomStringConvertible {
    /// Names alone: values may be secret.
    var description: String {
      (fields.map(\.name) + (tokenFile == nil ? [] : ["Authorization"])).joined(separator: ", ")
    }
  }
#endif
