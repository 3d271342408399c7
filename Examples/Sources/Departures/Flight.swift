import LiveResults
import SectionDiff
import StoreBuilding

/// A flight on the departure board of a simulated airport.
struct Flight: Identifiable, Hashable, Codable, Sendable {
  /// How far a flight has come.
  enum Status: String, Comparable, CaseIterable, Codable, Sendable {
    case boarding = "Boarding"
    case onTime = "On time"
    case delayed = "Delayed"
    case cancelled = "Cancelled"
    case departed = "Departed"

    /// In the order in which a board shows them.
    static func < (a: Status, b: Status) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  let id: String
  let destination: String
  var departure: ClockTime
  var gate: String
  var status: Status

  /// What a reader of the board sees of it, besides its id.
  var fields: [(name: String, value: String)] {
    [
      ("destination", destination), ("departure", departure.description), ("gate", gate), ("status", status.rawValue),
    ]
  }

  /// The fields in which another version of this flight differs.
  func changes(to other: Flight) -> [(name: String, old: String, new: String)] {
    zip(fields, other.fields).filter { $0.value != $1.value }.map { ($0.name, $0.value, $1.value) }
  }
}

/// A time of day, in minutes, on a clock that continues after midnight.
struct ClockTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Minutes since the midnight before the simulation.
  var minutes: Int

  static func < (a: ClockTime, b: ClockTime) -> Bool { a.minutes < b.minutes }
  static func + (time: ClockTime, minutes: Int) -> ClockTime { ClockTime(minutes: time.minutes + minutes) }

  /// As a board shows it: `09:05`.
  var description: String {
    let parts = [minutes / 60 % 24, minutes % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// What the sections of the departure board are.
enum BoardSections: String, CaseIterable, Sendable {
  /// By status, in the order of a flight's life.
  case status
  /// By the letter of the gate.
  case pier
  /// One list.
  case none

  /// How live results are reported so. A key is the name of a section; the one list has none.
  var sectioning: Sectioning<Flight, String?, NoHeader> {
    switch self {
    case .status: .by({ $0.status.rawValue }, order: .by(.ascending { $0.flatMap(Flight.Status.init(rawValue:)) }))
    case .pier: .by { "Pier \($0.gate.prefix(1))" }
    case .none: .by({ _ in nil }, declared: [nil])
    }
  }
}
