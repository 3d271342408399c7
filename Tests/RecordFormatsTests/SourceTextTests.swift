import Foundation
import RecordFormats
import Testing

@Suite struct SourceTextTests {
  private func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "formats-\(UUID().uuidString).csv")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  @Test(arguments: [SourceText.Access.mapped, .copied])
  func filesAreReadBothWays(_ access: SourceText.Access) throws {
    let bytes = Array("id\n1\n".utf8)
    try withFile(bytes) { path in
      let source = try SourceText(path: path, access: access)
      #expect(source.bytes(in: 0..<source.count) == bytes)
      #expect(source.name == path)
    }
  }

  @Test(arguments: [SourceText.Access.mapped, .copied])
  func emptyFilesHaveNoBytes(_ access: SourceText.Access) throws {
    try withFile([]) { path in
      let source = try SourceText(path: path, access: access)
      #expect(source.count == 0)
      #expect(!source.endsWithNewline)
    }
  }

  @Test func largeFilesAreReadWhole() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) & 0x7F }
    try withFile(bytes) { path in
      let source = try SourceText(path: path, access: .copied)
      #expect(source.bytes(in: 0..<source.count) == bytes)
    }
  }

  @Test func devicesAreReadToTheirEnd() throws {
    #expect(try SourceText(path: "/dev/null").count == 0)
  }

  @Test func descriptorsAreReadToTheirEnd() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\nb\n".utf8))
    try pipe.fileHandleForWriting.close()
    let source = try SourceText(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "<pipe>")
    #expect(source.string(in: 0..<source.count) == "a\nb\n")
  }

  @Test func missingFilesAndDirectoriesAreNamed() {
    func message(_ path: String) -> String {
      do {
        _ = try SourceText(path: path)
        return "no error"
      } catch {
        #expect(error.kind == .unreadable)
        #expect(error.position == nil)
        return error.description
      }
    }
    #expect(message("/nowhere/old.csv") == "/nowhere/old.csv: no such file; check the path")
    #expect(message("/") == "/: is a directory; name a file in it")
    #expect(message("/dev/null\0x") == "/dev/null\\u{0}x: no such file; check the path")
    #expect(message("/dev/null/x") == "/dev/null/x: no such file; check the path")
  }

  @Test func byteOrderMarkIsSkippedAndCountedInOffsets() throws {
    let source = SourceText("\u{FEFF}ab\nc", name: "in")
    #expect(source.hasByteOrderMark)
    #expect(source.count == 4)
    #expect(source.string(in: 0..<4) == "ab\nc")
    #expect(source.position(at: 3) == SourcePosition(line: 2, column: 1, offset: 6))
  }

  @Test func positionsCountScalars() {
    let source = SourceText("aé東\n\u{1F600}x", name: "in")
    let columns = (0...source.count).map { source.position(at: $0).description }
    #expect(
      columns == ["1:1", "1:2", "1:2", "1:3", "1:3", "1:3", "1:4", "2:1", "2:1", "2:1", "2:1", "2:2", "2:3"])
    #expect(source.position(at: 1_000).offset == source.count)
    #expect(source.position(at: -1) == SourcePosition(line: 1, column: 1, offset: 0))
  }

  @Test func rangesAreCutToWhatExists() {
    let source = SourceText("abc", name: "in")
    #expect(source.string(in: 1..<99) == "bc")
    #expect(source.string(in: 7..<99).isEmpty)
    #expect(!source.equal(0..<4, to: 0..<4, of: source))
    #expect(source.equal(0..<3, to: 0..<3, of: SourceText("abc", name: "other")))
  }

  @Test func errorsStayOnOneLine() {
    let error = FormatError(.unreadable, source: "a\nb\u{1B}", problem: "tab\there")
    #expect(error.description == "a\\nb\\u{1b}: tab\\there")
  }
}
