internal import LiveResults
internal import SectionDiff

/// What the sections of the departure board are.
enum BoardSections: String, CaseIterable {
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
