import StoreBuilding
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Removals that are withheld")
struct RemovalHoldTests {
  /// A store of nothing but records and a hold: answers in, records to show out.
  private struct Source {
    var hold: RemovalHold<Note>
    let records: ObservedRecords<Note>
    var time = Duration.zero

    init(_ contents: StoreContents<Note>, _ rule: RemovalGuard? = RemovalGuard()) {
      hold = RemovalHold(rule)
      records = ObservedRecords(contents)
    }

    init(_ keys: some Sequence<Int>, _ rule: RemovalGuard? = RemovalGuard()) {
      self.init(.items(keys.map { Note($0) }), rule)
    }

    mutating func answer(_ contents: StoreContents<Note>, isNewVersion: Bool = true) {
      time += .seconds(1)
      let shown = records.edit { hold.admit(contents, replacing: $0, isNewVersion: isNewVersion, at: time) }
      records.replace(with: shown)
    }

    mutating func approve() { records.edit { hold.approve(in: &$0) } }

    mutating func answer(_ keys: some Sequence<Int>, isNewVersion: Bool = true) {
      answer(.items(keys.map { Note($0) }), isNewVersion: isNewVersion)
    }

    var keys: [Int] { records.contents.items.map(\.id) }
  }

  @Test("what exceeds both bounds is withheld: ten of a hundred pass, eleven do not; eleven of a thousand pass")
  func bounds() {
    for (count, removed, isHeld) in [
      (100, 10, false), (100, 11, true), (1_000, 11, false), (1_000, 100, false), (1_000, 101, true), (11, 11, true),
      (10, 10, false),
    ] {
      var source = Source(0..<count)
      source.answer(0..<(count - removed))
      #expect(source.hold.isHolding == isHeld, "\(removed) of \(count)")
      #expect(source.keys.count == (isHeld ? count : count - removed))
    }
    let strict = RemovalGuard(share: 0, leastCount: 0)
    #expect(strict.withholds(1, of: 1_000) && !strict.withholds(0, of: 1_000))
  }

  @Test("exactly the share passes, however the product is rounded", arguments: [29, 57, 58])
  func exactShare(percent: Int) {
    let rule = RemovalGuard(share: Double(percent) / 100, leastCount: 0)
    #expect(!rule.withholds(percent, of: 100) && rule.withholds(percent + 1, of: 100))
  }

  @Test("without a guard every removal passes")
  func off() {
    var source = Source(0..<500, nil)
    source.answer([])
    #expect(source.keys.isEmpty && !source.hold.isHolding)
  }

  @Test("the first answer is never withheld, nor is anything where there was nothing")
  func first() {
    var source = Source([])
    source.answer(0..<500)
    #expect(source.keys.count == 500 && !source.hold.isHolding)
  }

  @Test("additions, updates and moves pass; withheld records stay behind what they stood behind")
  func merging() {
    var source = Source(1...9, RemovalGuard(share: 0, leastCount: 0))
    // 1 and 2, 5, and 8 and 9 are missing; 7 has moved to the front, 6 is new, 10 is added.
    source.answer(.items([Note(7), Note(3), Note(4), Note(6, "new"), Note(10)]))
    #expect(source.keys == [1, 2, 7, 8, 9, 3, 4, 5, 6, 10])
    #expect(source.records[6] == Note(6, "new"))
    #expect(source.hold.keys == [1, 2, 5, 8, 9])
    #expect(
      source.hold.summary == HeldRemovals(count: 5, total: 9, names: ["1", "2", "5"], since: .seconds(1)))
    #expect(
      source.hold.summary?.description == "the removal of 5 of 9 records is withheld (keys 1, 2, 5 …)")
  }

  @Test("sections that an answer lacks are kept for the records in them, and go with them")
  func sections() {
    func section(_ name: String, _ keys: some Sequence<Int>) -> StoreSection<Note> {
      StoreSection(name, items: keys.map { Note($0) })
    }
    let all = StoreContents.sections([
      section("a", 0..<20), section("b", 20..<40), section("empty", []), section("c", 40..<60),
    ])
    var source = Source(all)
    let narrow = StoreContents.sections([section("c", 40..<60), section("a", [0, 99])])
    source.answer(narrow)
    #expect(
      source.records.contents
        == .sections([section("c", 40..<60), section("a", Array(0..<20) + [99]), section("b", 20..<40)]))
    source.answer(narrow)
    #expect(source.records.contents == narrow)
    source = Source(all)
    source.answer(.items([]))
    #expect(source.records.count == 60)
    source.approve()
    #expect(source.records.contents == .sections([]))
  }

  @Test("a second answer that lacks the same confirms; the same answer, looked at again, does not")
  func confirmed() {
    var source = Source(0..<500)
    source.answer([])
    for _ in 0..<20 { source.answer([], isNewVersion: false) }
    #expect(source.keys.count == 500)
    #expect(source.hold.summary?.since == .seconds(1), "since the first of them")
    source.answer([])
    #expect(source.keys.isEmpty && !source.hold.isHolding)
  }

  @Test("records that come back end the hold")
  func back() {
    var source = Source(0..<500)
    source.answer(0..<100)
    source.answer(0..<500)
    #expect(source.keys == Array(0..<500) && !source.hold.isHolding)
    // What was before counts for nothing.
    source.answer(0..<100)
    #expect(source.keys.count == 500)
  }

  @Test(
    "a second answer may lack a little more, which would have passed by itself; one that lacks much more is a first")
  func larger() {
    var source = Source(0..<500)
    source.answer(100..<500)
    source.answer(110..<500)
    #expect(source.keys == Array(110..<500))
    source = Source(0..<500)
    source.answer(100..<500)
    source.answer(200..<500)
    #expect(source.keys.count == 500 && source.hold.keys == Set(0..<200))
    source.answer(200..<500)
    #expect(source.keys == Array(200..<500))
  }

  @Test("a source that never gives the same answer twice: a few are back, others are missing, and the hold ends")
  func churn() {
    var source = Source(0..<100)
    source.answer(40..<100)
    #expect(source.hold.keys == Set(0..<40))
    // One is back, two others have gone.
    let answer = [0] + Array(42..<100)
    source.answer(answer)
    #expect(source.keys == answer && !source.hold.isHolding)
  }

  @Test("up to a tenth may be back: of 40 four, and not five")
  func tenth() {
    for (back, isConfirmed) in [(4, true), (5, false)] {
      var source = Source(0..<100)
      source.answer(40..<100)
      let answer = Array(0..<back) + Array(42..<100)
      source.answer(answer)
      #expect(source.hold.isHolding != isConfirmed, "\(back)")
      #expect(source.keys.count == (isConfirmed ? answer.count : 100), "\(back)")
    }
  }

  @Test("where more than a tenth is back, or much more is missing besides, nothing is confirmed")
  func muchChurn() {
    var source = Source(0..<100)
    source.answer(40..<100)
    source.answer(Array(0..<5) + Array(42..<100))
    #expect(source.keys.count == 100 && source.hold.keys == Set(5..<42))
    source = Source(0..<100)
    source.answer(40..<100)
    source.answer([0] + Array(60..<100))
    #expect(source.keys.count == 100 && source.hold.keys == Set(1..<60))
  }

  @Test("records that come back few by few confirm nothing")
  func recovering() {
    var source = Source(0..<500)
    for count in stride(from: 0, through: 480, by: 20) {
      source.answer(0..<count)
      #expect(source.keys.count == 500, "\(count) are back")
    }
    source.answer(0..<500)
    #expect(!source.hold.isHolding)
  }

  @Test("while a hold lasts, small removals are withheld, too, and cannot add up")
  func slices() {
    var source = Source(0..<500)
    source.answer([])
    // Each of these answers lacks 20 records, less than a tenth, and each lacks others.
    for slice in 0..<25 {
      source.answer((0..<500).filter { $0 / 20 != slice })
      #expect(source.keys.count == 500, "slice \(slice)")
    }
    // A small one, too, goes when a second answer agrees.
    source.answer((0..<500).filter { $0 / 20 != 24 })
    #expect(source.keys == Array(0..<480) && !source.hold.isHolding)
  }

  @Test("what came with a withheld answer may go again at once; what came in number, no")
  func recent() {
    var source = Source(0..<500)
    source.answer(900..<905)
    #expect(source.keys.count == 505)
    source.answer(0..<500)
    #expect(source.keys == Array(0..<500) && !source.hold.isHolding)
    source.answer(900..<1_100)
    source.answer(0..<500)
    #expect(source.keys.count == 700 && source.hold.keys == Set(900..<1_100))
    source.answer(0..<500)
    #expect(source.keys == Array(0..<500))
  }

  @Test("wrong answers that differ from each other never confirm one another, however many there are")
  func differing() {
    var source = Source(0..<600)
    for turn in 0..<50 { source.answer((turn % 3 * 200)..<(turn % 3 * 200 + 200)) }
    #expect(source.keys == Array(0..<600))
  }

  @Test("where a record is its own key, only the loss in number counts")
  func replaced() {
    let whole = RemovalGuard(countsReplaced: false)
    var source = Source(0..<100, whole)
    source.answer(1_000..<1_095)
    #expect(source.keys == Array(1_000..<1_095))
    source.answer(2_000..<2_050)
    #expect(source.hold.isHolding)
  }

  @Test("what the store has deleted itself is not awaited, and what it is writing is not missing")
  func own() {
    var source = Source(0..<500)
    source.answer(100..<500)
    source.records.edit { _ = $0.remove(0) }
    source.answer(100..<500)
    #expect(source.keys == Array(100..<500))
    source = Source(0..<12)
    let shown = source.records.edit {
      source.hold.admit(.items([]), replacing: $0, isNewVersion: true, sparing: [3, 4], at: .zero)
    }
    #expect(shown.items.isEmpty && !source.hold.isHolding, "ten are missing, which is not too many")
  }

  @Test("random answers: what is shown has the answer's records in its order, and all others while a hold lasts")
  func random() {
    for seed in 0..<300 {
      var random = Generator(seed: UInt64(seed))
      var source = Source(0..<20, RemovalGuard(share: 0.2, leastCount: 2))
      var last: [Int]?
      // What there was before the hold.
      var keysBefore: Set<Int> = []
      for _ in 0..<12 {
        let before = source.keys
        var answer = (0..<25).filter { _ in random.below(10) < 7 }
        if random.below(3) == 0 { answer.shuffle(using: &random) }
        if random.below(3) == 0, let last { answer = last }
        last = answer
        if !source.hold.isHolding { keysBefore = Set(before) }
        source.answer(answer)
        let shown = source.keys
        #expect(Set(shown).count == shown.count)
        #expect(shown.filter(Set(answer).contains) == answer, "seed \(seed)")
        if source.hold.isHolding {
          #expect(Set(shown) == source.hold.keys.union(answer), "seed \(seed)")
          #expect(source.hold.keys.isSubset(of: Set(before).subtracting(answer)), "seed \(seed)")
          // Only what came during the hold has gone, if anything has.
          let gone = Set(before).subtracting(shown)
          #expect(gone.count <= 5 && gone.isDisjoint(with: keysBefore), "seed \(seed)")
        } else {
          #expect(shown == answer, "seed \(seed)")
        }
      }
    }
  }
}
