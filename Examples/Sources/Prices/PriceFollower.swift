import Foundation

/// Follows a price server: keeps a copy, and connects again where the connection is lost.
struct PriceFollower: Sendable {
  /// What happens.
  enum Step: Sendable {
    /// The copy is up to date with an event.
    case updated(PriceCopy, PriceEvent)
    /// The connection is lost, for a reason; the follower tries again after a pause.
    case lost(String, retryAfter: Duration)
  }

  let source: EventSource
  var clock: any Clock<Duration> = ContinuousClock()

  /// Follows the server until the task is cancelled.
  ///
  /// - Parameters:
  ///   - copy: A copy of earlier, to go on from.
  ///   - report: Called for each step.
  func follow(from copy: PriceCopy = PriceCopy(), _ report: (Step) async -> Void) async {
    var copy = copy
    var failures = 0
    while !Task.isCancelled {
      let reason: String
      do {
        try await source.read(after: copy.lastEventID?.description) { event in
          let event = try PriceEvent(event)
          try copy.apply(event)
          failures = 0
          await report(.updated(copy, event))
        }
        reason = "the server has ended the stream"
      } catch let mismatch as PriceCopy.Mismatch {
        // This should never happen. If it does, all prices come anew.
        copy = PriceCopy()
        reason = mismatch.description
      } catch let error as URLError {
        reason = error.localizedDescription
      } catch {
        reason = "\(error)"
      }
      if Task.isCancelled { return }
      let pause = Self.pause(after: failures)
      failures += 1
      await report(.lost(reason, retryAfter: pause))
      do { try await clock.sleep(for: pause) } catch { return }
    }
  }

  /// How long to wait after so many failures in a row: half a second, doubled each time, at most 16 seconds.
  static func pause(after failures: Int) -> Duration { .milliseconds(500 << min(failures, 5)) }
}
