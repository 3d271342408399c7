import FileAdapter
import Foundation
import Testing

/// Where paths lead.
struct ResolvedPathTests {
  private let files = MemoryFiles()

  init() throws {
    for folder in ["/a", "/a/b", "/c"] { try files.makeFolder(folder) }
  }

  private func resolved(_ path: String) throws -> String {
    let path = try ResolvedPath(path, in: files)
    return "\(path.path) \(path.isWhole) \(path.steps.map { "\($0.folder):\($0.name)" })"
  }

  @Test func partsThatLeadNowhereAreLeftOut() throws {
    let plain = try resolved("/a/b/x")
    #expect(plain == "/a/b/x true [\"/a/b:x\"]")
    for path in ["/a/./b/x", "/./a/b/./x", "//a//b/x", "/a/b/./././x"] {
      #expect(try resolved(path) == plain, "\(path)")
    }
  }

  @Test func whatIsMissingIsNamedInTheFolderThatIsThere() throws {
    #expect(try resolved("/a/none/x") == "/a/none/x false [\"/a:none\"]")
    #expect(try resolved("/a/none/./y/x") == "/a/none/./y/x false [\"/a:none\"]")
  }

  @Test func fortyLinksAreFollowedAndNoMore() throws {
    let folder = try ScratchFolder()
    for number in 0...41 {
      try FileManager.default.createSymbolicLink(
        atPath: folder("\(number)"), withDestinationPath: number == 0 ? "end" : "\(number - 1)")
    }
    let end = try ResolvedPath(folder("39"), in: SystemFiles())
    #expect(end.path.hasSuffix("/end") && end.steps.count == 41)
    #expect(throws: SystemError.self) { try ResolvedPath(folder("40"), in: SystemFiles()) }
  }
}
