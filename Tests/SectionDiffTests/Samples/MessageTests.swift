import SampleSupport
import TestScale
import Testing

/// The page "Troubleshooting" quotes messages as the sources have them.
@Suite struct MessageTests {
  @Test func everyExplainedMessageIsInTheSources() throws {
    let book = try MessageBook()
    #expect(book.explained.count > 30)
    for message in book.explained {
      #expect(book.isInTheSources(message), "no source has the message \(message); correct it in Troubleshooting.md")
    }
  }

  @Test(.enabled(if: TestScale.isFull)) func aMessageThatNoSourceHasIsFound() throws {
    let book = try MessageBook()
    #expect(!book.isInTheSources("the … snapshot has … apples; a diff takes at most …"))
    #expect(!book.isInTheSources("…"))
  }
}
