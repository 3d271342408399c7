/// For each token a queue of places, in two arrays.
struct TokenQueues {
  private var head: [Int32]
  private var next: [Int32]

  /// Empty queues of tokens in `0 ..< bound`, for `count` places.
  init(bound: Int, count: Int, in run: inout DiffRun) {
    head = run.takeArray(count: bound, filledWith: -1)
    next = run.takeArray(count: count, filledWith: -1)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&head)
    run.giveBack(&next)
  }

  /// Puts a place in front of the others of its token.
  mutating func push(_ place: Int, token: Int32) {
    next[place] = head[Int(token)]
    head[Int(token)] = Int32(truncatingIfNeeded: place)
  }

  /// Takes the first place of a token; `nil` where there is none, or no such token.
  mutating func pop(token: Int32) -> Int32? {
    guard token >= 0, Int(token) < head.count else { return nil }
    let place = head[Int(token)]
    guard place >= 0 else { return nil }
    head[Int(token)] = next[Int(place)]
    return place
  }
}
