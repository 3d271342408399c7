public import struct Foundation.Date
internal import StoreBuilding

/// How a store is notified of changes that others make.
public enum FileHealth: Hashable, Sendable {
  /// There are no observers, so the store does not listen.
  case idle
  /// The system reports changes.
  case live
  /// The store looks again and again, for this reason.
  case polling(String)
  /// The folder is gone; the store looks again and again until it is back. The results are as old as this.
  case lost(since: Date)
}

extension FileHealth: CustomStringConvertible {
  /// As in `polling: changes on NFS may be made by other machines`.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .live: "live"
    case .polling(let reason): "polling: \(reason)"
    case .lost(let date): "lost since \(date.formatted(.iso8601))"
    }
  }
}

@available(LiveSystems, *)
extension ObservedValue<FileHealth> {
  func set(_ health: WatchPlan.Health, now: Duration) {
    switch health {
    case .live: set(.live)
    case .polling(let reason): set(.polling(reason))
    case .lost:
      if case .lost = current { return }
      set(.lost(since: Date(timeIntervalSince1970: now / .seconds(1))))
    }
  }
}
