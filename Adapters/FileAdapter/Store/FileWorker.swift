internal import Foundation
internal import StoreBuilding
internal import StoreInterface

/// The engine of stores of files: reads, writes and watches the files of one store, one thing at a time.
///
/// What it has read is in `records`, which serve the observers and have it watch as long as there are any.
@available(LiveSystems, *)
actor FileWorker<Item: Identifiable & Sendable> where Item.ID: Sendable {
  private var backing: any Backing<Item>
  nonisolated let files: any FileSystem
  let watcher: any FileWatcher
  private let options: FileOptions
  let keeper: Timekeeper
  nonisolated let records: ObservedRecords<Item>
  nonisolated let health = ObservedValue<FileHealth>(.idle)
  /// What is wrong with the files as they were read last, whether there are observers or not.
  nonisolated let trouble = ObservedValue<StoreError?>(nil)
  /// The removals that are withheld.
  nonisolated let held = ObservedValue<HeldRemovals?>(nil)
  private let executor = QueueExecutor(label: "section-diff.files")
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  private var hold: RemovalHold<Item>
  /// Whether nothing could be read since the last reading.
  private var wasUnreadable = false
  /// What the watch found last.
  private var finding = Finding.settled
  /// Which file every reading has found emptied, and since when.
  private var emptied: (signature: FileSignature, since: Duration)?
  /// When it was last read that others have changed the file.
  private var changed: Duration?
  /// Held by one write at a time.
  private let mutex = AsyncMutex()

  /// What a look of the watch found.
  private enum Finding {
    /// All is valid, or nothing can be read.
    case settled
    /// The end is missing, or it makes no sense: perhaps it is being written.
    case torn(TornRead)

    var tear: TornRead? { if case .torn(let tear) = self { tear } else { nil } }
  }

  init(_ backing: any Backing<Item>, options: FileOptions, clock: any Clock<Duration>) {
    self.backing = backing
    files = options.files
    watcher = options.watcher ?? options.watching.watcher
    self.options = options
    keeper = Timekeeper(clock)
    records = ObservedRecords(haveEqualContent: backing.haveEqualContent)
    hold = RemovalHold(options.removalGuard)
    records.whileObserved(self) { await $0.watch() }
  }

  // MARK: - Reading

  /// Reads what has changed, and notifies the observers.
  func sync() async {
    do {
      try await refreshPatiently()
    } catch is TornRead {
      records.showOldRecords()
    } catch {
      fail(StoreError(error))
    }
  }

  func look() -> WatchPlan.Look {
    do {
      if let tear = try refresh(for: .watching).tear { return found(tear) }
      finding = .settled
      return .fresh
    } catch let tear as TornRead {
      records.showOldRecords()
      return found(tear)
    } catch {
      let error = StoreError(error)
      if error.kind == .malformed, isBeingWritten {
        records.showOldRecords()
        finding = .torn(TornRead(error: error, signature: finding.tear?.signature))
        return .unsettled
      }
      finding = .settled
      fail(error)
      return .failed
    }
  }

  /// Notes a tear, and says whether the file is longer, or another, than the one that was torn last.
  private func found(_ tear: TornRead) -> WatchPlan.Look {
    let last = finding.tear?.signature
    guard let signature = tear.signature else {
      finding = .torn(TornRead(error: tear.error, signature: last))
      return .torn(isGrowing: false)
    }
    finding = .torn(tear)
    return .torn(isGrowing: last?.identity != signature.identity || last?.size != signature.size)
  }

  /// Reads what has changed. A file that was just emptied is awaited: somebody is about to write it, or it is to be empty.
  private func refreshPatiently() async throws {
    // Counted from the first time that it was empty.
    var end: Duration?
    while true {
      let begun = keeper.elapsed()
      do {
        try refresh()
        return
      } catch let tear as TornRead {
        guard let emptied, !Task.isCancelled else { throw tear }
        let last = end ?? keeper.elapsed() + max(options.timing.tornPatience, options.timing.emptyPatience)
        // A look that began before is not the last one, however long it took: the next may find it empty for long enough.
        if begun >= last { throw tear }
        end = last
        let step = max(options.timing.quiet, .milliseconds(10))
        try? await keeper.sleep(min(keeper.elapsed() + step, emptied.since + options.timing.emptyPatience))
      }
    }
  }

  @discardableResult
  private func refresh(for purpose: ReadPurpose = .asking) throws -> Reading<Item> {
    let reading: Reading<Item>
    // One that has been empty for so long is not being written.
    let over = emptied.flatMap { keeper.elapsed() >= $0.since + options.timing.emptyPatience ? $0.signature : nil }
    do {
      reading = try backing.read(for: over != nil && purpose != .writing ? .settled(over) : purpose)
      emptied = nil
    } catch {
      if let signature = (error as? TornRead)?.signature, signature.size == 0 {
        if emptied?.signature != signature { emptied = (signature, keeper.elapsed()) }
      } else if error is TornRead || over == nil {
        emptied = nil
      }
      throw error
    }
    if reading.tear != nil, reading.contents == nil { records.showOldRecords() } else { take(reading) }
    return reading
  }

  /// Shows what was read, without the removals that are withheld; those of the store's own writes never are.
  private func take(_ reading: Reading<Item>, isOwn: Bool = false) {
    let isNewVersion = confirms(reading)
    wasUnreadable = false
    trouble.set(reading.problem)
    if let contents = reading.contents {
      let now = keeper.elapsed()
      if !isOwn, records.isLoaded { changed = now }
      let shown =
        isOwn ? contents : records.edit { hold.admit(contents, replacing: $0, isNewVersion: isNewVersion, at: now) }
      records.replace(with: shown, partialFailure: reading.problem)
    } else {
      if isNewVersion { approve() }
      records.load(partialFailure: reading.problem) { _ in }
    }
    held.set(hold.summary)
  }

  /// Whether every section that records are withheld in was written again, so that what it lacks is missing again. What
  /// comes after a failure is a first answer.
  private func confirms(_ reading: Reading<Item>) -> Bool {
    guard hold.isHolding, !wasUnreadable, let records = records.ordered else { return false }
    return Set(hold.keys.map { records.sectionID(of: $0) }).allSatisfy(reading.isRewritten)
  }

  /// The files cannot be read. What there is stays.
  private func fail(_ error: StoreError) {
    wasUnreadable = true
    trouble.set(error)
    records.fail(error)
  }

  /// Makes the removals that are withheld.
  func approveRemovals() {
    if hold.isHolding { approve() }
    held.set(hold.summary)
  }

  private func approve() { records.edit { hold.approve(in: &$0) } }

  /// Whether somebody seems to be writing: who writes in place is seen halfway, and may be held up for a moment.
  private var isBeingWritten: Bool {
    backing.isBeingWritten(since: backing.signature, quiet: max(options.timing.quiet, .milliseconds(100)))
  }

  /// The answer as the files are now.
  func fetch(_ request: RecordRequest<Item>) async throws(StoreError) -> StoreContents<Item> {
    do {
      try await refreshPatiently()
    } catch let tear as TornRead {
      if !records.isLoaded { throw tear.error }
    } catch {
      let error = StoreError(error)
      fail(error)
      throw error
    }
    guard records.isLoaded else { throw trouble.current ?? StoreError(.unavailable, "nothing was read") }
    return records.contents(for: request)
  }

  // MARK: - Writing

  /// So often a write begins again because somebody else wrote meanwhile.
  private static var maximumAttempts: Int { 8 }

  /// Writes a batch that was made by someone who saw these records; what was read last, where there are none.
  func commit(
    _ batch: StoreBatch<Item>, basedOn seen: StoreContents<Item>?
  ) async throws(StoreError) -> BatchOutcome<Item> {
    guard await mutex.lock() else { throw Self.cancelled }
    defer { mutex.unlock() }
    let base = seen.map { OrderedRecords($0) } ?? records.ordered
    let before = backing.signature
    // Before the lock, whose file changes a folder's times.
    try refuseWhileHolding()
    let lock = try await lock()
    defer {
      lock.release()
      if hold.isHolding { backing.noteUnlocked() }
    }
    for _ in 0..<Self.maximumAttempts {
      try refuseWhileHolding()
      try await readToWrite(since: before)
      try refuseWhileHolding()
      guard let present = records.ordered else { throw StoreError(.unavailable, "nothing was read") }
      let stale = StaleCheck(
        present: present, haveEqualContent: backing.haveEqualContent, base: base, isBaseWhole: seen == nil)
      try backing.check(batch, on: present)
      let outcome = try batch.folded(onto: { present.item(for: $0) }, haveEqualContent: backing.haveEqualContent)
      var next = present
      backing.apply(batch, to: &next)
      try stale.check(batch, outcome, options.onStale, next: next)
      // Only looked at again, or the same as before: nothing to write.
      let isWritten = outcome.inserted.isEmpty && outcome.updated.isEmpty && outcome.deleted.isEmpty
      if isWritten, outcome.moved.isEmpty, !batch.changesSections {
        show(next)
        return outcome
      }
      let doubt: StoreError?
      do {
        doubt = try backing.save(next, over: present)
      } catch is ConcurrentModification {
        continue
      } catch {
        let error = StoreError(error)
        if error.effect != .nothing { lookAgain() }
        throw error
      }
      guard let doubt else {
        wrote(next)
        return outcome
      }
      if doubt.effect == .everything { wrote(next) } else { lookAgain() }
      throw doubt
    }
    throw StoreError(
      .conflict, "other programs keep changing the file without taking the lock", at: try? backing.lockedPath(),
      advice: "try again later")
  }

  /// Refuses a write while removals are withheld: the records that observers hold are not those of the file, so to write
  /// either would bring records back, or delete them, unasked.
  private func refuseWhileHolding() throws(StoreError) {
    guard let held = hold.summary else { return }
    throw StoreError(
      .conflict, "others have removed \(held.count) of \(held.total) records, which is not confirmed yet",
      at: try? backing.way(knowingFolders: true).path,
      advice: "approve the removal, or bring the records back, and try again")
  }

  /// Reads what is to be written over; waits a little where somebody is changing it, for it may be half of what it is
  /// to be.
  private func readToWrite(since before: FileSignature?) async throws(StoreError) {
    let end = keeper.elapsed() + options.timing.maximumWait
    // Who has read it a moment ago has perhaps read half of it.
    func isYoung() -> Bool {
      before != nil && (changed.map { keeper.elapsed() < $0 + options.timing.quiet } ?? false)
    }
    while isYoung() || backing.isBeingWritten(since: before, quiet: options.timing.quiet), keeper.elapsed() < end {
      try await pause(until: min(keeper.elapsed() + options.timing.quiet, end))
    }
    do {
      try refresh(for: .writing)
    } catch let tear as TornRead {
      throw StoreError(
        .unavailable, "another program is writing the file", at: tear.error.location, advice: "try again in a moment")
    } catch {
      throw StoreError(error)
    }
  }

  /// These are the records after a batch was written.
  private func wrote(_ new: OrderedRecords<Item>) {
    var whole = backing
    whole.forget()
    guard backing.readsBack, let reading = try? whole.read(for: .settled(nil)) else { return show(new) }
    backing = whole
    take(reading, isOwn: true)
  }

  /// Others have kept a part of a batch from being done: shows what there is.
  private func lookAgain() {
    do {
      take(try backing.read(for: .asking), isOwn: true)
    } catch {
      fail((error as? TornRead)?.error ?? StoreError(error))
    }
  }

  private func show(_ new: OrderedRecords<Item>) {
    trouble.set(nil)
    records.load { $0.records = new }
  }

  private func lock() async throws(StoreError) -> FileLock {
    let start = keeper.elapsed()
    var pause = Duration.milliseconds(2)
    try StoreError.raising { try backing.prepareToWrite() }
    while true {
      let lock = try StoreError.raising {
        try FileLock.attempt(for: try backing.lockedPath(), isFolder: backing.locksFolder, in: files)
      }
      if let lock { return lock }
      let now = keeper.elapsed()
      if now >= start + options.timing.lockPatience {
        throw StoreError(
          .unavailable, "another program holds the lock", at: try? backing.lockedPath(),
          advice: "try again, or end that program")
      }
      try await self.pause(until: min(now + pause, start + options.timing.lockPatience))
      pause = min(pause * 2, .milliseconds(100))
    }
  }

  private func pause(until moment: Duration) async throws(StoreError) {
    try? await keeper.sleep(moment)
    if Task.isCancelled { throw Self.cancelled }
  }

  private static var cancelled: StoreError { StoreError(.cancelled, "the write was cancelled") }
}

// MARK: - Watching

@available(LiveSystems, *)
extension FileWorker: WatchLoop {
  nonisolated var timing: WatchTiming { options.timing }

  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath {
    try backing.way(knowingFolders: knowingFolders)
  }

  func looksChanged(_ look: QuickLook?) -> Bool { backing.looksChanged(look) }

  var lookCount: Int { backing.lookCount }

  func reportTorn() {
    if let tear = finding.tear { fail(tear.error) }
  }
}

extension StoreBatch {
  /// Whether it changes sections themselves.
  var changesSections: Bool { changes.contains { $0.key == nil } }
}
