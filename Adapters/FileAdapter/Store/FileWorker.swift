internal import Foundation
internal import StoreBuilding
internal import StoreInterface

/// Reads, writes and watches the files of one store, one thing at a time.
@available(LiveSystems, *)
actor FileWorker<B: Backing> {
  let backing: B
  let watcher: any FileWatcher
  let timing: WatchTiming
  let keeper: Timekeeper
  nonisolated let answers: Locked<Answers<B.Item>>
  nonisolated let health = HealthBoard<FileHealth>(.idle)
  /// The removals that are withheld.
  nonisolated let held = HealthBoard<HeldRemovals?>(nil)
  private let executor = QueueExecutor(label: "section-diff.files")
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private var memory: B.Memory?
  /// What is said of the end of a file that stays torn.
  private var tear: StoreError?
  /// What the file was when the watch found it torn last.
  private var tornAt: FileSignature?
  /// Since when the watch has found the file emptied at every look.
  private var emptySince: Duration?
  /// How many watches have begun; the newest says how the store receives.
  var lastWatch = 0
  private var isWriting = false
  private var writers: [CheckedContinuation<Void, Never>] = []

  init(
    _ backing: B, guardedBy rule: RemovalGuard?, watcher: any FileWatcher, timing: WatchTiming, keeper: Timekeeper
  ) {
    self.backing = backing
    self.watcher = watcher
    self.timing = timing
    self.keeper = keeper
    answers = Locked(Answers(guardedBy: rule, haveEqualContent: backing.haveEqualContent))
  }

  // MARK: - Reading

  /// Reads what has changed, and notifies the observers.
  @discardableResult
  func look(for purpose: ReadPurpose) -> WatchPlan.Look {
    do throws(ReadFailure) {
      let reading = try refresh(for: acceptsEmptiness(for: purpose) ? .asking : purpose)
      if purpose == .watching { emptySince = nil }
      guard let tear = reading.tear else {
        if purpose == .watching { tornAt = nil }
        return .fresh
      }
      self.tear = tear
      return .torn(isGrowing: isGrowing(reading.tornAt, for: purpose))
    } catch {
      switch error {
      case .torn(let error, let signature):
        tear = error
        if purpose == .watching { emptySince = signature?.size == 0 ? emptySince ?? keeper.elapsed() : nil }
        wake(answers.withLock { $0.awaited() })
        return .torn(isGrowing: isGrowing(signature, for: purpose))
      case .failed(let error):
        if purpose == .watching {
          emptySince = nil
          if error.kind == .malformed, isBeingWritten {
            tear = error
            wake(answers.withLock { $0.awaited() })
            return .unsettled
          }
        }
        wake(answers.withLock { $0.failed(error) })
        return .failed
      }
    }
  }

  @discardableResult
  private func refresh(for purpose: ReadPurpose = .asking) throws(ReadFailure) -> Reading<B.Item, B.Memory> {
    let reading = try backing.read(after: memory, for: purpose)
    memory = reading.memory
    let isTorn = reading.tear != nil && reading.contents == nil
    let now = keeper.elapsed()
    wake(
      answers.withLock { answers in
        if isTorn { return answers.awaited() }
        return answers.read(
          reading.contents, isRewritten: reading.isRewritten, problem: reading.problem, at: now)
      })
    tellHeld()
    return reading
  }

  private func tellHeld() { held.set(answers.withLock { $0.hold.summary }) }

  /// Makes the removals that are withheld.
  func approveRemovals() {
    wake(answers.withLock { $0.approveRemovals() })
    tellHeld()
  }

  /// Whether somebody seems to be writing: who writes in place is seen halfway, and may be held up for a moment.
  private var isBeingWritten: Bool {
    backing.isBeingWritten(since: memory, quiet: max(timing.quiet, .milliseconds(100)))
  }

  /// Whether the file has been empty for so long that no one seems to be writing it.
  private func acceptsEmptiness(for purpose: ReadPurpose) -> Bool {
    guard purpose == .watching, let emptySince else { return false }
    return keeper.elapsed() >= emptySince + timing.emptyPatience
  }

  /// Whether a torn file has become longer, or another, since the watch saw it last.
  private func isGrowing(_ signature: FileSignature?, for purpose: ReadPurpose) -> Bool {
    guard purpose == .watching, let signature else { return false }
    defer { tornAt = signature }
    return tornAt?.identity != signature.identity || tornAt?.size != signature.size
  }

  /// The answer as the files are now.
  func fetch(_ rule: AnswerView<B.Item>.Rule) throws(StoreError) -> StoreContents<B.Item> {
    do throws(ReadFailure) {
      try refresh()
    } catch {
      switch error {
      case .failed(let error):
        wake(answers.withLock { $0.failed(error) })
        throw error
      case .torn(let error, _):
        if let contents = answers.withLock({ $0.contents(rule) }) { return contents }
        throw error
      }
    }
    let (contents, trouble) = answers.withLock { ($0.contents(rule), $0.trouble) }
    if let contents { return contents }
    throw trouble ?? StoreError(.unavailable, "nothing was read")
  }

  private func wake(_ wakers: [AsyncStream<Void>.Continuation]) {
    for waker in wakers { waker.yield() }
  }

  // MARK: - Writing

  /// So often a write begins again because somebody else wrote meanwhile.
  private static var maximumAttempts: Int { 8 }

  func commit(
    _ batch: Batch<B.Item>, onStale policy: StalePolicy, seen: StoreContents<B.Item>?
  ) async throws(StoreError) -> BatchOutcome<B.Item> {
    await beginWriting()
    defer { endWriting() }
    let base = seen.map { OrderedRecords($0) } ?? answers.withLock { $0.records }
    let before = memory
    // Before the lock, whose file changes a folder's times.
    try refuseWhileHolding()
    let lock = try await lock()
    defer {
      lock.release()
      if let memory, answers.withLock({ $0.hold.isHolding }) { self.memory = backing.unlocked(memory) }
    }
    for _ in 0..<Self.maximumAttempts {
      try refuseWhileHolding()
      try await readToWrite(since: before)
      try refuseWhileHolding()
      guard let present = answers.withLock({ $0.records }), let memory else {
        throw StoreError(.unavailable, "nothing was read")
      }
      let stale = StaleCheck(
        present: present, haveEqualContent: backing.haveEqualContent, base: base, isBaseWhole: seen == nil)
      try backing.check(batch, on: present)
      let outcome = try batch.folded(onto: { present.item(for: $0) }, haveEqualContent: backing.haveEqualContent)
      var next = present
      backing.apply(batch, to: &next)
      try stale.check(batch, outcome, policy, next: next)
      // Only looked at again, or the same as before: nothing to write.
      let isWritten = outcome.inserted.isEmpty && outcome.updated.isEmpty && outcome.deleted.isEmpty
      if isWritten, outcome.moved.isEmpty, !batch.changesSections {
        wake(answers.withLock { $0.wrote(next) })
        return outcome
      }
      do throws(SaveFailure<B.Memory>) {
        self.memory = try backing.save(next, over: present, memory)
        wrote(next)
        return outcome
      } catch {
        switch error {
        case .overtaken: continue
        case .untouched(let error): throw error
        case .unsettled(let memory, let error):
          self.memory = memory
          wrote(next)
          throw error
        }
      }
    }
    throw StoreError(
      .conflict, "other programs keep changing the file without taking the lock", at: try? backing.lockedPath(),
      advice: "try again later")
  }

  /// Refuses a write while removals are withheld: the records that observers hold are not those of the file, so to write
  /// either would bring records back, or delete them, unasked.
  private func refuseWhileHolding() throws(StoreError) {
    guard let held = answers.withLock({ $0.hold.summary }) else { return }
    throw StoreError(
      .conflict, "others have removed \(held.count) of \(held.total) records, which is not confirmed yet",
      at: try? backing.way(after: memory).path, advice: "approve the removal, or bring the records back, and try again")
  }

  /// Reads what is to be written over; waits a little where somebody is changing it, for it may be half of what it is
  /// to be.
  private func readToWrite(since before: B.Memory?) async throws(StoreError) {
    let end = keeper.elapsed() + timing.maximumWait
    while backing.isBeingWritten(since: before, quiet: timing.quiet), keeper.elapsed() < end {
      await keeper.sleep(min(keeper.elapsed() + timing.quiet, end))
      if Task.isCancelled { throw StoreError(.cancelled, "the write was cancelled") }
    }
    do throws(ReadFailure) {
      try refresh(for: .writing)
    } catch {
      if case .torn(let error, _) = error {
        throw StoreError(
          .unavailable, "another program is writing the file", at: error.location, advice: "try again in a moment")
      }
      throw error.error
    }
  }

  /// These are the records after a batch was written.
  private func wrote(_ records: OrderedRecords<B.Item>) {
    if backing.readsBack, let reading = try? backing.read(after: nil, for: .asking) {
      memory = reading.memory
      wake(answers.withLock { $0.wrote(reading.contents, problem: reading.problem) })
    } else {
      wake(answers.withLock { $0.wrote(records) })
    }
    tellHeld()
  }

  private func lock() async throws(StoreError) -> FileLock {
    let start = keeper.elapsed()
    var pause = Duration.milliseconds(2)
    do throws(SystemError) {
      try backing.prepareToWrite()
    } catch {
      throw StoreError(error)
    }
    while true {
      do throws(SystemError) {
        if let lock = try FileLock.attempt(for: try backing.lockedPath(), in: backing.files) { return lock }
      } catch {
        throw StoreError(error)
      }
      let now = keeper.elapsed()
      if now >= start + timing.lockPatience {
        throw StoreError(
          .unavailable, "another program holds the lock", at: try? FileLock.path(for: backing.lockedPath()),
          advice: "try again, or end that program")
      }
      await keeper.sleep(min(now + pause, start + timing.lockPatience))
      if Task.isCancelled { throw StoreError(.cancelled, "the write was cancelled") }
      pause = min(pause * 2, .milliseconds(100))
    }
  }

  /// Waits until no other task writes, first come, first served.
  private func beginWriting() async {
    if isWriting {
      await withCheckedContinuation { writers.append($0) }
    } else {
      isWriting = true
    }
  }

  private func endWriting() {
    if writers.isEmpty { isWriting = false } else { writers.removeFirst().resume() }
  }
}

// MARK: - Watching

@available(LiveSystems, *)
extension FileWorker: FileWatching {
  nonisolated var files: any FileSystem { backing.files }

  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath {
    try backing.way(after: knowingFolders ? memory : nil)
  }

  func looksChanged(_ look: QuickLook?) -> Bool { backing.looksChanged(since: memory, look) }

  var lookCount: Int { backing.count(of: memory) }

  func look() -> WatchPlan.Look { look(for: .watching) }

  func reportTorn() {
    if let tear { wake(answers.withLock { $0.failed(tear) }) }
  }
}

extension Batch {
  /// Whether it changes sections themselves.
  var changesSections: Bool {
    changes.contains {
      switch $0 {
      case .insertSection, .updateSection, .moveSection, .deleteSection: true
      case .insert, .update, .move, .delete, .refresh: false
      }
    }
  }
}
