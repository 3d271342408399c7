import StoreBuilding
import StoreTestSupport
import Testing

/// The index against arrays that are sorted anew, under orders that leave much to the arrival.
@Suite struct SectionedIndexTests {
  /// Slots with a section, a value and an arrival each.
  private struct Slots: SlotOrder {
    var sections: [Int32] = []
    var values: [Int] = []
    var arrivals: [Int] = []
    /// Whether prefixes tell values apart.
    let hasPrefixes: Bool

    func section(of slot: Int32) -> Int32 { sections[Int(slot)] }
    func prefix(of slot: Int32) -> SortPrefix { hasPrefixes ? SortPrefix(of: values[Int(slot)]) : .unknown }
    func isOrdered(_ a: Int32, before b: Int32) -> Bool? {
      values[Int(a)] == values[Int(b)] ? nil : values[Int(a)] < values[Int(b)]
    }
    func arrival(of slot: Int32) -> Int { arrivals[Int(slot)] }

    /// Sections are as the first of their slots arrived; section 0 is first, and there when it is empty.
    func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool {
      if a == 0 || b == 0 { return a == 0 && b != 0 }
      guard let first, let second else { return first != nil }
      return arrival(of: first) < arrival(of: second)
    }
    var sectionsMayMove: Bool { true }
    var declaredSections: [Int32] { [0] }
    func isDeclared(_ section: Int32) -> Bool { section == 0 }

    func sorted(_ present: Set<Int32>) -> [(section: Int32, slots: [Int32])] {
      let groups = Dictionary(grouping: present) { section(of: $0) }.merging([0: []]) { group, _ in group }
      return groups.map {
        ($0, $1.sorted { (values[Int($0)], arrivals[Int($0)]) < (values[Int($1)], arrivals[Int($1)]) })
      }
      .sorted { a, b in
        sectionPrecedes(
          a.0, earliest: a.1.min { arrival(of: $0) < arrival(of: $1) }, b.0,
          earliest: b.1.min { arrival(of: $0) < arrival(of: $1) })
      }
    }
  }

  @Test(arguments: [2, 3, 9, 40, 700], [true, false])
  func slotsAreSortedSectionBySection(count: Int, hasPrefixes: Bool) {
    var random = Generator(seed: UInt64(count))
    var order = Slots(hasPrefixes: hasPrefixes)
    for slot in 0..<count {
      order.sections.append(Int32(random.below(3)))
      order.values.append(random.below(6))
      order.arrivals.append(slot)
    }
    let expected = (0..<count).sorted { a, b in
      let keys = [a, b].map { (order.sections[$0], order.values[$0], order.arrivals[$0]) }
      return keys[0] < keys[1]
    }
    // From the last to the first: none is in order before.
    #expect(order.sorted((0..<Int32(count)).reversed()) == expected.map { Int32($0) })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyEditGivesWhatASortGives(seed: UInt64) {
    var random = Generator(seed: seed)
    var order = Slots(hasPrefixes: seed % 2 == 0)
    for slot in 0..<60 {
      order.sections.append(Int32(random.below(4)))
      order.values.append(random.below(6))
      order.arrivals.append(slot)
    }
    var index = SectionedIndex(sections: [0], slots: [[]], arrived: [[]])
    var present: Set<Int32> = []
    for _ in 0..<150 {
      let named = Set((0...random.below(6)).map { _ in Int32(random.below(60)) }).sorted()
      let paths = named.compactMap { index.path(of: $0, in: order) }.sorted()
      #expect(Set(paths.map(\.slot)) == present.intersection(named))
      for path in paths { #expect(index.slot(at: index.offset(of: path)) == path.slot) }
      #expect(paths == named.compactMap { index.path(of: $0, near: random.below(30), in: order) }.sorted())
      index.remove(paths, in: order)
      present.subtract(named)
      let kept = named.filter { _ in random.below(3) > 0 }
      for slot in kept {
        order.sections[Int(slot)] = Int32(random.below(4))
        order.values[Int(slot)] = random.below(6)
      }
      let put = order.sorted(kept).compactMap { index.insert($0, in: order) }
      present.formUnion(kept)
      index.settle(in: order)
      let expected = order.sorted(present)
      #expect(index.checkInvariants() == [])
      #expect(index.sections == expected.map(\.section))
      #expect(index.slots.map { $0.map(\.slot) } == expected.map(\.slots))
      let all = expected.flatMap(\.slots)
      #expect(index.offsets(of: put, in: order) == kept.compactMap { all.firstIndex(of: $0) }.sorted())
    }
  }

  @Test(
    "a slot is found wherever it is thought to be, and in an index of some of the slots, whichever are missing",
    arguments: [(true, 50), (true, 2_000), (false, 2_000)])
  func searchesFromAGuess(hasPrefixes: Bool, values: Int) {
    var random = Generator(seed: 7)
    var order = Slots(hasPrefixes: hasPrefixes)
    for slot in 0..<3_000 {
      order.sections.append(0)
      order.values.append(random.below(values))
      order.arrivals.append(slot)
    }
    let all = order.sorted(Set(0..<3_000))[0].slots
    let index = SectionedIndex(sections: [0], slots: [all.map { order.ranked($0) }], arrived: nil)
    for guess in [-5, 0, 700, 1_500, 2_999, 9_000] {
      for rank in stride(from: 0, to: 3_000, by: 37) {
        #expect(index.path(of: all[rank], near: guess, in: order)?.rank == rank)
        #expect(index.path(of: all[rank], near: rank + guess / 100, in: order)?.rank == rank)
      }
    }
    // Every tenth is missing; the first half; all but the ends.
    for isThere in [{ $0 % 10 != 3 }, { $0 >= 1_500 }, { $0 < 20 || $0 > 2_990 }] as [(Int) -> Bool] {
      let some = all.indices.filter(isThere)
      let part = SectionedIndex(sections: [0], slots: [some.map { order.ranked(all[$0]) }], arrived: nil)
      for (rank, whole) in some.enumerated() {
        let path = SlotPath(slot: all[whole], section: 0, rank: whole)
        #expect(part.path(of: path, among: index, in: order)?.rank == rank)
      }
    }
  }

  @Test("a slot that was put among all comes to its place among some, wherever those are")
  func insertsAmongSome() throws {
    var random = Generator(seed: 11)
    var order = Slots(hasPrefixes: true)
    for slot in 0..<400 {
      order.sections.append(0)
      order.values.append(random.below(150))
      order.arrivals.append(slot)
    }
    let all = order.sorted(Set(0..<400))[0].slots
    let whole = SectionedIndex(sections: [0], slots: [all.map { order.ranked($0) }], arrived: nil)
    // What is missing is at one end, at the other, in the middle, or spread.
    for isThere in [{ $0 >= 250 }, { $0 < 150 }, { $0 < 70 || $0 > 330 }, { $0 % 7 == 0 }] as [(Int) -> Bool] {
      for rank in all.indices {
        let some = all.indices.filter { isThere($0) && $0 != rank }
        var part = SectionedIndex(sections: [0], slots: [some.map { order.ranked(all[$0]) }], arrived: nil)
        let path = part.insert(SlotPath(slot: all[rank], section: 0, rank: rank), among: whole, in: order)
        #expect(path?.rank == some.count { $0 < rank }, "\(rank)")
      }
    }
  }

  @Test("whether a slot is in order depends on both of its neighbours, at the ends on one")
  func inOrder() {
    var order = Slots(hasPrefixes: false)
    for slot in 0..<4 {
      order.sections.append(0)
      order.values.append(slot)
      order.arrivals.append(slot)
    }
    for slots in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1], [3]] as [[Int32]] {
      let index = SectionedIndex(sections: [0], slots: [slots.map { order.ranked($0) }], arrived: nil)
      for (rank, slot) in slots.enumerated() {
        let isRight = (rank == 0 || slots[rank - 1] < slot) && (rank + 1 == slots.count || slot < slots[rank + 1])
        #expect(
          index.isInOrder(at: SlotPath(slot: slot, section: 0, rank: rank), in: order) == isRight, "\(slots), \(slot)")
      }
    }
  }
}
