public import StoreInterface

extension StoreEvents {
  /// Takes the first of what there is to receive now, without waiting.
  public var firstWaiting: StoreEvent<Item>? { if case .event(let event) = pull() { event } else { nil } }

  /// Takes all that there is to receive now, without waiting.
  public func takeWaiting() -> [StoreEvent<Item>] {
    var events: [StoreEvent<Item>] = []
    while case .event(let event) = pull() { events.append(event) }
    return events
  }
}
