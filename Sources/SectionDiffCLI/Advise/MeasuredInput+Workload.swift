#if CommandLineCore
  internal import BenchmarkHarness
  internal import DiffWorkloads
  internal import RecordFormats
  internal import SectionDiff

  @available(LiveSystems, *)
  extension MeasuredInput {
    /// The workload whose elements are of a kind of their own: ids that all hash alike.
    static let collidingName = "colliding-hashes"

    /// A workload of the catalogue.
    init(_ choice: WorkloadChoice, elements: ElementKind, favoring goal: AdaptiveDiff.Goal) {
      let pair = choice.pair
      if choice.workload.name == Self.collidingName {
        self.init(choice, pair, of: CollidingElement.self, from: (), kind: "colliding", goal)
        return
      }
      switch elements {
      case .record: self.init(choice, pair, of: RecordElement.self, from: (), kind: elements.rawValue, goal)
      case .object: self.init(choice, pair, of: ObjectElement.self, from: (), kind: elements.rawValue, goal)
      case .int: self.init(choice, pair, of: IntElement.self, from: (), kind: elements.rawValue, goal)
      case .string: self.init(choice, pair, of: StringElement.self, from: [:], kind: elements.rawValue, goal)
      case .stringShared:
        self.init(
          choice, pair, of: StringElement.self, from: StringElement.sharedPool(pair), kind: elements.rawValue, goal)
      }
    }

    private init<Element: WorkloadElement>(
      _ choice: WorkloadChoice, _ pair: WorkloadPair, of type: Element.Type, from pool: Element.Pool,
      kind elements: String, _ goal: AdaptiveDiff.Goal
    ) {
      let workload = choice.workload
      let old = pair.old.snapshot(of: type, from: pool)
      let new = pair.new.snapshot(of: type, from: pool)
      let oldItems = old.sections.flatMap(\.items)
      let newItems = new.sections.flatMap(\.items)
      let counts = pair.expectedCounts(hasUniqueIDs: workload.hasUniqueIDs)
      subject = Advice.Subject(
        title: "workload \(workload.name) (\(workload.reason)), seed \(choice.seed)",
        members: [
          ("workload", JSONText.literal(workload.name)), ("size", "\(choice.size)"), ("seed", "\(choice.seed)"),
        ], elements: elements, oldCount: pair.old.count, newCount: pair.new.count,
        comparison: "one == for each pair of elements at equal offsets",
        dictionary: "one Dictionary from the old ids to offsets, capacity reserved, one look-up for each new id",
        verified: "applied to OLD it gives NEW")
      contenders = .diffs(
        from: old, to: new, oldItems, newItems,
        by: Strategy.all.map { Differ(algorithm: $0.favoring(goal).algorithm) },
        comparing: IdentifiableComparison<Element>(), dictionary: { Floors.dictionary(oldItems, newItems) },
        expecting: { algorithm in
          AnswerExpectation(
            counts, hasUniqueIDs: workload.hasUniqueIDs, promise: AnswerExpectation.Promise(of: algorithm))
        })
    }
  }
#endif
