/// For each token a queue of offsets, in two arrays.
struct TokenQueues {
  private var head: [Int32]
  private var next: [Int32]

  /// Empty queues of tokens in `0 ..< bound`, for `count` offsets.
  init(bound: Int, count: Int, in run: inout DiffRun) {
    head = run.takeArray(count: bound, filledWith: -1)
    next = run.takeArray(count: count, filledWith: -1)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&head)
    run.giveBack(&next)
  }

  /// Puts an offset in front of the others of its token.
  mutating func push(_ offset: Int, token: Int32) {
    next[offset] = head[Int(token)]
    head[Int(token)] = Int32(truncatingIfNeeded: offset)
  }

  /// Takes the first offset of a token; `nil` where there is none, or no such token.
  mutating func pop(token: Int32) -> Int32? {
    guard token >= 0, Int(token) < head.count else { return nil }
    let offset = head[Int(token)]
    guard offset >= 0 else { return nil }
    head[Int(token)] = next[Int(offset)]
    return offset
  }
}
