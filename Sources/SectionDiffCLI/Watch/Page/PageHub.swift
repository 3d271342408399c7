#if CommandLine
  internal import StoreInterface

  /// What all open pages share: word that there is something new, and what is the matter with the source.
  ///
  /// A page that is only woken costs the same however slow it is: what it missed is composed when it
  /// looks.
  final class PageHub: Sendable {
    /// How many pages may be open at once. A browser opens six at most to one address; beyond this something is wrong.
    static let limit = 64

    /// What a page shows beside the results.
    struct Status: Hashable, Sendable {
      var health: WatchHealth?
      /// The removals that are withheld.
      var held: String?
      var error: String?
    }

    private struct State {
      var status = Status()
      var statusNumber = 0
      var beat = 0
      var hasAnswer = false
      var port: UInt16?
      var hasEnded = false
      var pages: [Int: AsyncStream<Void>.Continuation] = [:]
      var last = 0
    }

    private let state = Locked(State())

    /// The port that is listened on, once it is.
    var port: UInt16? {
      get { state.withLock { $0.port } }
      set { state.withLock { $0.port = newValue } }
    }

    /// The status, and a number that rises with every change of it.
    var status: (number: Int, status: Status) { state.withLock { ($0.statusNumber, $0.status) } }

    /// How often the pages were asked for a sign of life.
    var beats: Int { state.withLock { $0.beat } }

    /// How many pages are open.
    var pageCount: Int { state.withLock { $0.pages.count } }

    /// Whether the source has ever answered. The results before that are nobody's.
    var hasAnswer: Bool { state.withLock { $0.hasAnswer } }

    /// There may be something new.
    ///
    /// - Parameter hasAnswer: Whether there are results that the source gave.
    func wake(hasAnswer: Bool) { wakePages { $0.hasAnswer = $0.hasAnswer || hasAnswer } }

    /// Changes the status.
    func setStatus(_ change: (inout Status) -> Void) {
      wakePages { state in
        let before = state.status
        change(&state.status)
        if state.status != before { state.statusNumber += 1 }
      }
    }

    /// Has every page written to, so that those that are gone are noticed.
    func beat() { wakePages { $0.beat += 1 } }

    /// Ends all pages.
    func end() {
      let pages = state.withLock { state in
        state.hasEnded = true
        defer { state.pages = [:] }
        return Array(state.pages.values)
      }
      for page in pages { page.finish() }
    }

    /// A page's own stream, which yields when there may be something new; nil when too many are open.
    func open() -> AsyncStream<Void>? {
      let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let number = state.withLock { state -> Int? in
        if state.hasEnded || state.pages.count >= Self.limit { return nil }
        state.last += 1
        state.pages[state.last] = continuation
        return state.last
      }
      guard let number else { return nil }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.pages.removeValue(forKey: number) }
      }
      return stream
    }

    private func wakePages(after change: (inout State) -> Void) {
      let pages = state.withLock { state in
        change(&state)
        return Array(state.pages.values)
      }
      for page in pages { page.yield() }
    }
  }
#endif
