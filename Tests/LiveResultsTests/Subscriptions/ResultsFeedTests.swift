@testable import LiveResults
import SectionDiff
import StoreInterface
import Testing

/// What a controller has published, for readers that look at any moment.
struct ResultsFeedTests {
  private typealias Feed = ResultsFeed<Unsectioned, Person, NoHeader>

  private let error = StoreError(.unavailable, "the server is down")

  /// A feed whose state is a failure, and the step that a first answer brings.
  private func failed() throws -> (feed: Feed, changes: Feed.Changes, after: Feed.Results) {
    let comparison = ShownComparison<Person>(looksEqual: ==)
    let after = Feed.Results([Person(id: 1, name: "Ann")])
    let feed = Feed(snapshot: Feed.Results(), historyLimit: 4, comparison: comparison)
    feed.setState(.failed(error, previous: Feed.Results()))
    return (feed, .difference(from: Feed.Results(), to: after, comparing: comparison), after)
  }

  @Test("no reader sees an answer beside the failure before it")
  func anAnswerEndsAFailureAtTheSameMoment() throws {
    let (feed, changes, after) = try failed()
    let before = feed.status
    feed.publish(changes, to: after, refreshed: [], isLoaded: true)
    let now = feed.status
    #expect(now.state.isLoaded)
    #expect((now.number, now.revision) == (before.number + 1, before.revision + 1))
    // Nothing is left to do.
    feed.setLoaded()
    #expect(feed.status.number == now.number)
  }

  @Test("another arrangement of what is there ends no failure")
  func anArrangementLeavesAFailure() throws {
    let (feed, changes, after) = try failed()
    let before = feed.status
    feed.publish(changes, to: after, refreshed: [], isLoaded: false)
    let now = feed.status
    #expect(now.state.error == error)
    #expect((now.number, now.revision) == (before.number, before.revision + 1))
  }
}
