import SampleSupport
import Testing

/// Expects what a sample printed to be what the pages say it prints.
func expect(
  _ transcript: Transcript, shows name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let output = try #require(
    try SampleBook().output(of: name), "no page has an output named \(name)", sourceLocation: sourceLocation)
  #expect(transcript.text == output, sourceLocation: sourceLocation)
}
