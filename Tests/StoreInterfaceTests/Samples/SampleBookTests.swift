import SampleTestSupport
import Testing

/// What the pages show is what this folder compiles and runs.
@Suite struct SampleBookTests {
  static func book() throws -> SampleBook {
    try SampleBook(
      pages: ["Sources/StoreInterface/StoreInterface.docc"], samplesBeside: #filePath)
  }

  @Test func whatThePagesShowIsWhatTheTestsRun() throws { #expect(try Self.book().problems == []) }
}

/// Expects what a sample printed to be what the pages say it prints.
func expect(
  _ transcript: Transcript, shows name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let output = try SampleBookTests.book().output(of: name)
  #expect(output == transcript.text, "the output \(name) of the pages", sourceLocation: sourceLocation)
}
