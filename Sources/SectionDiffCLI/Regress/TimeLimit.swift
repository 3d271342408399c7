#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// How long all of a judgement may take, and how it is shared out among the gates.
  ///
  ///     0 ───────── counts ───────── 55 % ── instructions ── 85 % ── time ── 100 %
  ///
  /// What a gate does not need goes to those behind it; what is left for those behind it is not touched before.
  struct TimeLimit {
    /// The seconds that all of it may take; nil for as long as it needs.
    let seconds: Double?
    /// Says how late it is; it starts with the limit.
    let clock: any NanosecondClock
    /// The gates that run, of those that take time.
    let gates: [Gate]

    /// What is kept free for a gate, as a share of the whole. Counts are what decides, so they get the rest.
    private static let shares: [Gate: Double] = [.instructions: 0.3, .time: 0.15]
    /// A gate that has others run starts none so shortly before its end: what runs then comes to its own end. In three minutes
    /// that is 14 s; the longest count of this package's runner takes five.
    private static let margin = 0.08

    /// The share of the whole at which a gate ends.
    private func end(of gate: Gate) -> Double {
      let behind = gates.drop { $0 != gate }.dropFirst()
      return 1 - behind.reduce(0) { $0 + (Self.shares[$1] ?? 0) }
    }

    /// How long those took that came to their ends, and what others were given: who had three times as long has not only come
    /// late, nor who had twice as long as the same takes in base.
    struct Pace {
      private var given: [Int: Double] = [:]
      private var took: [Int: Double] = [:]
      private var longest = 0.0

      /// Notes that a process was started, with so many seconds left.
      mutating func start(_ number: Int, _ left: Double?) { given[number] = left ?? .infinity }

      /// Notes that it has come to its end.
      mutating func end(_ number: Int, _ left: Double?) {
        guard let given = given[number], let left else { return }
        took[number] = given - left
        longest = max(longest, given - left)
      }

      /// Whether it had time enough, by the longest of the others; or, where that came to its end, by another one.
      func isEnough(_ number: Int, like other: Int? = nil) -> Bool {
        guard let given = given[number] else { return false }
        return given >= 3 * longest || other.flatMap { took[$0] }.map { given >= 2 * $0 } ?? false
      }
    }

    private var spent: Double { Double(clock.now) / 1e9 }

    /// Whether a gate starts nothing more.
    func isOver(_ gate: Gate) -> Bool {
      guard let seconds else { return false }
      // A round of times is short, so one may begin until the end.
      return spent >= seconds * (end(of: gate) - (gate == .time ? 0 : Self.margin))
    }

    /// The seconds after which a gate ends what it runs; nil where there is no limit.
    func left(_ gate: Gate) -> Double? { seconds.map { $0 * end(of: gate) - spent } }
  }

  /// Who comes first where a limit may not reach all.
  enum Turns {
    /// The same in another order: each rotation begins far from where those before it began, so that whatever share of them is
    /// reached, a few rotations in a row reach all.
    ///
    /// The start moves by the golden section of their number. Of all steps this leaves the smallest gaps: six starts in a row
    /// are nowhere farther apart than a quarter of the whole (the three-gap theorem).
    static func order<Element>(_ elements: [Element], _ rotation: Int) -> [Element] {
      guard elements.count > 1 else { return elements }
      let golden = 0.618_033_988_749_895
      let place = Double(rotation % 1_000_000) * golden
      let start = Int((place - place.rounded(.down)) * Double(elements.count)) % elements.count
      return Array(elements[start...] + elements[..<start])
    }

    /// The same of what belongs to workloads: each with its first kind of element comes before those that take turns.
    static func order<Element>(_ elements: [Element], _ rotation: Int, by cell: (Element) -> Cell) -> [Element] {
      var kinds: [String: String?] = [:]
      for cell in elements.map(cell) where kinds[cell.workload] == nil { kinds[cell.workload] = .some(cell.elements) }
      func isFirst(_ element: Element) -> Bool { kinds[cell(element).workload] == .some(cell(element).elements) }
      return order(elements.filter(isFirst), rotation) + order(elements.filter { !isFirst($0) }, rotation)
    }
  }
#endif
