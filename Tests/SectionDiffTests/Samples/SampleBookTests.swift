import SampleSupport
import Testing

/// What the pages show is what the tests compile and run: those of this module and of all others.
@Suite struct SampleBookTests {
  @Test func everySwiftBlockOfAPageIsCompiled() throws {
    let book = try SampleBook()
    #expect(book.blocks.count { $0.language == "swift" } > 30)
    for block in book.blocks where block.language == "swift" && !block.marker.hasPrefix("not compiled: ") {
      let place = "\(block.page):\(block.line)"
      guard block.marker.hasPrefix("sample: ") else {
        Issue.record("\(place): a block of Swift without the name of a sample above it")
        continue
      }
      let name = String(block.marker.dropFirst("sample: ".count))
      #expect(
        [block.text, block.body].contains(book.compiled[name]), "\(place): differs from the sample \(name) in the tests"
      )
    }
  }

  /// A reader puts a sample of README.md, or the program of a page, into the `main.swift` of a new package. There it must
  /// compile in the language mode of Swift 6, where variables at the top level belong to the main actor; the fixture is
  /// such a package.
  @Test(arguments: [("README.md", "library", "ReadmeLibrary"), ("LiveSearch.md", "live", "LiveProgram")])
  func completeSamplesAreMainFiles(_ page: String, _ name: String, _ target: String) throws {
    let blocks = try SampleBook().blocks.filter { $0.page == page && $0.marker == "sample: \(name)" }
    #expect(blocks.map(\.text) == [try SampleBook.mainFile(of: target)])
  }

  @Test func everySampleOfREADMEIsAMainFile() throws {
    let blocks = try SampleBook().blocks.filter { $0.page == "README.md" && $0.language == "swift" }
    #expect(
      blocks.map(\.marker) == ["sample: library"], "a sample of README.md has no target in Tests/Fixtures/Stranger")
  }

  @Test func everySampleStandsInAPage() throws {
    let book = try SampleBook()
    for name in book.compiled.keys.sorted() {
      #expect(book.blocks.contains { $0.marker == "sample: \(name)" }, "no page shows the sample \(name)")
    }
    #expect(book.doubles == [])
  }

  @Test func everyOutputIsCompared() throws {
    let book = try SampleBook()
    for block in book.blocks where block.marker.hasPrefix("output: ") {
      let name = block.marker.dropFirst("output: ".count)
      #expect(book.sources.contains("shows: \"\(name)\""), "\(block.page):\(block.line): nothing checks it")
    }
  }
}
