import Foundation
import StoreInterface

extension RESTStore {
  /// What the server made of a step.
  private struct Written: Sendable {
    var step: RecordWrite<Item>
    var stored: Item?
    var validators = EntityValidators()
  }

  func commit(_ batch: Batch<Item>, by writing: RESTWriting<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try check(batch)
    guard await writeTurn.take() else { throw StoreError(.cancelled, "the write was cancelled") }
    defer { writeTurn.give() }
    let (isLoaded, lastPoll) = state.withLock { ($0.isLoaded, $0.lastDonePoll) }
    if !isLoaded { try await poll(after: lastPoll) }
    var outcome = try state.withLock { (state) throws(StoreError) in
      let outcome = try batch.folded(onto: { state.records.item(for: $0) }, haveEqualContent: haveEqualContent)
      state.writeNumber += 1
      for step in RecordWrite.steps(of: outcome) { state.writing[step.key] = state.writeNumber }
      return outcome
    }
    let steps = RecordWrite.steps(of: outcome)
    let written: [Written]
    do throws(StoreError) {
      written = steps.isEmpty ? [] : try await send(outcome, steps, by: writing)
    } catch {
      // The server may hold parts of it: it is asked soon.
      let now = clock.now()
      let signal = state.withLock { state in
        // Answers under way may show the part of it that was taken back.
        state.noteWritten(Array(state.writing.keys))
        state.goodUntil = .zero
        state.schedule.hurry(.written, at: now)
        return state.runner?.signal
      }
      signal?.set()
      tellHealth()
      throw error
    }
    // RFC 9111, section 4.4: what was held is not valid any more.
    if !written.isEmpty { cache?.remove() }
    let results = written.map { ($0.step, $0.stored, $0.validators) }
    let (wakers, signal) = state.withLock { state in
      (state.settle(results, refreshing: outcome.refreshed), state.runner?.signal)
    }
    for waker in wakers { waker.yield() }
    signal?.set()
    tellHealth()
    outcome.replace(by: written.compactMap(\.stored))
    return outcome
  }

  /// What no server is asked to do.
  private func check(_ batch: Batch<Item>) throws(StoreError) {
    for change in batch.changes {
      switch change {
      case .insert(_, let placement) where placement != .end:
        throw StoreError(
          .refused, "the server decides where a record stands", at: change.key.map { "key \($0)" },
          advice: "insert it at the end")
      case .move(let key, _):
        if batch.isStrict, !state.withLock({ $0.records.contains(key) }) {
          throw StoreError(.invalidBatch, "the batch moves a record that does not exist", at: "key \(key)")
        }
        throw StoreError(.refused, "the server decides where a record stands", at: "key \(key)")
      case .insertSection, .updateSection, .moveSection, .deleteSection:
        throw StoreError(.refused, "the store keeps one list, without sections")
      case .insert, .update, .delete, .refresh: continue
      }
    }
  }

  // MARK: - Sending

  private func send(
    _ outcome: BatchOutcome<Item>, _ steps: [RecordWrite<Item>], by writing: RESTWriting<Item>
  ) async throws(StoreError) -> [Written] {
    if let batch = writing.batch {
      _ = try await send(try Self.made { try batch(outcome) }, validators: EntityValidators(), by: writing)
      return steps.map { Written(step: $0) }
    }
    var written: [Written] = []
    for step in steps {
      do throws(StoreError) {
        written.append(try await send(step, by: writing, undoing: nil))
      } catch {
        if written.isEmpty { throw error }
        throw await undo(written, after: error, by: writing)
      }
    }
    return written
  }

  private func send(
    _ step: RecordWrite<Item>, by writing: RESTWriting<Item>, undoing: EntityValidators?
  ) async throws(StoreError) -> Written {
    let validators =
      undoing ?? step.before.flatMap { writing.validators?($0) } ?? state.withLock { $0.validators[step.key] }
      ?? EntityValidators()
    let request = try Self.made { try step.request(by: writing) }
    let response = try await send(request, validators: validators, by: writing)
    var written = Written(step: step, validators: EntityValidators(response.head.fields))
    if case .delete = step { return written }
    if let decode = writing.decode, !response.body.isEmpty, response.head.status != 204 {
      // What cannot be read is no record; the next poll brings it.
      written.stored = try? decode(response.body, response.head)
      if written.stored == nil { written.validators = EntityValidators() }
    }
    return written
  }

  /// Sends a request until it is answered, as often as it may be repeated.
  private func send(
    _ request: RESTWrite, validators: EntityValidators, by writing: RESTWriting<Item>
  ) async throws(StoreError) -> RESTResponse {
    guard let origin = Origin(source.url), Origin(request.url) == origin else {
      throw StoreError(.refused, "a write goes to another origin than the source", at: request.url.shown)
    }
    var fields = request.fields
    // RFC 9110, section 13.1.1.
    fields.merge(validators.writeFields)
    if let name = writing.idempotencyField { fields[name] = "\"\(writing.makeKey())\"" }
    let mayRepeat = request.isIdempotent || writing.idempotencyField != nil && writing.honoursIdempotencyKeys
    var attempt = 1
    var isUnclear = false
    while true {
      do throws(RESTFailure) {
        return try await sendOnce(request, fields, isRepeated: isUnclear)
      } catch {
        isUnclear = isUnclear || error.isUnclear
        let mayGoOn = error.isUnclear ? mayRepeat : error.isTransient || error.retryAfter != nil
        guard attempt < writing.attempts, mayGoOn, error.error.kind != .cancelled else {
          throw isUnclear ? Self.unclear(error) : error.error
        }
        let delay = options.backoff.delay(after: attempt, random: random())
        attempt += 1
        do {
          try await clock.sleep(clock.now() + max(delay, error.retryAfter ?? .zero))
        } catch {
          throw StoreError(.cancelled, "the write was cancelled")
        }
      }
    }
  }

  private func sendOnce(
    _ request: RESTWrite, _ fields: HTTPFields, isRepeated: Bool
  ) async throws(RESTFailure) -> RESTResponse {
    let response = try await client.send(request.method, request.url, fields: fields, body: request.body)
    let status = response.head.status
    if (200..<300).contains(status) || status == 303 { return response }
    // What is to go is gone; the first of two requests may have done it.
    if request.method == "DELETE", status == 404 || status == 410 { return response }
    let retryAfter = RetryAfter.delay(
      response.head.fields, now: response.responseTime, cap: options.maximumRetryAfter)
    throw RESTFailure(status: status, retryAfter: retryAfter, at: response.url.shown)
  }

  /// Takes back what was written of a batch, and returns what is to be thrown.
  private func undo(_ written: [Written], after error: StoreError, by writing: RESTWriting<Item>) async -> StoreError {
    var left = written
    while let last = left.last {
      let opposite = last.step.opposite(stored: last.stored)
      guard (try? await send(opposite, by: writing, undoing: last.validators)) != nil else { break }
      left.removeLast()
    }
    if left.isEmpty { return error }
    var error = error
    error.message += "; \(left.count) of the changes before it could not be taken back"
    return error
  }

  private static func unclear(_ failure: RESTFailure) -> StoreError {
    var error = failure.error
    error.message += "; it is not known whether the write arrived"
    return error
  }

  private static func made(_ make: () throws -> RESTWrite) throws(StoreError) -> RESTWrite {
    do {
      return try make()
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.refused, "the change cannot be written as a request: \(error)")
    }
  }
}

extension RESTState {
  /// Makes the records what the server accepted, and tells observers, in one event.
  fileprivate mutating func settle(
    _ written: [(step: RecordWrite<Item>, stored: Item?, validators: EntityValidators)], refreshing refreshed: [Key]
  ) -> [AsyncStream<Void>.Continuation] {
    var keys: [Key] = []
    for (step, stored, validators) in written {
      let key = stored?.id ?? step.key
      switch step {
      case .insert(let item), .update(_, let item): _ = records.insert(stored ?? item, at: .end)
      case .delete(let item): _ = records.delete(item.id)
      }
      self.validators[key] = validators.isEmpty ? nil : validators
      keys += [key, step.key]
    }
    for key in refreshed { _ = records.refresh(key) }
    if keys.isEmpty { writing.removeAll() } else { noteWritten(keys) }
    return records.hasChanges ? publish() : []
  }

  /// Notes that no answer to a request from before now says what these records are. What is held is not the last answer
  /// any more, so it has no validators.
  mutating func noteWritten(_ keys: [Key]) {
    writing.removeAll()
    writeNumber += 1
    if health.isPolling { for key in keys { written[key] = writeNumber } }
    pages = []
  }

  /// Forgets the validators of records that are not what they were when the server named them.
  mutating func forgetValidators(_ haveEqualContent: (Item, Item) -> Bool) {
    guard !validators.isEmpty else { return }
    for touch in records.touched {
      guard let before = touch.before, validators[before.id] != nil else { continue }
      if let after = records.item(of: touch), haveEqualContent(before, after) { continue }
      validators[before.id] = nil
    }
  }
}

extension BatchOutcome {
  /// Puts what the server stored in the place of what it was sent.
  fileprivate mutating func replace(by stored: [Item]) {
    for item in stored {
      if let place = inserted.firstIndex(where: { $0.id == item.id }) { inserted[place] = item }
      if let place = updated.firstIndex(where: { $0.to.id == item.id }) { updated[place].to = item }
    }
  }
}
