import Testing

@testable import SectionDiff

/// The levels with the words that they are about.
private struct BitSet {
  let levels: BitLevels
  var words: ContiguousArray<UInt64>

  init(bound: Int) {
    levels = BitLevels(bound: bound)
    words = ContiguousArray(repeating: 0, count: levels.wordCount)
  }

  mutating func insert(_ member: Int) {
    let levels = levels
    var span = words.mutableSpan
    levels.insert(member, in: &span)
  }

  mutating func remove(_ member: Int) {
    let levels = levels
    var span = words.mutableSpan
    levels.remove(member, in: &span)
  }

  mutating func successor(of value: Int) -> Int? {
    let levels = levels
    let found = levels.successor(of: value, in: words.mutableSpan)
    return found < 0 ? nil : found
  }

  mutating func predecessor(of value: Int) -> Int? {
    let levels = levels
    let found = levels.predecessor(of: value, in: words.mutableSpan)
    return found < 0 ? nil : found
  }

  var last: Int? {
    mutating get {
      let levels = levels
      let found = levels.last(in: words.mutableSpan)
      return found < 0 ? nil : found
    }
  }
}

@Suite struct BitLevelsTests {
  /// Where words of level 0, 1 and 2 end.
  static let borders = [0, 1, 62, 63, 64, 65, 127, 128, 4094, 4095, 4096, 4097, 8191, 8192, 262_142, 262_143, 262_144]

  @Test func anEmptySetHasNoNeighbours() {
    var set = BitSet(bound: 300_000)
    #expect(set.last == nil)
    for value in Self.borders {
      #expect(set.successor(of: value) == nil)
      #expect(set.predecessor(of: value) == nil)
    }
  }

  @Test func aSetOfNothingCanBeMade() {
    var set = BitSet(bound: 0)
    #expect(set.last == nil)
  }

  @Test(arguments: borders)
  func oneMemberIsFoundFromAllSides(_ member: Int) {
    var set = BitSet(bound: 262_145)
    set.insert(member)
    #expect(set.last == member)
    for value in Self.borders {
      #expect(set.successor(of: value) == (value < member ? member : nil), "above \(value)")
      #expect(set.predecessor(of: value) == (value > member ? member : nil), "below \(value)")
    }
    set.remove(member)
    #expect(set.last == nil)
    #expect(set.predecessor(of: 262_144) == nil)
  }

  @Test func membersAtWordBordersAreWalkedInOrder() {
    var set = BitSet(bound: 262_145)
    var random = SplitMix64(seed: 0)
    for member in Self.borders.shuffled(using: &random) { set.insert(member) }
    var upwards = [0]
    while let next = set.successor(of: upwards[upwards.count - 1]) { upwards.append(next) }
    #expect(upwards == Self.borders)
    var downwards = [262_144]
    while let next = set.predecessor(of: downwards[downwards.count - 1]) { downwards.append(next) }
    #expect(downwards == Self.borders.reversed())
  }

  @Test(arguments: [1, 63, 64, 65, 4096, 4097])
  func aBoundHoldsItsGreatestMember(_ bound: Int) {
    var set = BitSet(bound: bound)
    set.insert(bound - 1)
    #expect(set.last == bound - 1)
    #expect(set.successor(of: bound - 1) == nil)
  }

  @Test func insertingAndRemovingTwiceChangesNothing() {
    var set = BitSet(bound: 5000)
    set.insert(70)
    set.insert(70)
    set.remove(71)
    #expect(set.last == 70)
    set.remove(70)
    set.remove(70)
    #expect(set.last == nil)
  }

  @Test(arguments: [(UInt64(1), 100), (2, 5000), (3, 300_000)])
  func agreesWithASortedArray(_ seed: UInt64, _ bound: Int) {
    var random = SplitMix64(seed: seed)
    var set = BitSet(bound: bound)
    var members: [Int] = []
    for _ in 0..<2000 {
      let value = Int.random(in: 0..<bound, using: &random)
      let place = members.firstIndex { $0 >= value } ?? members.count
      let isMember = place < members.count && members[place] == value
      if Bool.random(using: &random) {
        set.insert(value)
        if !isMember { members.insert(value, at: place) }
      } else if let victim = members.randomElement(using: &random) {
        set.remove(victim)
        members.removeAll { $0 == victim }
      }
      let probe = Int.random(in: 0..<bound, using: &random)
      #expect(set.successor(of: probe) == members.first { $0 > probe })
      #expect(set.predecessor(of: probe) == members.last { $0 < probe })
      #expect(set.last == members.last)
    }
  }
}
