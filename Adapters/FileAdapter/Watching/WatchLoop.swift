@unsafe internal import Dispatch
internal import StoreBuilding
internal import StoreInterface

/// An actor that watches files: it does what a ``WatchPlan`` says. Stores of files and ``FileChanges`` watch by this.
@available(LiveSystems, *)
protocol WatchLoop: Actor {
  nonisolated var files: any FileSystem { get }
  nonisolated var watcher: any FileWatcher { get }
  nonisolated var timing: WatchTiming { get }
  nonisolated var keeper: Timekeeper { get }
  nonisolated var health: ObservedValue<FileHealth> { get }
  /// Where to listen. The folders below are those that were read last, where these are known.
  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath
  /// Whether the times of the files say that something may have changed.
  func looksChanged(_ look: QuickLook?) -> Bool
  /// How many files a look has to ask the system for.
  var lookCount: Int { get }
  /// Looks at what may have changed, and sends it on.
  func look() -> WatchPlan.Look
  /// Says that the file ends in the middle of a record, and that this has been so for too long.
  func reportTorn()
}

/// What is looked at where looking at all files would cost too much.
enum QuickLook: Sendable {
  /// Only what the system does not report: links, whose files are elsewhere, and whether the folder is the same.
  case whileListening
  /// Links, and the times of folders. They show which names came, went or were replaced, not what was written in place.
  case whilePolling
}

/// One watch, from its start until its task is cancelled.
@available(LiveSystems, *)
private struct Watch {
  var plan: WatchPlan
  /// Where one listens: what was received since the last time, signals joined, and what ends it.
  var listening: (received: Locked<WatchSignals>, stop: StopWatching)?
  /// Where one listens, or would if one could; `nil` where that cannot be found out.
  var way: ResolvedPath?
  /// Whether what was read last says which folders there are.
  var knowsFolders = false
  /// Until then, looks are quick ones.
  var quickUntil = Duration.zero
}

@available(LiveSystems, *)
extension WatchLoop {
  /// Listens, or polls, until the task is cancelled. Two watches of one actor must not overlap.
  func watch() async {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var watch = Watch(plan: WatchPlan(timing))
    perform(watch.plan.handle(.started, at: keeper.elapsed()), in: &watch, waker)
    while !Task.isCancelled {
      await keeper.wait(until: watch.plan.deadline, or: wakes, from: waker)
      if let received = watch.listening?.received {
        let signals = received.withLock { signals in
          defer { signals = [] }
          return signals
        }
        perform(watch.plan.handle(.received(signals), at: keeper.elapsed()), in: &watch, waker)
      }
      // One after another, until nothing is due.
      while true {
        let actions = watch.plan.handle(.timer, at: keeper.elapsed())
        if actions.isEmpty || Task.isCancelled { break }
        perform(actions, in: &watch, waker)
      }
    }
    watch.listening?.stop()
    // Said here, so that nothing this watch has still done comes after it.
    health.set(.idle)
  }

  /// How long a look at all files pays for, for each of them. Such a look takes some microseconds a file, so that a
  /// thread is busy with it for less than a hundredth of the time, and for less than a thousandth while it listens.
  private func noteLook(_ watch: inout Watch) {
    let rest: Duration = watch.plan.health == .live ? .milliseconds(10) : .milliseconds(1)
    watch.quickUntil = keeper.elapsed() + rest * lookCount
  }

  /// Looks whether something may have changed: at all files, or, where that was done a short while ago, at some.
  private func peek(_ watch: inout Watch) -> Bool {
    if keeper.elapsed() < watch.quickUntil {
      return looksChanged(watch.plan.health == .live ? .whileListening : .whilePolling)
    }
    defer { noteLook(&watch) }
    return looksChanged(nil)
  }

  private func perform(_ actions: [WatchPlan.Action], in watch: inout Watch, _ waker: AsyncStream<Void>.Continuation) {
    var actions = actions[...]
    while let action = actions.popFirst() {
      if Task.isCancelled { return }
      var events: [WatchPlan.Event] = []
      switch action {
      case .arm: events.append(arm(&watch, waker))
      case .peek:
        events.append(.peeked(looksChanged: peek(&watch)))
        if hasMoved(watch) { events.append(.moved) }
      case .look:
        let look = look()
        events.append(.looked(look))
        noteLook(&watch)
        watch.knowsFolders = look == .fresh
        if hasMoved(watch) { events.append(.moved) }
      case .reportTorn: reportTorn()
      }
      for event in events { actions += watch.plan.handle(event, at: keeper.elapsed()) }
      health.set(watch.plan.health, now: files.now)
    }
  }

  /// Whether the way to the files leads elsewhere than where one listens.
  private func hasMoved(_ watch: Watch) -> Bool {
    (try? way(knowingFolders: watch.knowsFolders)) != watch.way
  }

  private func arm(_ watch: inout Watch, _ waker: AsyncStream<Void>.Continuation) -> WatchPlan.Event {
    watch.listening?.stop()
    watch.listening = nil
    do {
      let way = try way(knowingFolders: watch.knowsFolders)
      watch.way = way
      // Folders of one device are of one kind.
      var devices: Set<UInt64> = []
      let folders = way.steps.filter { devices.insert($0.identity.device).inserted }.map(\.folder)
      if let reason = folders.lazy.compactMap({ self.files.reasonToPoll($0) }).first {
        return way.isWhole ? .notArmed(reason: reason) : .unreachable
      }
      let received = Locked<WatchSignals>([])
      let stop = try watcher.watch(way.steps) { signals in
        received.withLock { $0.formUnion(signals) }
        waker.yield()
      }
      watch.listening = (received, stop)
      return .armed(isWhole: way.isWhole)
    } catch let failure as WatchFailure {
      return watch.way?.isWhole == true ? .notArmed(reason: failure.reason) : .unreachable
    } catch {
      watch.way = nil
      return .unreachable
    }
  }
}

/// Runs an actor on a queue of its own: its calls to the file system block no thread that tasks share.
@available(LiveSystems, *)
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
