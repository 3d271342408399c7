#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  @testable import SectionDiffCLI
  import TestScale
  import Testing

  /// Random lists of two sides, and random questions about them: nothing that the base lists is neither measured nor named.
  @Suite("What is measured: random lists and questions")
  struct CellPlanLawTests {
    private typealias Entry = SuiteListing.Entry
    private static let names = ["a", "b", "c"]
    private static let kinds = ["x", "y", "z"]
    private static let sizes = [10, 100, 1_000]

    @Test("each size of each workload and kind of the base is measured, gone from head or waits for its turn")
    func nothingIsLost() throws {
      var random = SeededGenerator(seed: 36)
      var judged = (plans: 0, refused: 0, gone: 0, waiting: 0)
      for _ in 0..<TestScale.count(100_000, quick: 2_000) {
        let base = Self.entries(&random)
        let head = Bool.random(using: &random) ? Self.changed(base, &random) : Self.entries(&random)
        if base.isEmpty || head.isEmpty { continue }
        var question = Self.question(&random)
        do throws(Failure) {
          var met: [String: Set<String>] = [:]
          for rotation in 0..<Self.kinds.count {
            question.rotation = rotation
            let plan = try CellPlan(base: Self.inventory(base), head: Self.inventory(head), question)
            #expect(Self.problem(of: plan, base, head, question) == nil, "\(base)\n\(head)\n\(question)")
            for entry in plan.entries { met[entry.cell.workload, default: []].insert(entry.cell.elements ?? "") }
            judged.gone += plan.others.count { $0.standing == ComparisonPlan.Standing.baseOnly }
            judged.waiting += plan.others.count { $0.standing == ComparisonPlan.Standing.notInTurn }
          }
          judged.plans += 1
          // As many rotations as there are kinds reach all of them.
          guard question.workloads == nil, question.elements == nil, question.sizes == nil else { continue }
          for entry in base + head where Self.isDefault(entry.name, base, head) {
            #expect(met[entry.name]?.contains(entry.elements) == true, "\(entry) of \(base)\n\(head)")
          }
        } catch {
          judged.refused += 1
          #expect(Self.isUnmatched(question, base + head), "\(error): \(base)\n\(head)\n\(question)")
        }
      }
      #expect(min(judged.plans, judged.refused, judged.gone, judged.waiting) > 100, "\(judged)")
    }

    // MARK: The judge

    /// What is wrong with a plan of two builds; nil where nothing is.
    private static func problem(
      of plan: CellPlan, _ base: [Entry], _ head: [Entry], _ question: Regression.Question
    ) -> String? {
      func places(_ entries: [Entry]) -> Set<String> {
        var places: Set<String> = []
        for entry in entries where question.workloads?.contains(entry.name) ?? true {
          if question.elements ?? entry.elements != entry.elements { continue }
          for size in question.sizes ?? entry.sizes where size <= entry.largestSize ?? .max {
            places.insert("\(entry.name) \(entry.elements) \(size)")
          }
        }
        return places
      }
      func takes(_ entries: [Entry], _ cell: Cell) -> Bool {
        entries.contains {
          $0.name == cell.workload && $0.elements == cell.elements && cell.size <= $0.largestSize ?? .max
        }
      }
      func place(_ cell: Cell) -> String { "\(cell.workload) \(cell.elements ?? "") \(cell.size)" }
      var named: [String: String] = [:]
      for entry in plan.entries {
        if (entry.isInBase, entry.isInHead) != (takes(base, entry.cell), takes(head, entry.cell)) { return "sides" }
        if named.updateValue("measured", forKey: place(entry.cell)) != nil { return "measured twice" }
      }
      for figure in plan.others {
        let cell = Cell(workload: figure.key.workload, size: figure.key.size, elements: figure.key.elements)
        if named.updateValue(figure.standing.rawValue, forKey: place(cell)) != nil { return "named twice" }
        if (figure.standing == .baseOnly) == takes(head, cell) { return "gone and taken" }
        if figure.standing == .notInTurn, !(question.workloads ?? names).contains(cell.workload) { return "not asked" }
      }
      for entry in base + head {
        for size in question.sizes ?? entry.sizes {
          let cell = Cell(workload: entry.name, size: size, elements: entry.elements)
          guard places(base + head).contains(place(cell)), takes(base + head, cell), named[place(cell)] == nil else {
            continue
          }
          let isAsked = question.workloads != nil || isDefault(entry.name, base, head)
          // What only head lists is new, also where it has not its turn.
          let isNew = !places(base).contains(place(cell))
          if !isNew, isAsked || !takes(head, cell) { return "\(place(cell)) is lost" }
          let first = [base, head].compactMap { $0.first { $0.name == entry.name }?.elements }
          if isAsked, first.contains(entry.elements) { return "\(place(cell)) is of the first kind" }
        }
      }
      return nil
    }

    private static func isDefault(_ name: String, _ base: [Entry], _ head: [Entry]) -> Bool {
      (base + head).contains { $0.name == name && $0.isDefault ?? true }
    }

    /// Whether something that is asked for is on neither side.
    private static func isUnmatched(_ question: Regression.Question, _ entries: [Entry]) -> Bool {
      let own = entries.filter { question.elements ?? $0.elements == $0.elements }
      let names = question.workloads ?? own.map(\.name)
      let asked = own.filter { names.contains($0.name) }
      return asked.isEmpty || names.contains { name in !own.contains { $0.name == name } }
        || (question.sizes ?? []).contains { size in
          names.contains { name in !own.contains { $0.name == name && size <= $0.largestSize ?? .max } }
        }
    }

    // MARK: Random cases

    private static func inventory(_ entries: [Entry]) -> Inventory {
      var listing = SuiteListing([])
      listing.workloads = entries
      return Inventory(listing)
    }

    private static func some<Element>(_ all: [Element], _ random: inout SeededGenerator) -> [Element] {
      all.filter { _ in Bool.random(using: &random) }
    }

    private static func entries(_ random: inout SeededGenerator) -> [Entry] {
      names.flatMap { name in
        some(kinds, &random).shuffled(using: &random).compactMap { kind -> Entry? in
          let own = some(sizes, &random)
          guard let largest = own.last else { return nil }
          let limit = Bool.random(using: &random) ? nil : Bool.random(using: &random) ? largest : 10_000
          return Entry(
            name: name, elements: kind, sizes: own, largestSize: limit,
            isDefault: Int.random(in: 0..<4, using: &random) == 0 ? false : nil)
        }
      }
    }

    private static func changed(_ entries: [Entry], _ random: inout SeededGenerator) -> [Entry] {
      var entries = entries
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        guard let index = entries.indices.randomElement(using: &random) else { break }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: entries.remove(at: index)
        case 1 where entries[index].sizes.count > 1: entries[index].sizes.removeLast()
        case 2: entries[index].largestSize = entries[index].sizes.max()
        case 3: entries[index].isDefault = false
        default: entries.shuffle(using: &random)
        }
      }
      return entries
    }

    private static func question(_ random: inout SeededGenerator) -> Regression.Question {
      let side = Side.runner(Runner(path: "runner", commit: nil))
      var question = Regression.Question(
        base: side, head: side, gates: Gate.allCases, threshold: 0.1, maximumRounds: 12, seed: 1)
      let (asked, wanted) = (some(names, &random), some(sizes, &random))
      if Int.random(in: 0..<3, using: &random) == 0, !asked.isEmpty { question.workloads = asked }
      if Int.random(in: 0..<3, using: &random) == 0, !wanted.isEmpty { question.sizes = wanted }
      if Int.random(in: 0..<4, using: &random) == 0 { question.elements = kinds.randomElement(using: &random) }
      return question
    }
  }
#endif
