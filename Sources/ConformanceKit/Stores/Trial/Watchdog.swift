/// Why a trial cannot continue.
enum TrialStop: Error, CustomStringConvertible {
  /// A step did not finish before its deadline.
  case hung(step: String)
  /// An observation ended while something was waited for.
  case ended(step: String)
  /// A step threw.
  case threw(step: String, error: any Error)
  /// The law cannot be tried on this harness.
  case untried(String)
  /// What went wrong was reported; the rest would mean nothing.
  case reported

  var description: String {
    switch self {
    case .hung(let step): "this never came to an end: \(step)"
    case .ended(let step): "the sequence ended before its time: \(step)"
    case .threw(let step, let error): "this failed: \(step): \(error)"
    case .untried(let reason): reason
    case .reported: ""
    }
  }
}

/// Turns a step that hangs into an error.
///
/// The step runs in a task of its own, which is cancelled and left behind when its deadline passes: a store that hangs may
/// not heed cancellation either, and no one may be made to wait for it.
///
/// Patience is counted in parts, each of which begins when the timer itself runs again. Where other work keeps every
/// thread busy, the timer is late, too, so a step that only waits for a thread does not count as hanging.
@available(LiveSystems, *)
struct Watchdog: Sendable {
  let patience: Duration
  let clock: any Clock<Duration>
  private static let parts = 20

  func run<Value: Sendable>(
    _ step: String, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(TrialStop) -> Value {
    let outcome = WatchedState<Result<Value, any Error>?>(nil)
    func settle(_ result: Result<Value, any Error>) { outcome.update { if $0 == nil { $0 = result } } }
    let worker = Task {
      do { settle(.success(try await work())) } catch { settle(.failure(error)) }
    }
    let timer = Task { [clock, patience] in
      do {
        for _ in 0..<Self.parts { try await clock.sleep(for: patience / Self.parts) }
        settle(.failure(TrialStop.hung(step: step)))
      } catch {
        // The step was faster.
      }
    }
    defer {
      timer.cancel()
      worker.cancel()
    }
    do {
      let met = try await outcome.wait { $0 != nil }
      guard let met else { throw TrialStop.hung(step: step) }
      return try met.get()
    } catch let stop as TrialStop {
      throw stop
    } catch {
      throw .threw(step: step, error: error)
    }
  }
}
