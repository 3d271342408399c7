import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
import StoreInterface

/// A store of flights that changes step by step, and live results that show it as a board.
struct DepartureBoard: Sendable {
  typealias Update = ResultsUpdate<String?, Flight, NoHeader>

  /// A step, as it is reported.
  struct Step {
    /// Zero for the first results, then one more each time.
    let number: Int
    /// What the clock of the airport shows.
    let time: ClockTime
    /// The results, and what led to them; without changes where the step changed nothing that is shown.
    let update: Update
  }

  /// How many steps are made after the first results; as many as there is time for where there is none.
  var steps: Int?
  /// How long each step is left on the screen.
  var interval: Duration = .zero
  var seed: UInt64 = 1
  var sections: BoardSections = .status
  /// Only flights whose destination contains this are shown, upper and lower case alike.
  var filter: String?

  /// Runs, until its steps are made or the task is cancelled.
  ///
  /// - Parameters:
  ///   - clock: What the pauses between steps are taken on.
  ///   - tell: Is given each step.
  func run(on clock: any Clock<Duration>, tell: (Step) throws -> Void) async throws {
    var traffic = AirTraffic(seed: seed)
    let store = MemoryStore(traffic.opening())
    let board = ResultsController(store: store, request: .all, arrangement: arrangement)
    await board.load()
    var updates = board.updates().makeAsyncIterator()
    guard let first = await updates.next() else { return }
    try tell(Step(number: 0, time: traffic.now, update: first))

    var seen = first
    var number = 0
    while number < steps ?? .max, await pause(on: clock) {
      try store.write(traffic.pass(for: store.contents.items))
      // The results have received it and made of it what they will.
      await store.settled()
      if Task.isCancelled { return }
      if board.revision > seen.revision {
        guard let update = await updates.next() else { return }
        seen = update
      } else {
        seen = try silence(after: seen)
      }
      number += 1
      try tell(Step(number: number, time: traffic.now, update: seen))
    }
  }

  private var arrangement: ResultsArrangement<Flight, String?, Flight, NoHeader> {
    var arrangement = ResultsArrangement<Flight, String?, Flight, NoHeader>(
      sections: sections.sectioning, sort: [.ascending { $0.departure }, .ascending { $0.id }])
    if let filter {
      let part = filter.lowercased()
      arrangement.filters["destination"] = ResultsFilter("to \(filter)") { flight in
        flight.destination.lowercased().contains(part)
      }
    }
    return arrangement
  }

  /// - Returns: False where the pause was broken off.
  private func pause(on clock: any Clock<Duration>) async -> Bool {
    if interval > .zero {
      do { try await clock.sleep(for: interval) } catch { return false }
    }
    return !Task.isCancelled
  }

  /// The same results again, and no change.
  private func silence(after update: Update) throws -> Update {
    let now = update.after
    return Update(
      revision: update.revision, kind: .change, before: now, after: now,
      changeset: try Differ().changeset(from: now, to: now))
  }
}
