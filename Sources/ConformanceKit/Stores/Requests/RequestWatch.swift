import StoreInterface

/// What the store held after each change of a scenario; added before the change is made, since an observer may be faster
/// than the call that makes it.
final class RequestLedger<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private let states: Locked<[[Item.ID: Item]]>

  init(_ first: [Item.ID: Item]) { states = Locked([first]) }

  var all: [[Item.ID: Item]] { states.withLock { $0 } }

  func append(_ state: [Item.ID: Item]) { states.withLock { $0.append(state) } }
}

/// Whether what the observer of a request holds is always an answer to it, over what the store held at some time: at the
/// time of the answer before, or later.
@available(LiveSystems, *)
final class RequestWatch<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  private struct Progress {
    /// How many states of the observer were looked at.
    var looked = 0
    /// The first state of the store that the next answer can be of.
    var next: Int
    var problem: String?
  }

  let observer: StoreObserver<Item>
  let number: Int
  let meaning: RequestMeaning<Item>
  private let ledger: RequestLedger<Item>
  private let progress: Locked<Progress>

  init(
    _ observer: StoreObserver<Item>, of number: Int, meaning: RequestMeaning<Item>, ledger: RequestLedger<Item>,
    from first: Int
  ) {
    self.observer = observer
    self.number = number
    self.meaning = meaning
    self.ledger = ledger
    progress = Locked(Progress(next: first))
  }

  /// What the observer is called in messages.
  var name: String { "\(observer.name), of request \(number)" }

  /// The first way in which what the observer held was no answer.
  func problem(in state: StoreObserver<Item>.State) -> String? {
    progress.withLock { progress in
      if progress.problem != nil || progress.looked >= state.history.count { return progress.problem }
      let states = ledger.all
      for place in progress.looked..<state.history.count {
        let answer = state.history[place]
        let fitting = states.indices.dropFirst(progress.next).first {
          meaning.problem(of: answer, over: states[$0]) == nil
        }
        guard let fitting else {
          let event = state.events[state.historyEvents[place]]
          let detail = states.last.flatMap { meaning.problem(of: answer, over: $0) }
          progress.problem =
            "\(name), after event \(state.historyEvents[place] + 1), \(event.summary): "
            + (detail ?? "what it holds was the answer before, but is not any more")
          return progress.problem
        }
        progress.next = fitting
        progress.looked = place + 1
      }
      return nil
    }
  }

  /// Whether the observer holds an answer over what the store holds now.
  func isUpToDate(_ state: StoreObserver<Item>.State) -> Bool { lag(of: state) == nil }

  /// What is missing to an answer over what the store holds now.
  func lag(of state: StoreObserver<Item>.State) -> String? {
    guard let contents = state.replica.contents, let now = ledger.all.last else { return "it holds nothing" }
    return meaning.problem(of: contents, over: now)
  }
}
