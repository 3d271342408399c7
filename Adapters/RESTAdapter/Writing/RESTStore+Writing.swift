import Foundation
import StoreBuilding
import StoreInterface

@available(LiveSystems, *)
extension RESTStore {
  private typealias Written = WrittenRecord<Item>

  func commit(_ batch: StoreBatch<Item>, by writing: RESTWriting<Item>) async throws(StoreError) -> BatchOutcome<Item> {
    try check(batch)
    guard await writeMutex.lock() else { throw StoreError(.cancelled, "the write was cancelled") }
    defer { writeMutex.unlock() }
    try await prepare(batch, by: writing)
    var outcome = try records.edit { (edits) throws(StoreError) in
      let outcome = try batch.folded(onto: { edits[$0] }, haveEqualContent: edits.haveEqualContent)
      state.withLock { $0.writes.begin(RecordWrite.steps(of: outcome).map(\.key)) }
      return outcome
    }
    let steps = RecordWrite.steps(of: outcome)
    let written: [Written]
    do throws(RESTFailure) {
      written = steps.isEmpty ? [] : try await send(outcome, steps, by: writing)
    } catch {
      let now = keeper.elapsed()
      state.withLock { state in
        state.writes.abandon()
        if error.isUnclear || error.error.kind == .conflict {
          state.doubt(steps.map(\.key), mayHaveWritten: error.isUnclear, at: now)
        }
      }
      noteChange()
      throw error.error
    }
    let now = keeper.elapsed()
    let refreshed = outcome.refreshed
    // What the server accepted, in one event.
    records.edit { edits in
      state.withLock { $0.settle(written, refreshing: refreshed, in: &edits, at: now) }
    }
    noteChange()
    for written in written {
      if let stored = written.stored { outcome.replace(written.step.key, by: stored) }
    }
    return outcome
  }

  /// Polls the server first, where nothing was requested yet, where it is not known what a write before has come to, and
  /// where what others have written could be lost: of several requests one may fail, and then those before it are undone,
  /// to what the server held.
  private func prepare(_ batch: StoreBatch<Item>, by writing: RESTWriting<Item>) async throws(StoreError) {
    let isLoaded = records.isLoaded
    let keys = Set(batch.changes.compactMap(\.key))
    // A weak tag protects nothing.
    let untagged = keys.filter { key in
      records[key].map { EntityValidators(entityTag: writing.entityTag?($0)).writeFields.isEmpty } ?? true
    }
    let mayBeUndone = writing.batch == nil && keys.count > 1
    let (doubtful, mustAsk, polling) = state.withLock { state in
      let doubtful = keys.filter(state.writes.isDoubtful)
      return (
        doubtful,
        !doubtful.isEmpty || mayBeUndone && untagged.contains { state.writes[$0].writeFields.isEmpty }, state.polling
      )
    }
    do throws(StoreError) {
      if mustAsk {
        try await poll(after: polling.begun, isForced: true)
        // What was held, for want of an answer, is not what the server has.
        if case .stale(let error) = state.withLock({ $0.health.state }) { throw error }
      } else if !isLoaded {
        try await poll(after: polling.done)
      }
    } catch {
      // What a write before has come to is as unclear as it was.
      var error = error
      if !doubtful.isEmpty { error.effect = .unclear(doubtful.map { "key \($0)" }) }
      throw error
    }
  }

  /// Refuses what no server is asked to do.
  private func check(_ batch: StoreBatch<Item>) throws(StoreError) {
    for change in batch.changes {
      switch change {
      case .insert(_, let placement) where placement != .end:
        throw StoreError(
          .refused, "the server decides the order of records", at: change.key.map { "key \($0)" },
          advice: "insert it at the end")
      case .move(let key, _):
        if batch.isStrict, records[key] == nil {
          throw StoreError(.invalidBatch, "the batch moves a record that does not exist", at: "key \(key)")
        }
        throw StoreError(.refused, "the server decides the order of records", at: "key \(key)")
      case .insertSection, .updateSection, .moveSection, .deleteSection:
        throw StoreError(.refused, "the store keeps one list, without sections")
      case .insert, .update, .delete, .refresh: continue
      }
    }
  }

  // MARK: - Sending

  /// Not on the caller's actor: requests are made and answers decoded here.
  @concurrent private func send(
    _ outcome: BatchOutcome<Item>, _ steps: [RecordWrite<Item>], by writing: RESTWriting<Item>
  ) async throws(RESTFailure) -> [Written] {
    if let batch = writing.batch {
      let request = try Self.made { try batch(outcome) }
      do throws(RESTFailure) {
        let response = try await send(request, validators: EntityValidators(), by: writing)
        // RFC 4918, section 13: each member has a status of its own.
        if response.head.status == 207 {
          throw RESTFailure(
            .unavailable, "the server answers for each change by itself (status 207)", at: request.url.shown,
            advice: "fetch, and compare", isUnclear: true, status: 207)
        }
      } catch {
        throw error.naming(steps.map(\.key))
      }
      return steps.map { Written(step: $0, hasKey: true) }
    }
    var written: [Written] = []
    for step in steps {
      do throws(RESTFailure) {
        written.append(try await send(step, by: writing))
      } catch {
        let error = error.naming([step.key])
        if written.isEmpty { throw error }
        let done = written
        // A task of its own, since this one may have been cancelled: half a batch must not stay on the server.
        throw await Task { await undo(done, after: error, by: writing) }.value
      }
    }
    return written
  }

  private func send(
    _ step: RecordWrite<Item>, by writing: RESTWriting<Item>
  ) async throws(RESTFailure) -> Written {
    let own = step.before.flatMap { writing.entityTag?($0) }.map { EntityValidators(entityTag: $0) }
    let validators = own ?? state.withLock { $0.writes[step.key] }
    var request = try Self.made { try step.request(by: writing) }
    if case .insert = step, request.method == "PUT", validators.writeFields.isEmpty {
      // RFC 9110, section 13.1.2: what is there by now is of others.
      request.fields["If-None-Match"] = "*"
    }
    let response = try await send(request, validators: validators, by: writing)
    var written = Written(step: step, validators: EntityValidators(response.head.fields))
    written.wasGone = [404, 410].contains(response.head.status)
    if case .delete = step { return written }
    // RFC 9110, section 15.3.2: what was made is there, or else at the address of the request.
    if response.head.status == 201 {
      written.address =
        response.head.fields["Location"].flatMap { URL(string: $0, relativeTo: request.url) }?.absoluteURL
    }
    written.hasKey = request.method == "PUT"
    if written.hasKey {
      written.address = written.address ?? request.url
    } else if written.address?.isSame(as: request.url) ?? false {
      // The address of the collection is none of a record.
      written.address = nil
    }
    written.stored = record(of: response, by: writing)
    written.isUnread = written.stored == nil && writing.decode != nil && !response.body.isEmpty
    return written
  }

  /// The record that an answer holds. What cannot be read is no record; the next poll brings it.
  private func record(of response: RESTResponse, by writing: RESTWriting<Item>) -> Item? {
    guard let decode = writing.decode, !response.body.isEmpty, response.head.status != 204 else { return nil }
    return try? decode(response.body, response.head)
  }

  /// Sends a request until it is answered, as often as it may be repeated.
  private func send(
    _ request: HTTPRequest, validators: EntityValidators, by writing: RESTWriting<Item>, mustExist: Bool = false,
    waitingAtMost patience: Duration? = nil
  ) async throws(RESTFailure) -> RESTResponse {
    guard let origin = Origin(source.url), Origin(request.url) == origin else {
      throw RESTFailure(.refused, "a write goes to another origin than the source", at: request.url.shown)
    }
    var request = request
    // RFC 9110, section 13.1.1.
    request.fields.merge(validators.writeFields)
    if let name = writing.idempotencyField { request.fields[name] = "\"\(writing.makeKey())\"" }
    // RFC 9110, section 9.2.2.
    let isIdempotent = request.method == "PUT" || request.method == "DELETE"
    let mayRepeat = isIdempotent || writing.idempotencyField != nil && writing.honoursIdempotencyKeys
    // RFC 9111, section 4.4: what is held is not valid any more, should this process end before the answer.
    cache?.remove()
    var attempt = 1
    var isUnclear = false
    while true {
      if Task.isCancelled { throw Self.failure(.cancelled, isUnclear: isUnclear) }
      do throws(RESTFailure) {
        let response = try await sendOnce(request, isRepeated: isUnclear, mustExist: mustExist)
        cache?.remove()
        return response
      } catch {
        // What was cancelled on its way may have arrived.
        isUnclear = isUnclear || error.isUnclear || error.error.kind == .cancelled
        if isUnclear { cache?.remove() }
        if let retryAfter = error.retryAfter { silence(for: retryAfter) }
        let mayGoOn = error.isUnclear ? mayRepeat : error.isTransient || error.retryAfter != nil
        guard attempt < writing.attempts, mayGoOn, !error.isFinal, error.error.kind != .cancelled else {
          throw Self.failure(error, isUnclear: isUnclear)
        }
        let delay = options.backoff.delay(after: attempt, random: random())
        if let patience, max(delay, error.retryAfter ?? .zero) > patience {
          throw Self.failure(error, isUnclear: isUnclear)
        }
        attempt += 1
        do {
          try await keeper.sleep(keeper.elapsed() + max(delay, error.retryAfter ?? .zero))
        } catch {
          throw Self.failure(.cancelled, isUnclear: isUnclear)
        }
      }
    }
  }

  private func sendOnce(
    _ request: HTTPRequest, isRepeated: Bool, mustExist: Bool
  ) async throws(RESTFailure) -> RESTResponse {
    var response = try await client.send(request)
    let status = response.head.status
    if (200..<300).contains(status) || status == 303 { return response }
    if request.method == "DELETE", status == 404 || status == 410, isRepeated || !mustExist {
      // What is to go is gone; the first of two requests may have done it.
      if isRepeated { response.head.status = 204 }
      return response
    }
    if isRepeated, status == 412 {
      // What is newer on the server may be what the first request has written.
      var failure = RESTFailure(
        .unavailable, "the response to the first request was lost (status 412)", at: response.request.url.shown,
        isUnclear: true, status: status)
      failure.isFinal = true
      throw failure
    }
    throw RESTFailure(response, pausingAtMost: options.maximumRetryAfter)
  }

  /// A server that requests a pause is not polled, either.
  private func silence(for delay: Duration) {
    let (now, random) = (keeper.elapsed(), random())
    state.withLock { $0.schedule.silenced(for: delay, random: random, at: now) }
    noteChange()
  }

  /// Takes back what was written of a batch, and returns what is to be thrown: it names what may have stayed.
  @concurrent private func undo(
    _ written: [Written], after failure: RESTFailure, by writing: RESTWriting<Item>
  ) async -> RESTFailure {
    var left = written
    while let last = left.last, await takeBack(last, by: writing) { left.removeLast() }
    var failure = failure
    failure.isUnclear = true
    if !left.isEmpty {
      failure = failure.naming(left.map(\.step.key))
      failure.error.message += "; \(left.count) of the changes before it could not be undone"
    }
    return failure
  }

  /// Sends the opposite of a step that was done, and says whether it is undone.
  private func takeBack(_ written: Written, by writing: RESTWriting<Item>) async -> Bool {
    // Others had deleted it.
    if written.wasGone { return true }
    guard var request = try? written.step.opposite(stored: written.stored).request(by: writing) else { return false }
    var mustExist = false
    if case .insert = written.step, written.stored == nil {
      // The server may have given it another key, and who has this one may be another record.
      guard let address = written.address, request.method == "DELETE" else { return false }
      request.url = address
      mustExist = true
    }
    let tag = written.stored.flatMap { writing.entityTag?($0) }.map { EntityValidators(entityTag: $0) }
    guard
      let response = try? await send(
        request, validators: tag ?? written.validators, by: writing, mustExist: mustExist,
        waitingAtMost: options.limits.requestTime)
    else { return false }
    // A record that is back by another key is another record.
    if case .delete(let item) = written.step, request.method == "POST" {
      return record(of: response, by: writing)?.id == item.id
    }
    return true
  }

  /// Why a write failed, and whether the server may hold something else than before.
  private static func failure(_ failure: RESTFailure, isUnclear: Bool) -> RESTFailure {
    var failure = failure
    failure.isUnclear = isUnclear
    return failure
  }

  private static func made(_ make: () throws -> HTTPRequest) throws(RESTFailure) -> HTTPRequest {
    do {
      return try make()
    } catch let error as StoreError {
      throw RESTFailure(error)
    } catch {
      throw RESTFailure(.refused, "the change cannot be written as a request: \(error)")
    }
  }
}

@available(LiveSystems, *)
extension RESTFailure {
  /// The same; where it is not known what the server has done, with the names of these steps too.
  fileprivate func naming(_ keys: [some Sendable]) -> RESTFailure {
    guard isUnclear else { return self }
    var failure = self
    var steps = keys.map { "key \($0)" }
    if case .unclear(let others) = error.effect { steps += others }
    failure.error.effect = .unclear(steps)
    return failure
  }
}

@available(LiveSystems, *)
extension RESTState {
  /// Makes the records what the server accepted.
  fileprivate mutating func settle(
    _ written: [WrittenRecord<Item>], refreshing refreshed: [Key], in edits: inout RecordEdits<Item>, at now: Duration
  ) {
    var (keys, unknown): ([Key], [Key]) = ([], [])
    for written in written {
      let key = written.stored?.id ?? written.step.key
      switch written.step {
      case .insert(let item), .update(_, let item): _ = edits.records.insert(written.stored ?? item, at: .end)
      case .delete(let item): _ = edits.records.delete(item.id)
      }
      // Of what could not be read nobody knows what its validators are of.
      writes[key] = written.isUnread ? EntityValidators() : written.validators
      if case .insert = written.step, written.stored == nil, !written.hasKey { unknown.append(key) }
      keys += [key, written.step.key]
    }
    for key in refreshed { edits.refresh(key) }
    if keys.isEmpty { writes.abandon() } else { noteWritten(keys, at: now) }
    if !unknown.isEmpty { writes.doubt(unknown) }
  }
}

extension BatchOutcome {
  /// Puts what the server stored in the place of what it was sent, whatever key the server gave it.
  fileprivate mutating func replace(_ key: Item.ID, by stored: Item) {
    if let offset = inserted.firstIndex(where: { $0.id == key }) { inserted[offset] = stored }
    if let offset = updated.firstIndex(where: { $0.to.id == key }) { updated[offset].to = stored }
  }
}
