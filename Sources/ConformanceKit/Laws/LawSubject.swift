import SectionDiff

/// One diff on trial: its inputs, its answer, and both read into plain numbers.
struct LawSubject<Key: Hashable, Item, Header: Equatable, Comparison: ItemComparison<Item>> {
  typealias State = Snapshot<Key, Item, Header>

  let differ: Differ
  let comparison: Comparison
  /// The snapshots that were given; those of ``diff`` are less what the duplicate policy dropped.
  let givenOld: State
  let givenNew: State
  let diff: Diff<Key, Item, Header>
  /// The snapshots of ``diff`` in plain numbers.
  let old: World
  let new: World
  /// Its identity view.
  let changes: PlainChanges
  /// Which old item is which new one.
  let mapping: RowMapping
  /// Whether neither side has repeats.
  let isUnique: Bool
  /// Names for keys, headers, identities and contents.
  let world: (State) -> World
  let codec: ChangesetCodec<Key, Item, Header>?

  var scope: IdentityScope { differ.scope }
  /// Whether as many copies of each identity are kept as both sides have. Where moves are inferred, the engine does so.
  var keepsEveryIdentity: Bool { differ.algorithm.infersMoves }
  var promisesFewestMoves: Bool { keepsEveryIdentity && differ.algorithm.promises.contains(.fewestMoves) }
  var promisesShortestScript: Bool { differ.algorithm.promises.contains(.shortestScript) }
  var changeset: Changeset<Key, Item, Header> { diff.changeset }

  /// Whether two snapshots are the same, by the equality that the diff was given.
  func areEqual(_ a: State, _ b: State) -> Bool {
    guard a.keys == b.keys, a.headers == b.headers else { return false }
    return a.keys.indices.allSatisfy { section in
      let count = a.itemCount(inSection: section)
      return b.itemCount(inSection: section) == count
        && (0..<count).allSatisfy {
          areIdentical(a[ItemPath(section: section, item: $0)], b[ItemPath(section: section, item: $0)])
        }
    }
  }

  /// Checks what depends on the changeset alone, whatever made it; `again` is that of a second diff.
  func checkChangeset(again: Changeset<Key, Item, Header>?, _ slowLaws: SlowLaws, _ tally: inout LawTally) {
    let batch = PlainChanges(changeset.batch)
    let batchMapping = RowMapping(reading: batch, from: old, to: new, view: .batch)
    checkApply(&tally)
    checkInverse(&tally)
    checkRoundTrip(again, &tally)
    checkViews(batch, &tally)
    checkPaths(&tally)
    checkStages(batch, batchMapping, &tally)
    if slowLaws.contains(.steps) { checkOneAtATime(batch, &tally) }
    if slowLaws.contains(.refreshing) { checkRefreshing(batchMapping, &tally) }
  }

  func areIdentical(_ a: Item, _ b: Item) -> Bool {
    comparison.haveSameIdentity(a, b) && comparison.haveEqualContent(a, b)
  }
}

/// What the laws of encoding need to know of a changeset's types, held in closures so that every other law can be
/// checked for types that are not Codable.
struct ChangesetCodec<Key: Hashable, Item, Header: Equatable> {
  var encode: (Changeset<Key, Item, Header>) throws -> TreeNode
  var decode: (TreeNode) throws -> Changeset<Key, Item, Header>
  var areEqual: (Changeset<Key, Item, Header>, Changeset<Key, Item, Header>) -> Bool
}

extension ChangesetCodec where Key: Codable, Item: Codable & Equatable, Header: Codable {
  init() {
    encode = { try TreeEncoder.encode($0) }
    decode = { try TreeDecoder.decode(Changeset<Key, Item, Header>.self, from: $0) }
    areEqual = { $0 == $1 }
  }
}
