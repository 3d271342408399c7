import SectionDiff
import StoreInterface

/// An algorithm on trial, which notes what it is working on, so that another thread can see that it does not come back.
struct WatchedAlgorithm: DiffAlgorithm {
  let base: any DiffAlgorithm
  let work: WatchedWork

  var name: String { base.name }
  var allowsWalk: Bool { base.allowsWalk }
  var reviewsWalk: Bool { base.reviewsWalk }
  var infersMoves: Bool { base.infersMoves }
  var promises: DiffPromises { base.promises }

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    guard work.begin(old: input.old, new: input.new) else { throw CancellationError() }
    defer { work.end() }
    return try base.matching(of: input, in: &run)
  }
}

/// What an algorithm on trial is working on.
final class WatchedWork: Sendable {
  /// One call of the algorithm.
  struct Call: Sendable {
    let number: Int
    let old: [Int32]
    let new: [Int32]
  }

  private struct State {
    var calls = 0
    var current: Call?
    var isGivenUp = false
  }

  private let state = Locked(State())

  /// The call that has not come back yet.
  var current: Call? { state.withLock { $0.current } }

  /// Whether no one waits for the algorithm any more.
  var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

  /// Notes a call; false when no one waits for it any more.
  func begin(old: [Int32], new: [Int32]) -> Bool {
    state.withLock { state in
      state.calls += 1
      state.current = Call(number: state.calls, old: old, new: new)
      return !state.isGivenUp
    }
  }

  /// Notes that the call has come back.
  func end() { state.withLock { $0.current = nil } }

  /// Gives up a call, unless it has come back by now.
  ///
  /// - Returns: Whether it was given up. The work ends at the next call, if there ever is one.
  func giveUp(_ call: Call) -> Bool {
    state.withLock { state in
      guard state.current?.number == call.number else { return false }
      state.isGivenUp = true
      return true
    }
  }
}
