import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import StoreInterface
import Testing

/// A record of a case: identity and content, and the section that it belongs to, which is not shown.
struct CaseRecord: Identifiable, Hashable, Sendable {
  var id: String
  var content: String
  var group: String

  /// What is shown of it.
  struct Row: Identifiable, Hashable, Sendable {
    var id: String
    var content: String
  }
}

/// Runs the operations of a case on a memory store, with a controller over it and a listener who checks each update.
struct CaseInterpreter {
  typealias Controller = ResultsController<MemoryStore<CaseRecord>, String, CaseRecord.Row, NoHeader>

  private let behaviour: BehaviourCase
  private let store: MemoryStore<CaseRecord>
  private let clock = ManualClock()
  private let controller: Controller
  private let recorder: UpdateRecorder<String, CaseRecord.Row, NoHeader>
  private let sectionKeys: [String]
  /// Whether the store keeps the sections by hand.
  private let isByHand: Bool
  private var suspensions: [UpdateSuspension] = []
  private var grouped: [BehaviourCase.Value]?

  /// A case that says something which this interpreter does not know.
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  init(_ behaviour: BehaviourCase) async throws {
    self.behaviour = behaviour
    let initial = behaviour.initial ?? []
    sectionKeys = initial.map(\.section)
    isByHand = behaviour.sectionBy == nil && initial.count > 1
    let sections = initial.map { section in
      (section.section, section.items.map { CaseRecord(id: $0[0], content: $0[1], group: section.section) })
    }
    store =
      isByHand
      ? MemoryStore(sections: sections.map { StoreSection($0.0, items: $0.1) }) : MemoryStore(sections.flatMap(\.1))
    let order: SectionOrder<String> =
      behaviour.sectionOrder == "case-insensitive"
      ? .by(SortRule(by: { $0.lowercased() < $1.lowercased() })) : .ascending
    let sort: [SortRule<CaseRecord>] =
      switch behaviour.sort {
      case nil: []
      case "content", "content ascending": [.ascending(\.content)]
      case "rank", "rank (all equal)": [SortRule(by: { _, _ in false })]
      case let other?: throw Unknown(description: "the sort \(other)")
      }
    let declared = behaviour.sectionBy == nil ? [initial.first?.section ?? "s"] : []
    let sectioning: Sectioning<CaseRecord, String, NoHeader> =
      isByHand ? .byStore(String.self) : .by(\.group, order: order, declared: declared)
    controller = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: sectioning, sort: sort, show: { CaseRecord.Row(id: $0.id, content: $0.content) }),
      delivery: behaviour.throttle.map { .throttled(.seconds($0)) } ?? .immediate, clock: clock)
    await controller.load()
    recorder = UpdateRecorder(controller.updates(), checker: UpdateChecker(permitsRefreshes: true))
    try await recorder.wait(forCount: 1)
  }

  /// Runs all operations.
  mutating func run() async throws {
    for operation in behaviour.ops ?? [] {
      guard let list = operation.list, let name = list.first?.text else {
        throw Unknown(description: "the operation \(operation)")
      }
      try await run(name, Array(list.dropFirst()), operation)
      let revision = controller.revision
      try await recorder.wait { ($0.last?.revision ?? -1) >= revision }
    }
  }

  private mutating func run(
    _ name: String, _ arguments: [BehaviourCase.Value], _ operation: BehaviourCase.Value
  ) async throws {
    switch name {
    case "begin": grouped = []
    case "end":
      let operations = grouped ?? []
      grouped = nil
      try await edit(operations)
    case "batch": try await edit(arguments.first?.list ?? [])
    case "suspend": suspensions.append(await controller.suspendUpdates())
    case "resume": if let last = suspensions.popLast() { await controller.resumeUpdates(last) }
    case "expectSilent": #expect(emissions == 0)
    case "advance":
      let seconds = arguments.first?.number ?? 0
      let target = clock.now.advanced(by: .seconds(seconds))
      try await clock.waitForSleepers()
      let isDue = clock.nextDeadline.map { $0 <= target } ?? false
      let count = recorder.updates.count
      clock.advance(to: target)
      if isDue { try await recorder.wait(forCount: count + 1) }
    case "setQuery":
      guard arguments.first?.text == "content begins with B" else { throw Unknown(description: "\(operation)") }
      await controller.setRequest(RecordRequest { $0.content.hasPrefix("B") })
    case "foreign":
      // Another store's change, and a change that comes to nothing.
      try MemoryStore<CaseRecord>().write([.insert(CaseRecord(id: "1", content: "other", group: "s"))])
      try store.write([])
      await store.settled()
    default:
      if grouped != nil { grouped?.append(operation) } else { try await edit([operation]) }
    }
  }

  private func edit(_ operations: [BehaviourCase.Value]) async throws {
    try store.edit { edits in
      for operation in operations {
        guard let list = operation.list, let name = list.first?.text else {
          throw Unknown(description: "the operation \(operation)")
        }
        try apply(name, Array(list.dropFirst()), to: &edits)
      }
    }
    await store.settled()
  }

  private func apply(
    _ name: String, _ arguments: [BehaviourCase.Value], to edits: inout RecordEdits<CaseRecord>
  ) throws {
    func argument(_ index: Int) throws -> BehaviourCase.Value {
      guard index < arguments.count else { throw Unknown(description: "\(name) with too few arguments") }
      return arguments[index]
    }
    func key(_ index: Int) throws -> String {
      guard let key = try argument(index).text else { throw Unknown(description: "\(name) without a key") }
      return key
    }
    switch name {
    case "insert", "update": try edits.insert(record(try argument(0), in: edits))
    case "touch": edits.refresh(try key(0))
    case "delete", "remove": edits.remove(try key(0))
    case "clear": edits.removeAll()
    case "insertRange":
      let (start, count) = (try argument(0).number ?? 0, try argument(1).number ?? 0)
      for number in start..<(start + count) { try edits.append(record(.number(number), in: edits)) }
    case "append":
      if arguments.count > 1, let section = try argument(1).number {
        try edits.append(record(try argument(0), in: edits), to: sectionKeys[section])
      } else {
        try edits.append(record(try argument(0), in: edits))
      }
    case "merge": try edits.merge(try argument(0).list?.map { record($0, in: edits) } ?? [])
    case "replaceAll": try edits.replaceKnown(try argument(0).list?.map { record($0, in: edits) } ?? [])
    case "replace": try edits.replace(try key(0), with: record(try argument(1), in: edits))
    case "replaceAt":
      let (section, offset) = try path(try argument(0))
      let item = record(try argument(1), in: edits)
      if isByHand {
        try edits.replace(at: offset, in: sectionKeys[section], with: item)
      } else {
        try edits.replace(at: offset, with: item)
      }
    case "removeAt":
      let (section, offset) = try path(try argument(0))
      if isByHand { try edits.remove(at: offset, in: sectionKeys[section]) } else { try edits.remove(at: offset) }
    default: throw Unknown(description: "the operation \(name)")
    }
  }

  private func path(_ value: BehaviourCase.Value) throws -> (section: Int, offset: Int) {
    guard let list = value.list, list.count == 2, let section = list[0].number, let offset = list[1].number else {
      throw Unknown(description: "the path \(value)")
    }
    return (section, offset)
  }

  /// A record as a case writes it: a key, or key and content, or those and the section.
  private func record(_ value: BehaviourCase.Value, in edits: borrowing RecordEdits<CaseRecord>) -> CaseRecord {
    let parts = (value.list ?? [value]).map { $0.text ?? "" }
    let id = parts[0]
    let group =
      if parts.count > 2 {
        parts[2]
      } else if behaviour.sectionBy == "first letter" {
        String(id.prefix(1))
      } else {
        edits[id]?.group ?? sectionKeys.first ?? "s"
      }
    return CaseRecord(id: id, content: parts.count > 1 ? parts[1] : "", group: group)
  }

  // MARK: - What is expected

  private var emissions: Int { recorder.updates.count - 1 }

  /// Holds the outcome against what the case expects.
  func check() async throws {
    #expect(recorder.violations == [])
    guard case .object(let expected) = behaviour.expect else { throw Unknown(description: "the expectation") }
    let snapshot = controller.snapshot
    let ids = snapshot.sections.flatMap { $0.items.map(\.id) }
    for (name, value) in expected {
      switch name {
      case "result":
        let sections = value.list?.map { section in
          (section["items"]?.list ?? []).map { row in row.list?.map { $0.text ?? "" } ?? [] }
        }
        #expect(snapshot.sections.map { $0.items.map { [$0.id, $0.content] } } == sections)
        #expect(snapshot.sections.map(\.key) == value.list?.map { $0["section"]?.text ?? "" })
      case "changes":
        let last = emissions == 0 ? [] : recorder.updates.last?.changeset.identity.changes.filter(\.isOfItem) ?? []
        let wanted = try value.list?.map { try change($0) } ?? []
        #expect(Set(last) == Set(wanted) && last.count == wanted.count)
      case "notified": #expect((emissions > 0) == value.flag)
      case "emissions": #expect(emissions == value.number)
      case "sectionCount": #expect(snapshot.sectionCount == value.number)
      case "sectionName": #expect(snapshot.sections.map(\.key) == [value.text])
      case "sections": #expect(snapshot.sections.map(\.key) == value.list?.compactMap(\.text))
      case "finalIds": #expect(ids == value.list?.compactMap(\.text))
      case "finalCount": #expect(ids.count == value.number)
      case "deletes": #expect(recorder.updates.last?.changeset.counts.deletes == value.number)
      case "sectionInserts": #expect(recorder.updates.last?.changeset.counts.sectionInserts == value.number)
      case "indexPath":
        guard case .object(let paths) = value else { throw Unknown(description: "the index path") }
        for (key, wanted) in paths {
          let (section, offset) = try path(wanted)
          #expect(await controller.path(of: key) == ItemPath(section, offset))
        }
      case "notes": continue
      default: throw Unknown(description: "the expectation \(name)")
      }
    }
  }

  /// A change as a case writes it: a name, the old path and the new one; a number is a row of the only section.
  private func change(_ value: BehaviourCase.Value) throws -> ChangeList.Change {
    guard let list = value.list, let name = list.first?.text else { throw Unknown(description: "the change \(value)") }
    let paths = try list.dropFirst().map { (value) -> ItemPath? in
      if value == .null { return nil }
      if let row = value.number { return ItemPath(0, row) }
      let (section, offset) = try path(value)
      return ItemPath(section, offset)
    }
    switch (name, paths.first ?? nil, paths.dropFirst().first ?? nil) {
    case ("insert", nil, let new?): return .insert(new)
    case ("delete", let old?, nil): return .delete(old)
    case ("move", let old?, let new?): return .move(from: old, to: new)
    case ("update", let old?, let new?): return .update(from: old, to: new)
    default: throw Unknown(description: "the change \(value)")
    }
  }
}

extension ChangeList.Change {
  fileprivate var isOfItem: Bool {
    switch self {
    case .insert, .delete, .move, .update: true
    case .insertSection, .deleteSection, .moveSection, .updateSection: false
    }
  }
}
