import ConformanceKit
import StoreInterface
import StoreTestSupport

/// A clock on which short sleeps are over at once, having moved it, and long ones last until they are cancelled: for
/// code that waits several times in a row, beside limits that it must not meet.
final class EagerClock: Clock {
  typealias Instant = ManualClock.Instant

  private let instant = Locked(Instant())
  private let forGood = ManualClock()
  private let longest: Duration

  init(upTo longest: Duration) { self.longest = longest }

  var now: Instant { instant.get() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let isShort = instant.withLock { now in
      guard now.duration(to: deadline) <= longest else { return false }
      now = max(now, deadline)
      return true
    }
    if !isShort { try await forGood.sleep(until: Instant(offset: .seconds(1 << 40))) }
  }
}
