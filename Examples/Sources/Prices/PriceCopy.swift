import SectionDiff

/// A client's copy of the prices, kept up to date by the events of a server.
struct PriceCopy: Sendable {
  /// The copy is not what the server holds.
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var prices = PriceList()
  /// The event that the copy is up to date with; `nil` before the first one.
  private(set) var lastEventID: PriceEvent.ID?

  /// Applies an event. Where this throws, the copy is as it was.
  mutating func apply(_ event: PriceEvent) throws(Mismatch) {
    let next: PriceList
    do {
      // `applying` compares each old position and value, so changes of other prices are refused.
      next = try (event.kind == .snapshot ? PriceList() : prices).applying(event.changes)
    } catch {
      throw Mismatch(description: "the changes of event \(event.id) do not fit: \(error)")
    }
    let checksum = Checksum(of: next)
    guard checksum == event.checksum else {
      throw Mismatch(description: "after event \(event.id) the checksum is \(checksum), not \(event.checksum)")
    }
    prices = next
    lastEventID = event.id
  }
}
