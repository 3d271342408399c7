import StoreBuilding
import StoreInterface

@testable import ConformanceKit

extension TrialStore {
  func events(for request: Request) -> TrialEvents {
    switch flaw {
    case .neverAnswers: return TrialEvents(hanging: hang)
    case .endsSilently: return TrialEvents(just: [])
    default: break
    }
    if keeping == .constant { return constantEvents() }
    if flaw == .registersLate {
      let first = state.withLock { shown(for: request, $0) }
      return TrialEvents(late: { [self] in observe(request, beginningWith: first) })
    }
    return observe(request, beginningWith: nil)
  }

  private func constantEvents() -> TrialEvents {
    let (contents, fails) = state.withLock { state in
      defer { state.failsNextAnswer = false }
      return (shown(for: .all, state), state.failsNextAnswer)
    }
    if fails { return TrialEvents(just: [.failed(Self.failure)]) }
    var events: [StoreEvent<Card>] = [.replace(contents)]
    if oddity == .failsFirst { events.insert(.failed(Self.failure), at: 0) }
    if oddity == .replacesTwice { events.append(.replace(contents)) }
    return flaw == .endlessAnswer ? TrialEvents(just: events, thenHanging: hang) : TrialEvents(just: events)
  }

  private func observe(_ asked: Request, beginningWith given: StoreContents<Card>?) -> TrialEvents {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let request = state.withLock { state in
      defer { state.lastRequest = asked }
      return flaw == .requestStale && state.nextObserver >= 2 ? state.lastRequest : asked
    }
    let pipe = EventPipe(
      waking: waker, dropping: flaw == .queueDropsOldest, joining: oddity == .bursts,
      turns: oddity == .deliversLate ? 200 : 0)
    let isLate = oddity == .answersLate
    let number = state.withLock { state in
      state.nextObserver += 1
      state.counted = 0
      let number = state.nextObserver
      var observer = Observer(
        request: request, push: pipe.push, finish: pipe.finish, isDrained: { pipe.isDrained })
      if oddity == .failsFirst { observer.push(.failed(Self.failure)) }
      if state.failsNextAnswer, flaw != .failureSwallowed {
        observer.push(.failed(Self.failure))
        // The right way is to answer with the next event.
        observer.isAnswered = flaw == .failureInsteadOfAnswer
      } else if isLate {
        observer.isAnswered = false
      } else {
        let isWhole = flaw == .requestIgnoredAtFirst
        answer(with: given ?? shown(for: isWhole ? .all : request, state), observer)
      }
      observer.told = shown(for: request, state)
      state.failsNextAnswer = false
      state.observers[number] = observer
      return number
    }
    if isLate {
      Task {
        await Task.yield()
        state.withLock { state in
          guard let observer = state.observers[number], !observer.isAnswered else { return }
          state.observers[number]?.isAnswered = true
          answer(with: shown(for: request, state), observer)
        }
      }
    }
    pipe.onTermination { [weak self] in self?.stop(number) }
    if flaw == .abandonedLeak { pipe.keep(wakes) }
    return TrialEvents(
      pipe: pipe, wakes: wakes, ignoringCancellation: flaw == .cancellationIgnored ? hang : nil,
      draining: flaw == .deliversAfterCancellation)
  }

  private func answer(with contents: StoreContents<Card>, _ observer: Observer) {
    if flaw == .changesFirst { observer.push(.changes(StoreBatch(contents.items.map { .insert($0) }))) }
    switch flaw {
    case .answerLacksLast: observer.push(.replace(.items(contents.items.dropLast())))
    case .answerRepeats: observer.push(.replace(.items(contents.items + contents.items.prefix(1))))
    default: observer.push(.replace(contents))
    }
  }

  private func stop(_ number: Int) {
    let others = state.withLock { state in
      if flaw != .observersLeak { state.observers[number] = nil }
      return flaw == .cancellationEndsAll ? Array(state.observers.values) : []
    }
    for other in others { other.finish() }
  }

  func fetch(_ request: Request) async throws(StoreError) -> StoreContents<Card> {
    let answer: Result<StoreContents<Card>, StoreError> = state.withLock { state in
      state.fetches += 1
      if state.failsNextAnswer {
        state.failsNextAnswer = false
        return flaw == .fetchFailureSwallowed ? .success(.items([])) : .failure(Self.failure)
      }
      var asked = request
      switch flaw {
      case .fetchIgnoresRequest: asked = .all
      case .fetchIgnoresLimit: asked.limit = nil
      default: break
      }
      var contents = shown(for: asked, state, isWhole: true)
      if oddity == .tiesDiffer, request.limit != nil { contents = shown(for: asked, state, isReversed: true) }
      if flaw == .fetchUnordered, request.number != nil { contents = .items(contents.items.sorted { $0.id < $1.id }) }
      if flaw == .staleFetch { contents = state.stale ?? contents }
      if flaw == .fetchLacksFirst { contents = .items(Array(contents.items.dropFirst())) }
      return .success(contents)
    }
    return try answer.get()
  }

  /// What an answer shows.
  ///
  /// - Parameter isWhole: Whether drafts are laid over all records, whatever the flaw.
  func shown(
    for request: Request, _ state: State, isReversed: Bool = false, isWhole: Bool = false
  ) -> StoreContents<Card> {
    var replica = state.replica
    if flaw == .draftsShort, request.isDrafted, !isWhole {
      replica = StoreReplica(
        answer(to: request, of: replica.contents ?? .items([]), isOrdered: true, isReversed: false))
    }
    if request.isDrafted, flaw != .editsHidden {
      var edits = state.edits
      if flaw == .baseWins {
        edits = edits.filter { if case .update(let item) = $0 { replica[item.id]?.version == 0 } else { true } }
      }
      replica.apply(keeping == .sorted ? StoreBatch(sortedChanges(edits.changes, state)) : edits)
    }
    var contents = replica.contents ?? .items([])
    if request.number != nil {
      var request = request
      if request.isDrafted, flaw == .draftsUnlimited { request.limit = nil }
      contents = answer(
        to: request, of: contents, isOrdered: !request.isDrafted || flaw != .draftsUnordered, isReversed: isReversed)
      if request.isDrafted, flaw == .draftsOutside {
        let shown = Set(contents.items.map(\.id))
        let drafted = state.edits.changes.compactMap { if case .update(let item) = $0 { item } else { nil } }
        contents = .items(contents.items + drafted.filter { !shown.contains($0.id) })
      }
    }
    switch keeping {
    case .bag: return .items(contents.items.shuffled())
    case .grouped where Self.isGrouped(request):
      let groups = [SectionID("even"), SectionID("odd")]
      return .sections(groups.map { id in StoreSection(id, items: contents.items.filter { Self.group(of: $0) == id }) })
    default: return contents
    }
  }

  /// What a request shows of all records.
  private func answer(
    to request: Request, of contents: StoreContents<Card>, isOrdered: Bool, isReversed: Bool
  ) -> StoreContents<Card> {
    guard let query = request.query else { return contents }
    var left = request.limit.map { flaw == .limitOffByOne ? $0 + 1 : $0 } ?? .max
    let isCut = contents.items.count { query.matches($0) } > left
    func answer(_ cards: [Card]) -> [Card] {
      var shown = cards.filter { query.matches($0) }
      if isReversed, isCut { shown.reverse() }
      // Insertion keeps the order of those that the request does not distinguish.
      if isOrdered {
        var sorted: [Card] = []
        for card in shown {
          sorted.insert(card, at: sorted.firstIndex { query.isOrdered(card, before: $0) == true } ?? sorted.count)
        }
        shown = sorted
      }
      shown = Array(shown.prefix(left))
      left -= shown.count
      return shown
    }
    return switch contents {
    case .items(let cards): .items(answer(cards))
    case .sections(let sections):
      .sections(sections.map { StoreSection($0.id, header: $0.header, items: answer($0.items)) })
    }
  }

  static var failure: StoreError { StoreError(.unavailable, "nobody answers") }
}
