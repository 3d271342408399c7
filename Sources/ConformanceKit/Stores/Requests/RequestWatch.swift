import StoreInterface

/// What the store held, and what was drafted above it, after each step of a scenario; added before the step is made, since
/// an observer may be faster than the call that makes it.
final class RequestLedger<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Records = [Item.ID: Item]

  /// The drafts at some time; no record where one is deleted.
  struct Drafts: Sendable {
    var records: [Item.ID: Item?] = [:]
    /// The first state of the store that these can be over: one that was committed is there before the drafts are gone.
    var first = 0
  }

  struct States: Sendable {
    var stored: [Records]
    var drafts = [Drafts()]

    /// What is seen of the newest states.
    var shown: Records { shown(stored: stored.count - 1, drafts: drafts.count - 1) }

    /// What is seen of a state of the store through drafts.
    func shown(stored: Int, drafts: Int) -> Records {
      var shown = self.stored[stored]
      for (key, item) in self.drafts[drafts].records { shown[key] = item }
      return shown
    }
  }

  private let content: Locked<States>

  init(_ first: Records) { content = Locked(States(stored: [first])) }

  var states: States { content.withLock { $0 } }
  /// What is to be seen now.
  var shown: Records { states.shown }

  func store(_ records: Records) { content.withLock { $0.stored.append(records) } }

  func draft(_ records: [Item.ID: Item?]) { content.withLock { $0.drafts.append(Drafts(records: records)) } }

  /// The drafts have been written.
  func commit(_ records: Records) {
    content.withLock { states in
      states.stored.append(records)
      states.drafts.append(Drafts(first: states.stored.count - 1))
    }
  }
}

/// Whether what the observer of a request holds is always an answer to it, over what the store held at some time, under
/// the drafts of some time: of the time of the answer before, or later. What the store announces may come later than what
/// was drafted after it.
@available(LiveSystems, *)
final class RequestWatch<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  /// A state of the store and one of the drafts.
  private typealias Moment = (stored: Int, drafts: Int)

  private struct Progress {
    /// How many states of the observer were looked at.
    var looked = 0
    /// The moments that the last answer can be of.
    var moments: [Moment] = [(0, 0)]
    var problem: AnswerProblem?
  }

  let observer: StoreObserver<Item>
  let number: Int
  let meaning: RequestMeaning<Item>
  private let ledger: RequestLedger<Item>
  private let progress = Locked(Progress())

  init(
    _ observer: StoreObserver<Item>, of number: Int, meaning: RequestMeaning<Item>, ledger: RequestLedger<Item>
  ) {
    self.observer = observer
    self.number = number
    self.meaning = meaning
    self.ledger = ledger
  }

  /// What the observer is called in messages.
  var name: String { "\(observer.name), of request \(number)" }

  /// The first way in which what the observer held was no answer.
  func problem(in state: StoreObserver<Item>.State) -> AnswerProblem? {
    progress.withLock { progress in
      if progress.problem != nil || progress.looked >= state.history.count { return progress.problem }
      let states = ledger.states
      for place in progress.looked..<state.history.count {
        let answer = state.history[place]
        let moments = moments(of: answer, after: progress.moments, in: states)
        guard !moments.isEmpty else {
          let problem =
            meaning.problem(of: answer, over: states.shown)
            ?? AnswerProblem("what it holds was the answer before, but is not any more", cause: .changesFold)
          progress.problem = AnswerProblem(
            "\(name), after \(state.name(of: state.historyEvents[place], meaning.names)): \(problem.message)",
            cause: place == 0 && problem.isOfOldAnswer ? .answerWhole : problem.cause)
          return progress.problem
        }
        progress.moments = moments
        progress.looked = place + 1
      }
      return nil
    }
  }

  /// The earliest moments that an answer can be of.
  private func moments(
    of answer: StoreContents<Item>, after moments: [Moment], in states: RequestLedger<Item>.States
  ) -> [Moment] {
    var found: [Moment] = []
    for stored in states.stored.indices {
      for (drafts, state) in states.drafts.enumerated() where stored >= state.first {
        let isLater = moments.contains { $0.stored <= stored && $0.drafts <= drafts }
        let isEarliest = !found.contains { $0.stored <= stored && $0.drafts <= drafts }
        guard isLater, isEarliest else { continue }
        if meaning.problem(of: answer, over: states.shown(stored: stored, drafts: drafts)) == nil {
          found.append((stored, drafts))
        }
      }
    }
    return found
  }

  /// Whether the observer holds an answer over what the store holds now.
  func isUpToDate(_ state: StoreObserver<Item>.State) -> Bool { lag(of: state) == nil }

  /// What is missing to an answer over what the store holds now.
  func lag(of state: StoreObserver<Item>.State) -> String? {
    guard let contents = state.replica.contents else { return "it holds nothing" }
    return meaning.problem(of: contents, over: ledger.shown)?.message
  }
}
