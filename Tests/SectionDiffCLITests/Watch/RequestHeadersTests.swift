#if CommandLine
  import Foundation
  import Testing

  @testable import SectionDiffCLI

  @Suite("Headers and tokens for addresses")
  struct RequestHeadersTests {
    @Test("NAME:VALUE, blanks around the value left out")
    func fields() throws {
      let headers = try RequestHeaders(["Accept: application/json ", "X-Key:a:b", "Empty:"])
      #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["Accept=application/json", "X-Key=a:b", "Empty="])
      #expect(!headers.isEmpty)
      #expect(try RequestHeaders().isEmpty)
      #expect("\(headers)" == "Accept, X-Key, Empty")
    }

    @Test(
      "anything else is refused, and values are not printed",
      arguments: ["secret", ": secret", "a b: secret", "a\n: secret", "a: sec\r\nret", "a: secret\u{0}", "ä: secret"])
    func refused(text: String) {
      #expect { try RequestHeaders([text]) } throws: { error in
        let line = "\(error)"
        return !line.contains("sec\\r") && (text == "secret" || !line.contains("secret"))
      }
    }

    @Test("the token is read anew each time")
    func token() throws {
      let folder = try Scratch()
      let path = folder.url.appendingPathComponent("token").path
      let headers = try RequestHeaders(["A: b"], tokenFile: path)
      #expect(throws: Failure.self) { try headers.token() }
      for token in ["first", "second"] {
        try folder.write("token", " \(token)\r\n")
        #expect(try headers.token() == token)
      }
      #expect(!"\(headers)".contains("second"))
    }

    @Test("what is no token is not sent, and not printed", arguments: ["", "\n", "sec ret", "sec\nret", "sécret"])
    func noToken(text: String) throws {
      let folder = try Scratch()
      try folder.write("token", text)
      let headers = try RequestHeaders(tokenFile: folder.url.appendingPathComponent("token").path)
      #expect { try headers.token() } throws: { !"\($0)".contains("ret") }
    }

    @Test("a token and an Authorization header are one too many")
    func both() { #expect(throws: Failure.self) { try RequestHeaders(["authorization: x"], tokenFile: "token") } }
  }
#endif
