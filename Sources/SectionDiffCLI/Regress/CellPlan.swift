#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate
  internal import DiffWorkloads

  /// What one side can measure, by its list, or has measured.
  struct Inventory {
    /// Workloads with a kind of element each, in order.
    private(set) var entries: [SuiteListing.Entry]
    /// Whether it is the file of a run, which has nothing besides.
    private(set) var isFile = false
    /// Whether it is a runner without a list, which may take what is in none.
    private(set) var isUnlisted = false

    /// Sizes at which counts are taken when none is requested and a runner lists none: powers of ten, so that growth shows.
    private static let countedSizes = [1_000, 10_000, 100_000]

    /// That of a runner; without a list it has the catalogue.
    init(_ listing: SuiteListing?) {
      isUnlisted = listing == nil
      entries =
        listing?.workloads
        ?? Catalogue.all.map { workload in
          let largest = workload.largestSize
          return SuiteListing.Entry(
            name: workload.name, elements: "int", sizes: Self.countedSizes.filter { $0 <= largest },
            largestSize: largest,
            isDefault: Catalogue.quick.contains { $0.name == workload.name })
        }
    }

    /// That of a run.
    init(_ run: BenchmarkRun) {
      isFile = true
      entries = run.workloads.grouped { [$0.name, $0.elements] }.map { kind, workloads in
        SuiteListing.Entry(name: kind[0], elements: kind[1], sizes: workloads.map(\.size))
      }
    }

    /// The entries of a name and, where one is named, a kind.
    func entries(_ name: String, _ elements: String?) -> [SuiteListing.Entry] {
      entries.filter { $0.name == name && (elements == nil || $0.elements == elements) }
    }

    /// Whether it has, or can measure, a workload at a size: up to its largest one.
    func takes(_ name: String, _ elements: String, _ size: Int) -> Bool {
      isUnlisted && entries(name, elements).isEmpty
        || entries(name, elements).contains {
          isFile ? $0.sizes.contains(size) : size <= $0.largestSize ?? .max
        }
    }
  }

  /// What is measured on which side: all that either has, so that nothing that one of them lacks goes unmentioned.
  struct CellPlan {
    /// A workload at a size with a kind of element, and which sides have it.
    struct Entry {
      var cell: Cell
      var isInBase: Bool
      var isInHead: Bool
    }

    /// In the order of head's list, then of the base's.
    private(set) var entries: [Entry] = []
    /// What else the base lists, and is not measured: what head has lost, and the kinds of element that have not their turn.
    private(set) var others: [ComparisonPlan.Figure] = []

    /// Plans what is asked for.
    ///
    /// - Throws: A failure of usage where a name, a kind or a size matches nothing on either side.
    init(base: Inventory, head: Inventory, _ question: Regression.Question) throws(Failure) {
      let sides = [head, base]
      // A run that is kept says what is compared with it.
      let listed = sides.first(where: \.isFile).map { [$0] } ?? sides
      let all = Self.unique(listed.flatMap(\.entries).filter { $0.isDefault ?? true }.map(\.name))
      try Self.check(question, sides)
      for (offset, name) in (question.workloads ?? all).enumerated() {
        for kind in Self.kinds(of: name, offset, listed, question) {
          let own = listed.flatMap { $0.entries(name, kind) }
          for size in question.sizes ?? Set(own.flatMap(\.sizes)).sorted() {
            let entry = Entry(
              cell: Cell(workload: name, size: size, elements: kind), isInBase: base.takes(name, kind, size),
              isInHead: head.takes(name, kind, size))
            if entry.isInBase || entry.isInHead { entries.append(entry) }
          }
        }
      }
      if base.isFile { return }
      others = head.isFile ? Self.lost(by: head, of: base, question) : others(base, head, Set(all), question)
    }

    /// What a run that is kept lacks of what a build takes: a workload that it runs by default, with its first kind of element, and
    /// what was requested. Other kinds have their turn, and sizes are those of the run.
    private static func lost(
      by run: Inventory, of build: Inventory, _ question: Regression.Question
    ) -> [ComparisonPlan.Figure] {
      if build.isUnlisted { return [] }
      let names = question.workloads ?? unique(build.entries.filter { $0.isDefault ?? true }.map(\.name))
      return names.flatMap { name -> [ComparisonPlan.Figure] in
        build.entries(name, question.elements).enumerated().flatMap { offset, entry -> [ComparisonPlan.Figure] in
          let usual = run.entries(name, entry.elements).isEmpty ? [entry.timedSize].compactMap { $0 } : []
          return (question.sizes ?? usual).compactMap { size in
            let cell = Cell(workload: name, size: size, elements: entry.elements)
            let isLost = build.takes(name, entry.elements, size) && !run.takes(name, entry.elements, size)
            return isLost ? .init(key: cell.key, standing: offset == 0 ? .baseOnly : .notInTurn) : nil
          }
        }
      }
    }

    /// What the base lists and is not measured: what head does not take, and kinds of element that have not their turn.
    private func others(
      _ base: Inventory, _ head: Inventory, _ defaults: Set<String>, _ question: Regression.Question
    ) -> [ComparisonPlan.Figure] {
      let measured = Set(entries.map(\.cell))
      return base.entries.flatMap { entry -> [ComparisonPlan.Figure] in
        let isChosen = (question.workloads.map(Set.init) ?? defaults).contains(entry.name)
        guard question.elements ?? entry.elements == entry.elements, isChosen || question.workloads == nil else {
          return []
        }
        return (question.sizes ?? entry.sizes).compactMap { size in
          let cell = Cell(workload: entry.name, size: size, elements: entry.elements)
          guard !measured.contains(cell), base.takes(entry.name, entry.elements, size) else { return nil }
          if !head.takes(entry.name, entry.elements, size) { return .init(key: cell.key, standing: .baseOnly) }
          return isChosen ? .init(key: cell.key, standing: .notInTurn) : nil
        }
      }
    }

    /// Which kinds of element of a workload: the one that was requested; else the first of each side and, where nothing was
    /// chosen, one of the others besides, in turn. Of a file all.
    private static func kinds(
      of name: String, _ offset: Int, _ listed: [Inventory], _ question: Regression.Question
    ) -> [String] {
      if let elements = question.elements { return [elements] }
      let all = unique(listed.flatMap { $0.entries(name, nil).map(\.elements) })
      if listed.count == 1 { return all }
      let first = unique(listed.compactMap { $0.entries(name, nil).first?.elements })
      let others = all.filter { !first.contains($0) }
      guard question.workloads == nil, !others.isEmpty else { return first }
      return first + [others[(offset % others.count + question.rotation % others.count) % others.count]]
    }

    /// Each name, and each size, must match something on one side.
    private static func check(_ question: Regression.Question, _ sides: [Inventory]) throws(Failure) {
      let kind = question.elements.map { " with elements \(VisibleText.shortened($0, to: 60))" } ?? ""
      let isAnyKind = question.elements == nil || sides.contains(where: \.isUnlisted)
      for name in question.workloads ?? [] {
        let own = sides.flatMap { $0.entries(name, isAnyKind ? nil : question.elements) }
        let shown = VisibleText.shortened(name, to: 60)
        guard let largest = own.map({ $0.largestSize ?? .max }).max() else {
          throw Failure(
            usage: "there is no workload \(shown)\(kind); HEAD --list, or section-diff workload list, names all")
        }
        if let size = question.sizes?.first(where: { $0 > largest }) {
          throw Failure(usage: "the workload \(shown) takes a --size up to \(largest), not \(size)")
        }
      }
      guard isAnyKind || sides.contains(where: { $0.entries.contains { $0.elements == question.elements } }) else {
        throw Failure(usage: "there is no workload\(kind); HEAD --list, or section-diff workload list, names all")
      }
      for size in question.sizes ?? [] {
        let isTaken = sides.contains { side in
          side.entries.contains {
            question.workloads?.contains($0.name) ?? true && side.takes($0.name, $0.elements, size)
          }
        }
        if !isTaken { throw Failure(usage: "no workload has --size \(size) on either side") }
      }
    }

    private static func unique(_ names: [String]) -> [String] {
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }
    }
  }

  extension Cell {
    /// The key of all contenders on it.
    var key: DiffKey {
      DiffKey(workload: workload, size: size, seed: seed ?? 0, elements: elements ?? "", contender: "")
    }

    /// What a limit of time left out of it: all, or what a gate counts by itself.
    func leftOut(_ kind: CountKind? = nil) -> ComparisonPlan.Figure {
      .init(key: key, kind: kind, standing: .leftOut)
    }
  }
#endif
