@testable import LiveResults
import SectionDiff
import StoreInterface
import Testing

/// What a controller has published, for readers that look at any moment.
struct ResultsFeedTests {
  private typealias Feed = ResultsFeed<Unsectioned, Person, NoHeader>

  private let error = StoreError(.unavailable, "the server is down")

  /// A feed whose state is a failure, and the step that a first answer brings.
  private func failed() throws -> (feed: Feed, answer: Feed.Update) {
    let comparison = ShownComparison<Person>(looksEqual: ==)
    let after = Feed.Results([Person(id: 1, name: "Ann")])
    let feed = Feed(snapshot: Feed.Results(), historyLimit: 4, comparison: comparison)
    feed.setState(.failed(error, previous: Feed.Results()))
    let changes = Feed.Changes.difference(from: Feed.Results(), to: after, comparing: comparison)
    return (feed, Feed.Update(revision: 1, kind: .change, before: Feed.Results(), after: after, changeset: changes))
  }

  @Test("no reader sees an answer beside the failure before it")
  func anAnswerEndsAFailureAtTheSameMoment() throws {
    let (feed, answer) = try failed()
    let before = feed.status
    feed.publish(answer, refreshed: [], isLoaded: true)
    let now = feed.status
    #expect(now.state.isLoaded)
    #expect((now.number, now.revision) == (before.number + 1, before.revision + 1))
    // Nothing is left to do.
    feed.setLoaded()
    #expect(feed.status.number == now.number)
  }

  @Test("another arrangement of what is there ends no failure")
  func anArrangementLeavesAFailure() throws {
    let (feed, answer) = try failed()
    let before = feed.status
    feed.publish(answer, refreshed: [], isLoaded: false)
    let now = feed.status
    #expect(now.state.error == error)
    #expect((now.number, now.revision) == (before.number, before.revision + 1))
  }

  @Test("a subscriber's update begins with the very results that it has seen, also when others represent them by now")
  func anUpdateBeginsWhereTheLastOneEnded() throws {
    let (feed, answer) = try failed()
    feed.publish(answer, refreshed: [], isLoaded: true)
    let seen = feed.now
    let alike = Feed.Results([Person(id: 1, name: "Anna")])
    feed.replaceSilently(with: alike)
    #expect(feed.update(since: seen) == nil)
    let after = Feed.Results([Person(id: 2, name: "Bob")])
    let changes = Feed.Changes.difference(from: alike, to: after, comparing: feed.comparison)
    // Another revision than that of the feed, as from an engine whose steps were joined.
    feed.publish(
      Feed.Update(revision: 17, kind: .change, before: alike, after: after, changeset: changes), refreshed: [],
      isLoaded: true)
    let late = try #require(feed.update(since: seen))
    #expect(late.update.before == answer.after)
    #expect(late.update.after == after)
    #expect(late.update.revision == 2)
    let next = feed.now
    let again = Feed.Changes.difference(from: after, to: alike, comparing: feed.comparison)
    feed.publish(
      Feed.Update(revision: 3, kind: .change, before: after, after: alike, changeset: again), refreshed: [],
      isLoaded: true)
    let prompt = try #require(feed.update(since: next))
    #expect(prompt.update.before == after)
    #expect(prompt.update.revision == 3)
    #expect(feed.current.revision == 3)
  }
}
