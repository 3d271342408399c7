import Foundation
import StoreBuilding
import StoreInterface

@available(LiveSystems, *)
extension RESTStore {
  /// Polls when it is time, until cancelled.
  func run(_ signal: Signal) async {
    if await pollTurn.take() {
      await prepareFromCache()
      pollTurn.give()
    }
    while !Task.isCancelled {
      let decision = decisionNow()
      if let time = decision.time, time <= clock.now() {
        await pollWhenDue()
      } else {
        tellHealth()
        await clock.wait(until: decision.time, or: signal)
      }
    }
  }

  private func decisionNow() -> PollDecision {
    state.withLock { $0.isPaused ? PollDecision(at: nil, after: .zero, .paused) : $0.schedule.decision }
  }

  private func pollWhenDue() async {
    guard await pollTurn.take() else { return }
    defer { pollTurn.give() }
    // Someone may have polled while we waited for the turn.
    guard let time = decisionNow().time, time <= clock.now() else { return }
    _ = await pollOnce()
  }

  /// Polls, unless a poll with a higher number has ended already.
  ///
  /// - Parameter isForced: Whether no cache on the way may answer.
  func poll(after number: Int, isForced: Bool = false) async throws(StoreError) {
    guard await pollTurn.take() else { throw StoreError(.cancelled, "the fetch was cancelled") }
    defer { pollTurn.give() }
    await prepareFromCache()
    let (isDone, failure, silentUntil) = state.withLock { state in
      (state.lastDonePoll > number, state.failure, state.schedule.silentUntil)
    }
    if isDone {
      if let failure { throw failure }
      return
    }
    if let silentUntil, silentUntil > clock.now() {
      throw failure
        ?? StoreError(.unavailable, "the server has asked for a pause", at: source.url.shown)
    }
    if let error = await pollOnce(isForced: isForced) { throw error }
  }

  /// Asks the server, and takes its answer. Only who has the turn may call this. Not on the caller's actor: bodies are
  /// decoded here, and written to a disk.
  ///
  /// - Parameter isForced: Whether no cache on the way may answer.
  @concurrent private func pollOnce(isForced: Bool = false) async -> StoreError? {
    // A cache on the way would only repeat the answer that a second one is to confirm.
    let (held, start, number, isUnseen) = state.withLock { state in
      state.health.isPolling = true
      state.health.polls += 1
      return (state.pages, state.writeNumber, state.health.polls, state.unseenWrite != nil || state.hold.isHolding)
    }
    tellHealth()
    let result: Result<PageReader<Item>.Answer, RESTFailure>
    do throws(RESTFailure) {
      result = .success(try await reader.read(held: held, skippingCaches: isForced || isUnseen))
    } catch {
      result = .failure(error)
    }
    var wakers: [AsyncStream<Void>.Continuation] = []
    var error: StoreError?
    switch result {
    case .success(let answer): (wakers, error) = take(answer, since: start, number: number)
    // Without a task that was cancelled it is a failure like others: the next poll waits for its time.
    case .failure(let failure) where failure.error.kind == .cancelled && Task.isCancelled:
      state.withLock { $0.health.isPolling = false }
      error = failure.error
    case .failure(let failure):
      let isOurs = failure.isTransient ? await areOurs(held) : false
      (wakers, error) = take(failure, mayUseHeld: isOurs, number: number)
    }
    for waker in wakers { waker.yield() }
    let signal = state.withLock { $0.runner?.signal }
    signal?.set()
    tellHealth()
    return error
  }

  // MARK: - Answers

  private func take(
    _ answer: PageReader<Item>.Answer, since start: Int, number: Int
  ) -> ([AsyncStream<Void>.Continuation], StoreError?) {
    let result: Result<[Item], StoreError>
    do throws(StoreError) {
      result = .success(try unique(answer.pages.flatMap(\.items)))
    } catch {
      result = .failure(error)
    }
    let items: [Item]
    switch result {
    case .success(let unique): items = unique
    case .failure(let error): return take(RESTFailure(error), mayUseHeld: false, number: number)
    }
    let now = clock.now()
    var toCache: [StoredPage<Item>]?
    let wakers = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      state.health.isPolling = false
      state.lastDonePoll = number
      state.health.lastSuccess = now
      state.noteSeen(start)
      if answer.isUnchanged { state.health.notModified += 1 }
      if answer.isUnchanged, state.isLoaded, !state.pages.isEmpty, !state.hold.isHolding {
        // RFC 9110, section 15.4.5: nothing is new, and nothing is sent.
        state.pages = slim(answer.pages)
        state.schedule.answered(changed: false, freshFor: freshness(of: answer.pages), at: now)
        state.noteGood(now, freshFor: freshness(of: answer.pages))
        return state.endTrouble()
      }
      let isMixed = state.take(state.admit(items, since: start, at: now), since: start)
      let changed = !answer.isUnchanged || !state.isLoaded
      state.isLoaded = true
      state.written.removeAll()
      state.forgetValidators(haveEqualContent)
      if let held = state.hold.summary {
        state.schedule.held(removed: held.count, of: held.total, at: now)
        state.noteGood(now, freshFor: .zero)
        if isMixed || state.unseenWrite != nil { state.goodUntil = .zero }
        return state.publish() + state.endTrouble()
      }
      // Validator and body are kept together or not at all: records that are not those of the answer have none.
      state.pages = isMixed ? [] : slim(answer.pages)
      if !isMixed { toCache = answer.pages }
      let freshFor = isMixed ? .zero : freshness(of: answer.pages)
      state.schedule.answered(changed: changed, freshFor: freshFor, at: now)
      state.noteGood(now, freshFor: freshFor)
      // While something is being written, every answer is a mixture: the poll that clears it up comes after the write.
      if isMixed || state.unseenWrite != nil, state.writing.isEmpty { state.schedule.hurry(.written, at: now) }
      if state.unseenWrite != nil { state.goodUntil = .zero }
      return state.publish() + state.endTrouble()
    }
    if let toCache {
      cache?.write(toCache)
    } else if answer.pages.contains(where: \.isNoStore) {
      // A 304 may say so, too.
      cache?.remove()
    }
    return (wakers, nil)
  }

  private func unique(_ items: [Item]) throws(StoreError) -> [Item] {
    var places: [Item.ID: Int] = [:]
    places.reserveCapacity(items.count)
    var unique: [Item] = []
    unique.reserveCapacity(items.count)
    var times: [Item.ID: Int] = [:]
    for item in items {
      var item = item
      if let distinguished = source.distinguished, places[item.id] != nil {
        let count = times[item.id, default: 1]
        times[item.id] = count + 1
        item = distinguished(item, count)
      }
      guard let place = places[item.id] else {
        places[item.id] = unique.count
        unique.append(item)
        continue
      }
      switch options.duplicates {
      case .refuse:
        throw StoreError(
          .malformed, "two records have the key \(item.id)", at: source.url.shown,
          advice: "choose another key, or say which record counts")
      case .keepFirst: break
      case .keepLast: unique[place] = item
      }
    }
    return unique
  }

  /// Without bodies that no one needs again.
  private func slim(_ pages: [StoredPage<Item>]) -> [StoredPage<Item>] {
    guard cache == nil else { return pages }
    return pages.map { page in
      var page = page
      if !page.validators.isEmpty, !page.isNoStore { page.body = nil }
      return page
    }
  }

  /// How long all pages are fresh, as far as that is to count.
  private func freshness(of pages: [StoredPage<Item>]) -> Duration {
    let now = clock.wallTime()
    let seconds = pages.map { $0.freshness.secondsFresh(at: now) }.min() ?? 0
    return min(.seconds(seconds), options.maximumFreshness)
  }

  // MARK: - Failures

  private func take(
    _ failure: RESTFailure, mayUseHeld: Bool, number: Int
  ) -> ([AsyncStream<Void>.Continuation], StoreError?) {
    let (now, wallTime, random) = (clock.now(), clock.wallTime(), random())
    return state.withLock { state in
      state.health.isPolling = false
      state.lastDonePoll = number
      state.schedule.failed(
        retryAfter: failure.retryAfter, isRefused: failure.isRefused, random: random, at: now)
      var failure = failure
      if let caution = state.caution {
        failure.error.advice = [failure.error.advice, caution].compactMap { $0 }.joined(separator: "; ")
        state.caution = nil
      }
      let mayUseStale =
        mayUseHeld && failure.isTransient && !state.pages.isEmpty
        && state.pages.allSatisfy { $0.freshness.mayBeUsedOnError(at: wallTime) }
      guard mayUseStale else { return (state.publish(failure.error), failure.error) }
      // RFC 5861, section 4: what is held is used instead, and no one is notified of the failure but who requests the
      // health.
      state.health.state = .stale(failure.error)
      let left = state.pages.map { $0.freshness.secondsUsableOnError(at: wallTime) }.min() ?? 0
      state.goodUntil = min(state.schedule.decision.time ?? now, now + .seconds(min(left, 0x1p40)))
      return (state.showPages(), nil)
    }
  }

  // MARK: - The cache

  /// Begins with the answer of the last start, where there is one that may be used. Only who has the turn may call
  /// this.
  @concurrent private func prepareFromCache() async {
    guard let cache else { return }
    let isFirst = state.withLock { state in
      defer { state.hasReadCache = true }
      return !state.hasReadCache
    }
    guard isFirst else { return }
    let pages = cache.read(as: Item.self) { try source.format.decode($0, $1) }
    guard !pages.isEmpty, (try? unique(pages.flatMap(\.items))) != nil else { return }
    let isOurs = await areOurs(pages)
    let (now, wallTime) = (clock.now(), clock.wallTime())
    let wakers = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      guard !state.isLoaded, state.pages.isEmpty else { return [] }
      // What is not ours is not shown; what it can be asked by goes with it (see `StoredPage.conditionalFields`).
      state.pages = pages
      guard isOurs else { return [] }
      state.isCacheUnseen = true
      let fresh = freshness(of: pages)
      if fresh > .zero {
        state.schedule.answered(changed: true, freshFor: fresh, at: now)
        state.noteGood(now, freshFor: fresh)
      }
      // RFC 9111, section 4.2, and RFC 5861, section 3: shown at once while fresh, or while it is being validated.
      guard pages.allSatisfy({ $0.freshness.mayBeUsedWhileValidated(at: wallTime) }) else { return [] }
      return state.showPages()
    }
    for waker in wakers { waker.yield() }
  }

  /// Whether requests of now would choose these pages: RFC 9111, section 4.1. Where that depends on something that
  /// cannot be had, they would not.
  func areOurs(_ pages: [StoredPage<Item>]) async -> Bool {
    let pages = pages.filter { !$0.vary.isEmpty }
    if pages.isEmpty { return true }
    let areOurs = try? await clock.withLimit(options.limits.requestTime) { [client, reader] in
      for page in pages {
        let fields = try await client.fields(of: reader.fields, to: page.finalURL)
        if !page.vary.matches(fields) { return false }
      }
      return true
    }
    return areOurs ?? false
  }
}

@available(LiveSystems, *)
extension RESTState {
  /// Makes the records those of the pages at hand, where nothing is shown yet.
  fileprivate mutating func showPages() -> [AsyncStream<Void>.Continuation] {
    guard !isLoaded else { return [] }
    _ = records.replaceAll(with: .items(pages.flatMap(\.items)))
    isLoaded = true
    isCacheUnseen = false
    return publish()
  }

  /// Until the next poll is due, what is held counts as being of now.
  mutating func noteGood(_ now: Duration, freshFor: Duration) {
    goodUntil = now + max(schedule.interval.interval(afterUnchanged: schedule.unchanged), freshFor)
  }
}

// MARK: - Health

@available(LiveSystems, *)
extension RESTStore {
  func healthNow(_ state: borrowing RESTState<Item>) -> RESTHealth {
    var health = state.health
    health.isPaused = state.isPaused
    health.heldRemovals = state.hold.summary
    health.failures = state.schedule.failures
    health.requests = client.counter.value
    if let failure = state.failure {
      health.state = .failing(failure)
    } else if state.schedule.failures == 0 {
      health.state = health.lastSuccess == nil ? .idle : .live
    }
    health.decision =
      if state.isPaused {
        PollDecision(at: nil, after: .zero, .paused)
      } else if state.runner == nil {
        PollDecision(at: nil, after: .zero, .unobserved)
      } else {
        state.schedule.decision
      }
    return health
  }

  /// Reports those who listen how the store is doing. Not from within the lock: they are woken by it.
  func tellHealth() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }
}
