import ConformanceKit
import LiveResults
import SectionDiff
import StoreInterface
import StoreTestSupport
import Testing

/// Orders that are hard to keep: by what records do not hold, by values that are not a number, and by chance.
struct ResultsEngineOrderTests {
  private struct Row: Identifiable, Hashable, Sendable {
    var id: Int
    var group = 0
    var price = 0.0
  }

  private typealias Engine = ResultsEngine<Row, Int, Row, NoHeader>

  /// Runs a batch; checks the step, and that every record is found where it is shown.
  private func run(_ batch: StoreBatch<Row>, on engine: inout Engine) throws {
    let before = engine.snapshot
    if let step = try engine.apply(batch) {
      #expect(step.before == before)
      #expect(try before.applying(step.changeset) == engine.snapshot)
    } else {
      #expect(engine.snapshot == before)
    }
    for (place, section) in engine.snapshot.sections.enumerated() {
      for (offset, row) in section.items.enumerated() {
        #expect(engine.path(of: row.id) == ItemPath(place, offset))
      }
    }
    for (place, section) in engine.full().sections.enumerated() {
      for (offset, row) in section.items.enumerated() {
        #expect(engine.fullPath(of: row.id) == ItemPath(place, offset))
        #expect(engine.fullItem(at: ItemPath(place, offset)) == row)
      }
    }
  }

  private func rebuilt(_ engine: Engine, _ arrangement: Engine.Arrangement, arrivals: [Int]) throws -> Engine.Results {
    var other = Engine(arrangement: arrangement)
    _ = try other.replace(with: .items(arrivals.compactMap { engine.item(of: $0) }))
    return other.snapshot
  }

  @Test func aRecordThatIsRefreshedGoesToWhereARelatedRecordNowPutsIt() throws {
    let rank = Locked([1: 1, 2: 2])
    let arrangement = Engine.Arrangement(
      sections: .by(\.group), sort: [SortRule { rank.get()[$0.id] ?? 0 < rank.get()[$1.id] ?? 0 }])
    var engine = Engine(arrangement: arrangement)
    _ = try engine.replace(with: .items([Row(id: 1), Row(id: 2)]))
    rank.change { $0[1] = 9 }
    try run([.refresh(1)], on: &engine)
    #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [[2, 1]])
    rank.change { $0[1] = 0 }
    // Found where it stands, although it is not where it ought to be.
    #expect(engine.path(of: 1) == ItemPath(0, 1))
    #expect(engine.fullPath(of: 1) == ItemPath(0, 1))
    try run([.refresh(1)], on: &engine)
    #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [[1, 2]])
  }

  @Test(arguments: 0..<40)
  func everyRecordWhoseRelatedRecordHasChangedIsRefreshed(_ seed: Int) throws {
    var random = Generator(seed: UInt64(seed))
    let ranks = Locked([Int: Int]())
    var filters = FilterSet<Row>()
    if seed % 2 == 0 { filters["odd"] = ResultsFilter { $0.id % 3 != 0 } }
    let arrangement = Engine.Arrangement(
      sections: .by(\.group), sort: [SortRule { ranks.get()[$0.id] ?? 0 < ranks.get()[$1.id] ?? 0 }], filters: filters)
    var engine = Engine(arrangement: arrangement)
    // In the order of arrival, which decides where ranks are equal.
    var arrivals = Array(0..<30)
    _ = try engine.replace(with: .items(arrivals.map { Row(id: $0, group: $0 % 3) }))
    for _ in 0..<40 {
      let concerned = (0..<random.below(6)).map { _ in arrivals[random.below(arrivals.count)] }
      ranks.change { ranks in for id in concerned { ranks[id] = random.below(8) } }
      var batch = StoreBatch<Row>(concerned.map { .refresh($0) })
      if random.below(2) == 0 {
        let id = arrivals[random.below(arrivals.count)]
        batch.update(Row(id: id, group: random.below(3), price: Double(random.below(4))))
      }
      if random.below(3) == 0 {
        let id = 30 + (arrivals.max() ?? 0)
        batch.insert(Row(id: id, group: random.below(3)))
        arrivals.append(id)
      }
      try run(batch, on: &engine)
      #expect(try engine.snapshot == rebuilt(engine, arrangement, arrivals: arrivals))
    }
  }

  @Test(arguments: 0..<20)
  func valuesThatAreNotANumberStandAfterAllOthers(_ seed: Int) throws {
    var random = Generator(seed: UInt64(seed))
    let descends = seed % 2 == 1
    let arrangement = Engine.Arrangement(
      sections: .by(\.group), sort: [descends ? .descending(\.price) : .ascending(\.price)])
    func price() -> Double { [.nan, -.nan, 0, -0.0, 1, 2, .infinity, -.infinity][random.below(8)] }
    var engine = Engine(arrangement: arrangement)
    var arrivals = Array(0..<12)
    _ = try engine.replace(with: .items(arrivals.map { Row(id: $0, price: price()) }))
    for _ in 0..<60 {
      var batch = StoreBatch<Row>()
      let id = arrivals[random.below(arrivals.count)]
      if random.below(4) == 0, arrivals.count > 1 {
        batch.delete(id)
        arrivals.removeAll { $0 == id }
      } else {
        batch.update(Row(id: id, price: price()))
      }
      let before = engine.snapshot
      let step = try engine.apply(batch)
      if let step { #expect(try before.applying(step.changeset).sections.map { $0.items.map(\.id) } == rows(engine)) }
      let prices = engine.snapshot.sections.flatMap { $0.items.map(\.price) }
      let numbers = prices.filter { !$0.isNaN }
      #expect(numbers == numbers.sorted { descends ? $0 > $1 : $0 < $1 })
      #expect((descends ? prices.prefix { $0.isNaN } : prices.drop { !$0.isNaN }).count == prices.count - numbers.count)
      #expect(
        try rows(engine)
          == rebuilt(engine, arrangement, arrivals: arrivals).sections.map { $0.items.map(\.id) })
    }
  }

  private func rows(_ engine: Engine) -> [[Int]] { engine.snapshot.sections.map { $0.items.map(\.id) } }

  @Test(arguments: 0..<20)
  func anOrderByChanceLosesNoRecord(_ seed: Int) throws {
    var random = Generator(seed: UInt64(seed))
    let coin = Locked(Generator(seed: UInt64(seed + 100)))
    let toss: @Sendable () -> Bool = { coin.withLock { $0.below(2) == 0 } }
    var filters = FilterSet<Row>()
    if seed % 2 == 0 { filters["price"] = ResultsFilter { $0.price > 1 } }
    let arrangement = Engine.Arrangement(
      sections: .by(\.group, order: .by(SortRule { _, _ in toss() })), sort: [SortRule { _, _ in toss() }],
      filters: filters)
    var engine = Engine(arrangement: arrangement)
    var records: [Int: Row] = [:]
    for id in 0..<20 { records[id] = Row(id: id, group: id % 4, price: Double(id % 3)) }
    _ = try engine.replace(with: .items(records.values.sorted { $0.id < $1.id }))
    for number in 0..<60 {
      var batch = StoreBatch<Row>()
      for _ in 0...random.below(3) {
        let id = random.below(30)
        if random.below(3) == 0 {
          batch.delete(id)
          records[id] = nil
        } else {
          let row = Row(id: id, group: random.below(5), price: Double(number % 4))
          batch.update(row)
          records[id] = row
        }
      }
      try run(batch, on: &engine)
      let shown = engine.snapshot.sections.flatMap { Array($0.items) }
      #expect(Set(shown) == Set(records.values.filter { filters.isEmpty || $0.price > 1 }))
      #expect(shown.count == Set(shown).count)
      #expect(Set(engine.full().sections.flatMap { Array($0.items) }) == Set(records.values))
    }
  }

  @Test func sectionsWhoseKeysDoNotEqualThemselvesAreLetGo() throws {
    typealias ByPrice = ResultsEngine<Row, Double, Row, NoHeader>
    var engine = ByPrice(arrangement: ByPrice.Arrangement(sections: .by(\.price), sort: [.ascending(\.id)]))
    _ = try engine.replace(with: .items([Row(id: 1, price: .nan), Row(id: 2, price: 3)]))
    for group in 0..<50 { _ = try engine.apply([.update(Row(id: 1, group: group, price: .nan))]) }
    #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [[2], [1]])
    _ = try engine.apply([.update(Row(id: 1, price: 3))])
    #expect(engine.snapshot.sections.map { $0.items.map(\.id) } == [[1, 2]])
    #expect(engine.sectionNumbersInUse <= 3)
  }
}
