import Foundation
import StoreBuilding
import StoreInterface

@available(LiveSystems, *)
extension RESTStore {
  /// Polls when it is time, until cancelled.
  func run() async {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.waker = waker }
    if await pollMutex.lock() {
      await prepareFromCache()
      pollMutex.unlock()
    }
    while !Task.isCancelled {
      let decision = state.withLock { $0.decision(isObserved: true) }
      if let time = decision.time, time <= keeper.elapsed() {
        await pollWhenDue()
      } else {
        noteHealth()
        await keeper.wait(until: decision.time, or: wakes, from: waker)
      }
    }
    noteHealth()
  }

  /// Has the task that polls look again when the next poll is, and sends the health to those who wait for it.
  func noteChange() {
    state.withLock { $0.waker }?.yield()
    noteHealth()
  }

  private func pollWhenDue() async {
    guard await pollMutex.lock() else { return }
    defer { pollMutex.unlock() }
    // Someone may have polled while we waited for the lock.
    guard let time = state.withLock({ $0.decision(isObserved: true).time }), time <= keeper.elapsed() else { return }
    _ = await pollOnce()
  }

  /// Polls, unless a poll with a higher number has ended already. No cache on the way may answer a forced poll.
  func poll(after number: Int, isForced: Bool = false) async throws(StoreError) {
    guard await pollMutex.lock() else { throw StoreError(.cancelled, "the fetch was cancelled") }
    defer { pollMutex.unlock() }
    await prepareFromCache()
    let (isDone, failure, silentUntil) = state.withLock { state in
      (state.polling.done > number, state.failure, state.schedule.silentUntil)
    }
    if isDone {
      if let failure { throw failure }
      return
    }
    if let silentUntil, silentUntil > keeper.elapsed() {
      throw failure
        ?? StoreError(.unavailable, "the server has asked for a pause", at: source.url.shown)
    }
    if let error = await pollOnce(isForced: isForced) { throw error }
  }

  /// Asks the server, and takes its answer. Only the task that holds the lock may call this. Not on the caller's actor:
  /// bodies are decoded here, and written to a disk.
  @concurrent private func pollOnce(isForced: Bool = false) async -> StoreError? {
    let (held, start, isUnseen) = state.withLock { state in
      state.polling.begin()
      // A cache on the way would only repeat the answer that a second one is to confirm.
      let isUnseen = state.writes.unseen != nil || state.hold.isHolding
      return (state.pages, state.writes.number, isUnseen)
    }
    let generation = cache?.generation ?? 0
    noteHealth()
    let error: StoreError?
    do throws(RESTFailure) {
      var reader = reader
      reader.skipsCaches = isForced || isUnseen
      let answer = try await reader.read(held: held)
      take(answer, since: start, generation)
      error = nil
    } catch let failure {
      error = await take(failure, of: held)
    }
    noteChange()
    return error
  }

  // MARK: - Answers

  private func take(_ answer: PageReader<Item>.Answer, since start: Int, _ generation: Int) {
    let isFirst = !records.isLoaded
    let (now, freshFor) = (keeper.elapsed(), freshness(of: answer.pages))
    let isNew = records.load { edits in
      state.withLock { state in
        state.polling.end()
        return state.take(answer, since: start, freshFor: freshFor, isFirst: isFirst, into: &edits, at: now)
      }
    }
    if isNew {
      cache?.write(answer.pages, since: generation)
    } else if answer.pages.contains(where: \.head.isNoStore) {
      // A 304 may say so, too.
      cache?.remove()
    }
  }

  /// How long all pages are fresh, as far as that is to count.
  private func freshness(of pages: [StoredPage<Item>]) -> Duration {
    let now = wallTime()
    let seconds = pages.map { $0.head.freshness.secondsFresh(at: now) }.min() ?? 0
    return min(.seconds(seconds), options.maximumFreshness)
  }

  // MARK: - Failures

  /// Takes note that there is no answer to a request that was conditional on these pages.
  ///
  /// - Returns: What is wrong, unless what is held is used instead.
  private func take(_ failure: RESTFailure, of requested: [StoredPage<Item>]) async -> StoreError? {
    // Without a task that was cancelled it is a failure like others: the next poll waits for its time.
    if failure.error.kind == .cancelled, Task.isCancelled {
      state.withLock { $0.polling.abandon() }
      return failure.error
    }
    let isOurs = failure.isTransient ? await areOurs(requested) : false
    let (now, wallTime, random) = (keeper.elapsed(), wallTime(), random())
    let isFirst = !records.isLoaded
    let (error, stale) = state.withLock { state -> (StoreError, [StoredPage<Item>]) in
      var error = failure.error
      if let caution = state.caution.take() {
        error.advice = [error.advice, caution].compactMap { $0 }.joined(separator: "; ")
      }
      // The same with other advice is no other failure.
      var known = error
      known.advice = state.failure?.advice
      if known == state.failure { error = known }
      // RFC 5861, section 4: what is held is used instead, and the failure is only in the health.
      let pages = state.pages
      return (error, isOurs && pages.allSatisfy { $0.head.freshness.mayBeUsedOnError(at: wallTime) } ? pages : [])
    }
    if stale.isEmpty {
      records.fail(error)
    } else if isFirst {
      show(stale, (try? reader.items(of: stale)) ?? [])
    }
    state.withLock { state in
      state.polling.end()
      state.schedule.failed(
        retryAfter: failure.retryAfter, isRefused: failure.isRefused, random: random, at: now)
      if stale.isEmpty {
        state.health.state = .failing(error)
        return
      }
      if isFirst || state.failure == nil { state.health.state = .stale(error) }
      let left = stale.map { $0.head.freshness.secondsUsableOnError(at: wallTime) }.min() ?? 0
      state.goodUntil = min(state.schedule.decision.time ?? now, now + .seconds(min(left, 0x1p40)))
    }
    return stale.isEmpty ? error : nil
  }

  /// Makes the records those of pages, where there are none yet.
  private func show(_ pages: [StoredPage<Item>], _ items: [Item]) {
    state.withLock { $0.held = .known(pages) }
    records.replace(with: items)
  }

  // MARK: - The cache

  /// Begins with the answer of the last start, where there is one that may be used. Only the task that has the
  /// turn may call this.
  @concurrent private func prepareFromCache() async {
    guard let cache else { return }
    guard case .unread = state.withLock({ $0.held }) else { return }
    let pages = cache.read(as: Item.self) { try source.format.decode($0, $1) }
    guard !pages.isEmpty, let items = try? reader.items(of: pages) else {
      return state.withLock { $0.held = .known([]) }
    }
    // What is not ours is not shown; its validators go with it (see `PageHead.conditionalFields`).
    guard await areOurs(pages) else { return state.withLock { $0.held = .known(pages) } }
    let (now, wallTime) = (keeper.elapsed(), wallTime())
    let fresh = freshness(of: pages)
    state.withLock { state in
      state.held = .unseen(pages, items)
      if fresh > .zero {
        state.schedule.answered(changed: true, freshFor: fresh, at: now)
        state.noteGood(now, freshFor: fresh)
      }
    }
    // RFC 9111, section 4.2, and RFC 5861, section 3: shown at once while fresh, or while it is being validated.
    if pages.allSatisfy({ $0.head.freshness.mayBeUsedWhileValidated(at: wallTime) }) { show(pages, items) }
  }

  /// Whether requests of now would choose these pages: RFC 9111, section 4.1. Where that depends on something that
  /// cannot be had, they would not.
  func areOurs(_ pages: [StoredPage<Item>]) async -> Bool {
    let pages = pages.filter { !$0.head.vary.isEmpty }
    if pages.isEmpty { return true }
    let areOurs = try? await keeper.withLimit(options.limits.requestTime) { [client, reader] in
      for page in pages {
        let fields = try await client.credentials.added(to: reader.fields, for: page.head.finalURL).fields
        if !page.head.vary.matches(fields) { return false }
      }
      return true
    }
    return areOurs ?? false
  }
}
