#if CommandLine
  import StoreInterface
  import Testing

  @testable import SectionDiffCLI

  /// In which order updates, errors and the end of errors are printed.
  @Suite("The order of what a watch prints")
  struct WatchOrderTests {
    private static let gone = StoreError(.unavailable, "gone")
    private static let cut = StoreError(.malformed, "cut")

    private var order = WatchOrder()
    private var number = 0

    /// The state is now this.
    private mutating func lines(
      error: StoreError? = nil, at revision: Int, update: Int? = nil, isPartlyWrong: Bool = false
    ) -> [WatchOrder.Line] {
      number += 1
      return look(error: error, at: revision, update: update, isPartlyWrong: isPartlyWrong)
    }

    /// The state is still this.
    private mutating func look(
      error: StoreError? = nil, at revision: Int, update: Int? = nil, isPartlyWrong: Bool = false
    ) -> [WatchOrder.Line] {
      order.lines(
        WatchOrder.Look(
          number: number, error: error, isLoaded: error == nil, revision: revision, update: update,
          isPartlyWrong: isPartlyWrong))
    }

    @Test("nothing was wrong: updates alone")
    mutating func allWell() {
      #expect(lines(at: 1, update: 1) == [.update])
      #expect(look(at: 2, update: 2) == [.update])
      #expect(look(at: 2) == [])
    }

    @Test("recovered comes once after a run of errors, also where nothing has changed")
    mutating func recoveredOnce() {
      #expect(lines(at: 1, update: 1) == [.update])
      #expect(lines(error: Self.gone, at: 1) == [.error(Self.gone)])
      #expect(lines(error: Self.gone, at: 1) == [])
      #expect(lines(error: Self.cut, at: 1) == [.error(Self.cut)])
      #expect(lines(at: 1) == [.recovered])
      #expect(look(at: 1) == [])
      #expect(lines(error: Self.cut, at: 1) == [.error(Self.cut)])
      #expect(lines(at: 1) == [.recovered])
    }

    @Test("recovered comes before the update that the recovery brings, however late the state is looked at")
    mutating func recoveredBeforeUpdate() {
      #expect(lines(error: Self.gone, at: 0) == [.error(Self.gone)])
      #expect(lines(at: 0, update: 0) == [.recovered, .update])
      #expect(lines(error: Self.gone, at: 1, update: 1) == [.update, .error(Self.gone)])
      // The update is there, and the state is not yet that all is well.
      #expect(look(error: Self.gone, at: 2, update: 2) == [.recovered, .update])
      #expect(lines(at: 2) == [])
    }

    @Test("an update after the failure that was read comes behind it")
    mutating func updateAfterFailure() {
      #expect(lines(error: Self.gone, at: 1, update: 2) == [.error(Self.gone), .recovered, .update])
      #expect(lines(at: 2) == [])
      #expect(lines(error: Self.gone, at: 2) == [.error(Self.gone)])
      // It was well in between.
      #expect(lines(error: Self.cut, at: 3, update: 3) == [.recovered, .update, .error(Self.cut)])
    }

    @Test("while a part is wrong, changes of the rest end nothing, and the error is not said again")
    mutating func partlyWrong() {
      #expect(lines(error: Self.cut, at: 1, update: 1, isPartlyWrong: true) == [.update, .error(Self.cut)])
      #expect(lines(at: 2, update: 2, isPartlyWrong: true) == [.update])
      #expect(lines(error: Self.cut, at: 2, isPartlyWrong: true) == [])
      #expect(lines(at: 3, update: 3) == [.recovered, .update])
    }
  }
#endif
