/// Tokens of a large residue, made by several tasks. Only entry points that are `async` come here.
///
///     old items   hash │ hash │ hash        in parts, side by side
///     table       fill                      by one task
///     new items   find │ find │ find        hashed and looked up in parts, side by side
///
/// The tokens are those of ``Tokens/init(of:old:new:comparing:all:in:)``, and as much is counted: a token is the place of the
/// first item of an identity, wherever it is looked up.
extension Tokens {
  /// Gives tokens to the residue, as the initializer does.
  ///
  /// - Parameter share: The fewest items that a task is made for.
  @inlinable
  static func concurrently<C: ItemComparison & Sendable>(
    of residue: borrowing Residue, old: ContiguousArray<C.Item>, new: ContiguousArray<C.Item>, comparing comparison: C,
    all: Bool, share: Int, in run: inout DiffRun
  ) async throws(DiffError) -> Tokens where C.Item: Sendable {
    var tokens = Tokens(bound: residue.old.count, in: &run.scratch)
    let oldCount = all ? residue.old.count : residue.keptOld
    let newCount = all ? residue.new.count : residue.keptNew
    if oldCount == 0 || newCount == 0 { return tokens }
    let isDone = try await tokens.concurrentAttempt(
      residue, oldCount, newCount, old: old, new: new, comparing: comparison, isFast: true, share: share, in: &run)
    if isDone { return tokens }
    // Alone, so that as many hashes are counted before the one that is missing.
    let isDoneAlone = try tokens.attempt(
      residue, oldCount, newCount, old: old.span, new: new.span, comparing: comparison, isFast: true, in: &run)
    if isDoneAlone { return tokens }
    _ = try await tokens.concurrentAttempt(
      residue, oldCount, newCount, old: old, new: new, comparing: comparison, isFast: false, share: share, in: &run)
    return tokens
  }

  /// One attempt, as ``attempt(_:_:_:old:new:comparing:isFast:in:)``; one that fails counts nothing.
  @inlinable
  mutating func concurrentAttempt<C: ItemComparison & Sendable>(
    _ residue: borrowing Residue, _ oldCount: Int, _ newCount: Int, old: ContiguousArray<C.Item>,
    new: ContiguousArray<C.Item>, comparing comparison: C, isFast: Bool, share: Int, in run: inout DiffRun
  ) async throws(DiffError) -> Bool where C.Item: Sendable {
    let seed = identitySeed
    let table = TokenTable(places: oldCount)
    let places = ContiguousArray(residue.old)
    let newPlaces = ContiguousArray(residue.new)
    let bound = bound

    let hashes = await Self.inParts(of: oldCount, share: share) { part in
      Self.hashes(part, of: old, at: places, comparing: comparison, isFast: isFast, seed: seed, table)
    }
    try run.poll()
    var oldTokens = ContiguousArray<Int32>()
    oldTokens.reserveCapacity(oldCount)
    for part in hashes { oldTokens.append(contentsOf: part) }
    guard oldTokens.count == oldCount else { return false }

    var slotArray = ContiguousArray<Int32>(repeating: 0, count: table.slotCount)
    var seen = ContiguousArray<UInt64>(repeating: 0, count: oldCount / 64 + 1)
    var filling = TokenTable.Filling(items: oldCount)
    let isFilled = try Self.fill(
      &slotArray, table, hashes: &oldTokens, of: old, at: places, comparing: comparison, isFast: isFast, seen: &seen,
      &filling, in: run)
    guard isFilled else { return false }

    let slots = slotArray
    let found = await Self.inParts(of: newCount, share: share) { part in
      Found(
        part, of: new, at: newPlaces, in: slots, table, old: old, at: places, bound: bound, comparing: comparison,
        isFast: isFast, seed: seed, newCount: newCount)
    }
    try run.poll()
    var search = TokenTable.Search(items: newCount)
    for part in found {
      guard part.isDone else { return false }
      search.found += part.search.found
      search.updates += part.search.updates
      search.probesLeft -= TokenTable.probeAllowance(newCount) - part.search.probesLeft
      search.sharesRepeats = search.sharesRepeats || part.search.sharesRepeats
      search.fetched &+= part.search.fetched
      for word in seen.indices {
        if seen[word] & part.seen[word] != 0 { search.sharesRepeats = true }
        seen[word] |= part.seen[word]
      }
    }
    if isFast, search.probesLeft < 0 { return false }

    self.old = Array(oldTokens)
    self.new.removeAll(keepingCapacity: true)
    self.new.reserveCapacity(newCount)
    changed.removeAll(keepingCapacity: true)
    for part in found {
      self.new.append(contentsOf: part.tokens)
      changed.append(contentsOf: part.changed)
    }
    fetched = filling.fetched &+ search.fetched
    repeats = filling.repeats
    hasSharedRepeats = search.sharesRepeats
    run.counters.hashes += oldCount + newCount
    run.counters.comparisons += filling.repeats + search.found + search.updates
    return true
  }

  /// Does work on parts of `count` items in child tasks.
  ///
  /// - Parameter share: The fewest items of a part; there are sixteen parts at most.
  /// - Returns: What was returned for each part, in order.
  @inlinable
  static func inParts<Answer: Sendable>(
    of count: Int, share: Int, _ work: @escaping @Sendable (Range<Int>) -> Answer
  ) async -> [Answer] {
    let size = max(1, share, (count + 15) / 16)
    return await withTaskGroup(of: (start: Int, answer: Answer).self) { group in
      for start in stride(from: 0, to: count, by: size) {
        group.addTask { (start, work(start..<min(start + size, count))) }
      }
      var answers: [(start: Int, answer: Answer)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.start < $1.start }.map { $0.answer }
    }
  }

  /// The shortened hashes of a part of the residue; fewer where one is missing or the task is cancelled.
  @inlinable
  static func hashes<C: ItemComparison>(
    _ part: Range<Int>, of items: ContiguousArray<C.Item>, at places: ContiguousArray<Int32>, comparing comparison: C,
    isFast: Bool, seed: Int, _ table: TokenTable
  ) -> ContiguousArray<Int32> {
    var hashes = ContiguousArray<Int32>(repeating: 0, count: part.count)
    var hashed = 0
    do {
      var hashes = hashes.mutableSpan
      var start = 0
      while start < part.count, !Task.isCancelled {
        let end = min(start + DiffRun.chunk, part.count)
        let isHashed = table.hash(
          start..<end, of: items.span, at: places.span.extracting(part), comparing: comparison, isFast: isFast,
          seed: seed, into: &hashes, hashed: &hashed)
        if !isHashed { break }
        start = end
      }
    }
    hashes.removeLast(part.count - hashed)
    return hashes
  }

  /// Fills a table by one task.
  @inlinable
  static func fill<C: ItemComparison>(
    _ slotArray: inout ContiguousArray<Int32>, _ table: TokenTable, hashes: inout ContiguousArray<Int32>,
    of old: ContiguousArray<C.Item>, at places: ContiguousArray<Int32>, comparing comparison: C, isFast: Bool,
    seen seenArray: inout ContiguousArray<UInt64>, _ filling: inout TokenTable.Filling, in run: borrowing DiffRun
  ) throws(DiffError) -> Bool {
    let count = hashes.count
    var slots = slotArray.mutableSpan
    var tokens = hashes.mutableSpan
    var seen = seenArray.mutableSpan
    var start = 0
    while start < count {
      if start & (DiffRun.chunk - 1) == 0 { try DiffRun.poll(run.isCancelled) }
      let batch = start..<min(start + Self.batch, count)
      let isFilled = table.fill(
        &slots, batch, hashes: &tokens, of: old.span, at: places.span, comparing: comparison, isFast: isFast,
        seen: &seen, &filling)
      guard isFilled else { return false }
      start = batch.upperBound
    }
    return true
  }

  /// What one task found out about a part of the new items.
  @usableFromInline
  struct Found: Sendable {
    @usableFromInline var tokens: ContiguousArray<Int32>
    /// A bit for each old place: whether a new item of this part has its identity.
    @usableFromInline var seen: ContiguousArray<UInt64>
    @usableFromInline var changed: [PositionPair] = []
    @usableFromInline var search: TokenTable.Search
    /// False when the fast hash is missing or flooded, and when the task is cancelled.
    @usableFromInline var isDone = false

    @inlinable
    init<C: ItemComparison>(
      _ part: Range<Int>, of new: ContiguousArray<C.Item>, at newPlaces: ContiguousArray<Int32>,
      in slots: ContiguousArray<Int32>, _ table: TokenTable, old: ContiguousArray<C.Item>,
      at places: ContiguousArray<Int32>, bound: Int, comparing comparison: C, isFast: Bool, seed: Int, newCount: Int
    ) {
      tokens = ContiguousArray(repeating: 0, count: part.count)
      seen = ContiguousArray(repeating: 0, count: places.count / 64 + 1)
      search = TokenTable.Search(items: newCount)
      var hashed = 0
      var start = 0
      var (tokenArray, seenArray) = (ContiguousArray<Int32>(), ContiguousArray<UInt64>())
      swap(&tokens, &tokenArray)
      swap(&seen, &seenArray)
      defer {
        swap(&tokens, &tokenArray)
        swap(&seen, &seenArray)
      }
      var tokens = tokenArray.mutableSpan
      var seen = seenArray.mutableSpan
      while start < part.count {
        if start & (DiffRun.chunk - 1) == 0, Task.isCancelled { return }
        let batch = start..<min(start + Tokens.batch, part.count)
        let parts = newPlaces.span.extracting(part)
        let isHashed = table.hash(
          batch, of: new.span, at: parts, comparing: comparison, isFast: isFast, seed: seed, into: &tokens,
          hashed: &hashed)
        guard isHashed else { return }
        let isFound = table.find(
          batch, hashes: &tokens, from: part.lowerBound, of: new.span, at: parts, in: slots.span, old: old.span,
          at: places.span, bound: bound, comparing: comparison, isFast: isFast, seen: &seen, changed: &changed, &search)
        guard isFound else { return }
        start = batch.upperBound
      }
      isDone = true
    }
  }
}
