#if canImport(Dispatch) && canImport(Foundation)
  import Dispatch
  import Foundation

  /// Runs the work of a trial on a thread of its own, and gives it up when one call of the algorithm takes too long.
  ///
  /// Nothing can stop a synchronous call. The thread is left behind: it ends with the call, or with the process.
  @available(LiveSystems, *)
  struct TimeLimit: Sendable {
    /// What a call may take.
    let duration: Duration
    /// Waits for the end of the work, as long as a call may take; whether the work has ended.
    let waitsForEnd: @Sendable (DispatchSemaphore) -> Bool

    /// A limit by the clock.
    init(_ duration: Duration) {
      // At most a day, which fits into every unit.
      let seconds = min(max(duration / .seconds(1), 0), 86_400)
      self.init(duration) { $0.wait(timeout: .now() + seconds) == .success }
    }

    /// A limit by whatever `waitsForEnd` goes by.
    init(_ duration: Duration, waitsForEnd: @escaping @Sendable (DispatchSemaphore) -> Bool) {
      self.duration = duration
      self.waitsForEnd = waitsForEnd
    }

    /// Runs `body` and waits until it ends or is given up.
    ///
    /// A call is given up when it is the same one at the end of two waits: after one limit at the earliest, two at the
    /// latest.
    ///
    /// - Parameters:
    ///   - work: What the algorithm is working on.
    ///   - body: The work.
    /// - Returns: The call that was given up, or `nil` when the work has ended.
    func run(_ work: WatchedWork, _ body: @escaping @Sendable () -> Void) -> WatchedWork.Call? {
      let end = DispatchSemaphore(value: 0)
      let thread = Thread {
        body()
        end.signal()
      }
      thread.name = "trial of an algorithm"
      // As much as a main thread has, for algorithms that call themselves.
      thread.stackSize = 8 << 20
      thread.start()
      var last: WatchedWork.Call?
      while !waitsForEnd(end) {
        let call = work.current
        if let call, call.number == last?.number, work.giveUp(call) { return call }
        last = call
      }
      return nil
    }
  }
#else
  /// Runs the work of a trial; without threads nothing can be given up.
  @available(LiveSystems, *)
  struct TimeLimit: Sendable {
    /// What a call may take.
    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Runs `body`, however long it takes.
    func run(_ work: WatchedWork, _ body: @escaping @Sendable () -> Void) -> WatchedWork.Call? {
      body()
      return nil
    }
  }
#endif
