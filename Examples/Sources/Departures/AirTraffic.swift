import StoreInterface
import Support

/// What happens at the airport: a value that receives the flights, and says what
/// becomes of them. The same seed gives the same day.
struct AirTraffic {
  private var random: SeededRandom
  private var lastNumber = 100
  /// What the clock on the wall shows.
  private(set) var now = ClockTime(minutes: 9 * 60)

  /// How many flights there are at first, and at most later. A board of so many fits on a small screen.
  static let size = 9
  /// Minutes before its departure that a flight boards.
  static let boarding = 20
  private static let destinations = [
    "Bergen", "Lisbon", "Oslo", "Porto", "Prague", "Riga", "Rome", "Seville", "Sofia", "Tallinn", "Turin", "Vienna",
    "Vilnius", "Warsaw", "Zagreb", "Zurich",
  ]

  /// Begins a day.
  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The flights on the board when the day begins.
  mutating func opening() -> [Flight] {
    (0..<Self.size).map { _ in flight(leavingIn: 10 + 5 * below(20)) }
  }

  /// Lets a few minutes pass.
  ///
  /// - Returns: What that changes.
  mutating func pass(for flights: [Flight]) -> StoreBatch<Flight> {
    now = now + 3 + below(5)
    var batch = StoreBatch<Flight>()
    var count = flights.count
    for flight in flights {
      if isOver(flight) {
        batch.delete(flight.id)
        count -= 1
      } else if let changed = changed(flight) {
        batch.update(changed)
      }
    }
    while count < Self.size, below(3) > 0 {
      batch.insert(flight(leavingIn: 40 + 5 * below(14)))
      count += 1
    }
    return batch
  }

  private mutating func flight(leavingIn minutes: Int) -> Flight {
    lastNumber += 1 + below(4)
    let departure = ClockTime(minutes: (now.minutes + minutes) / 5 * 5)
    return Flight(
      id: "SD \(lastNumber)", destination: Self.destinations[below(Self.destinations.count)],
      departure: departure, gate: gate(), status: status(departure))
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func gate() -> String { ["A", "B", "C"][below(3)] + "\(1 + below(6))" }

  private func status(_ departure: ClockTime) -> Flight.Status {
    departure <= now ? .departed : departure <= now + Self.boarding ? .boarding : .onTime
  }

  private mutating func isOver(_ flight: Flight) -> Bool {
    switch flight.status {
    case .departed: flight.departure + 8 <= now
    case .cancelled: below(4) == 0
    case .boarding, .onTime, .delayed: false
    }
  }

  private mutating func changed(_ flight: Flight) -> Flight? {
    var changed = flight
    switch flight.status {
    case .boarding, .onTime, .delayed:
      let next = status(flight.departure)
      // A late flight is late until it boards.
      if next != .onTime || flight.status != .delayed { changed.status = next }
      if next != .departed {
        switch below(40) {
        case 0...2:
          changed.departure = flight.departure + 10 * (1 + below(5))
          changed.status = .delayed
        case 3...5: changed.gate = gate()
        case 6: changed.status = .cancelled
        default: break
        }
      }
    case .cancelled, .departed: break
    }
    return changed == flight ? nil : changed
  }
}
