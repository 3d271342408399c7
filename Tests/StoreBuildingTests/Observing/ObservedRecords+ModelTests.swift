import StoreBuilding
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// Random calls of all kinds, against a plain array that is filtered, sorted and cut anew each time.
@Suite struct ObservedRecordsModelTests {
  struct Request: Sendable {
    var predicate: (@Sendable (Note) -> Bool)?
    var order: [SortRule<Note>] = []
    var isBefore: (@Sendable (Note, Note) -> Bool)?
    var limit: Int?

    func answer(of notes: [Note]) -> [Note] {
      var notes = notes.filter { predicate?($0) ?? true }
      if let isBefore {
        notes = notes.enumerated().sorted { a, b in
          isBefore(a.element, b.element) || (!isBefore(b.element, a.element) && a.offset < b.offset)
        }.map(\.element)
      }
      return Array(notes.prefix(limit ?? .max))
    }
  }

  static let requests = [
    Request(), Request(predicate: { $0.rank % 2 == 0 }), Request(limit: 3), Request(limit: 0),
    Request(order: [.ascending(\.rank)], isBefore: { $0.rank < $1.rank }),
    Request(
      predicate: { $0.rank != 3 }, order: [.descending(\.rank)], isBefore: { $0.rank > $1.rank }, limit: 4),
  ]

  /// What one observer has received, next to what it is to know.
  struct Follower {
    let request: Request
    let events: StoreEvents<Note>
    /// Whether it takes its events at once, or only now and then.
    let isSlow: Bool
    var answer = ObservedAnswer<Note>()
    var hasAnswer = false
    /// The failure that was received last, until anything says that it is over.
    var known: String?

    /// Takes what there is.
    ///
    /// - Parameter present: What is wrong with the source as a whole. It is received before the first answer, which does
    ///   not say that it is over.
    /// - Returns: The failures among it.
    mutating func takeAll(whileWrong present: String?) -> [String] {
      var failures: [String] = []
      for event in events.takeWaiting() {
        if case .failed(let error) = event {
          failures.append(error.message)
          known = error.message
        } else {
          if hasAnswer || known != present { known = nil }
          hasAnswer = true
        }
        answer.apply(event)
      }
      return failures
    }
  }

  /// What one step says of the source of the records.
  enum Word {
    case nothing
    case isWell
    case isWrong(String)
  }

  @Test(.enabled(if: TestScale.isFull), arguments: 0..<60 as Range<UInt64>)
  func everyObserverShowsWhatTheModelShows(_ seed: UInt64) {
    var random = Generator(seed: seed)
    let records = ObservedRecords<Note>()
    var model: [Note] = []
    var isLoaded = false
    var failure: (error: StoreError, isPartial: Bool)?
    var followers: [Follower] = []
    for step in 0..<120 {
      var word = Word.nothing
      switch random.below(16) {
      case 0..<3 where followers.count < 8:
        let request = Self.requests[random.below(Self.requests.count)]
        let events = records.events(
          for: RecordRequest(where: request.predicate, sortedBy: request.order, limit: request.limit))
        followers.append(Follower(request: request, events: events, isSlow: random.below(3) == 0))
      case 3 where !followers.isEmpty:
        followers.remove(at: random.below(followers.count))
      case 4, 5:
        let problem = random.below(3) == 0 ? StoreError(.malformed, "part \(random.below(2))") : nil
        model = Self.shuffled(&random)
        isLoaded = true
        failure = problem.map { ($0, true) }
        word = problem.map { .isWrong($0.message) } ?? .isWell
        records.replace(with: model, partialFailure: problem)
      case 6, 7:
        let error = StoreError(.unavailable, "no \(random.below(2))", advice: "\(step)")
        let isPartial = random.below(2) == 0
        failure = (error, isPartial && isLoaded)
        word = .isWrong(error.message)
        records.fail(error, isPartial: isPartial)
      case 8:
        failure = nil
        word = .isWell
        records.recover()
      case 9:
        records.load { edits in edits.edit(&model, 1, &random) }
        (isLoaded, failure, word) = (true, nil, .isWell)
      case 10:
        struct Stop: Error {}
        _ = try? records.edit { (edits) throws(Stop) in
          var scrap = model
          edits.edit(&scrap, 5, &random)
          throw Stop()
        }
      default:
        let count = 1 + random.below(5)
        records.edit { edits in edits.edit(&model, count, &random) }
      }
      #expect(records.checkInvariants() == [], "seed \(seed), step \(step)")
      #expect(records.contents.items == model && records.isLoaded == isLoaded, "seed \(seed), step \(step)")
      #expect(records.failure == failure?.error)
      for place in followers.indices where !followers[place].isSlow || random.below(40) == 0 || step == 119 {
        let before = followers[place]
        let failures = followers[place].takeAll(
          whileWrong: failure.flatMap { $0.isPartial ? nil : $0.error.message })
        let follower = followers[place]
        #expect(follower.hasAnswer == isLoaded, "seed \(seed), step \(step)")
        if isLoaded {
          #expect(follower.answer.contents.items == follower.request.answer(of: model), "seed \(seed), step \(step)")
        }
        #expect(follower.answer.violations == [], "seed \(seed), step \(step)")
        guard before.hasAnswer, !follower.isSlow else { continue }
        // What an observer that keeps up knows of the source.
        let isSame = before.answer.contents == follower.answer.contents
        #expect(follower.known == failure?.error.message, "seed \(seed), step \(step)")
        switch word {
        case .nothing:
          // Behind a change what is still wrong is said again; a refresh is one that leaves the answer the same.
          #expect(failures == [] || failures == [failure?.error.message], "seed \(seed), step \(step)")
          #expect(isSame || failures.count == (failure == nil ? 0 : 1), "seed \(seed), step \(step)")
        case .isWell:
          #expect(failures == [], "seed \(seed), step \(step)")
        case .isWrong(let message):
          let isNews = before.known != message || !isSame
          #expect(failures == (isNews ? [message] : []), "seed \(seed), step \(step)")
        }
      }
      #expect(records.observerCount == followers.count)
    }
    followers = []
    #expect(records.observerCount == 0)
  }

  private static func shuffled(_ random: inout Generator) -> [Note] {
    var keys = Array(0..<12)
    for place in keys.indices { keys.swapAt(place, random.below(place + 1)) }
    return keys.prefix(random.below(13)).map { Note($0, ["", "x"][random.below(2)], rank: random.below(5)) }
  }
}

extension RecordEdits<Note> {
  /// The same random edits of the records and of a model.
  fileprivate mutating func edit(_ model: inout [Note], _ count: Int, _ random: inout Generator) {
    // What is inserted again in one closure has its old place, which the model does not know.
    var removed: Set<Int> = []
    for _ in 0..<count {
      let note = Note(random.below(12), ["", "x", "y"][random.below(3)], rank: random.below(5))
      let place = model.firstIndex { $0.id == note.id }
      switch (random.below(6), place) {
      case (0, nil) where !removed.contains(note.id), (1, nil) where !removed.contains(note.id):
        try? insert(note)
        model.append(note)
      case (0, let place?), (1, let place?):
        try? update(note)
        model[place] = note
      case (2, let place?):
        move(note.id, to: .start)
        model.insert(model.remove(at: place), at: 0)
      case (3, let place?):
        move(note.id, to: .end)
        model.append(model.remove(at: place))
      case (4, let place?):
        remove(note.id)
        model.remove(at: place)
        removed.insert(note.id)
      case (5, _): refresh(note.id)
      default: break
      }
    }
  }
}
