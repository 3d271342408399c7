import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

@Suite("REST stores withhold the removal of many records")
struct RESTStoreRemovalGuardTests {
  private static let all = (0..<500).map { Entry($0) }

  /// A server that has tags, and answers 304 to those who have what there is.
  private final class TaggedServer: Sendable {
    private let reply: Locked<Reply>
    let transport: ScriptedServer

    init(_ entries: [Entry]) {
      let reply = Locked(Self.reply(entries))
      self.reply = reply
      transport = ScriptedServer { request in
        let reply = reply.get()
        let isKnown = request.fields["If-None-Match"] == reply.fields["ETag"]
        return (isKnown ? Reply.status(304, ["ETag": reply.fields["ETag"] ?? ""]) : reply).exchange
      }
    }

    private static func reply(_ entries: [Entry]) -> Reply { .json(entries, ["ETag": "\"\(entries.hashValue)\""]) }

    func hold(_ new: [Entry]) { reply.set(Self.reply(new)) }
  }

  private func deletes(_ events: [StoreEvent<Entry>]) -> Int {
    events.reduce(0) { sum, event in
      guard case .changes(let batch) = event else { return sum }
      return sum + batch.changes.count { if case .delete = $0 { true } else { false } }
    }
  }

  @Test("one answer without records announces no deletes; the server comes to its senses, and nothing has happened")
  func emptyOnce() async throws {
    let server = TaggedServer(Self.all)
    let rig = Rig(server.transport)
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    server.hold([])
    let held = await rig.nextPoll()
    #expect(held.heldRemovals?.count == 500 && held.heldRemovals?.names == ["0", "1", "2"])
    #expect(held.state == .live)
    #expect(held.decision.reason == .heldRemoval(removed: 500, of: 500))
    #expect(held.decision.delay == .seconds(10), "no sooner than usual: the server may need a while")
    #expect(try await rig.store.fetch(.all).items == Self.all, "a fetch has what observers hold")
    server.hold(Self.all)
    let health = await rig.nextPoll()
    #expect(health.heldRemovals == nil && health.notModified == 1)
    #expect(observer.answer.events.count == 1)
    // By then no cache on the way may have answered.
    #expect(server.transport.requests.map { $0.fields["Cache-Control"] } == [nil, nil, "no-cache"])
    await rig.nextPoll()
    #expect(server.transport.requests.last?.fields["Cache-Control"] == nil)
  }

  @Test("without the guard one such answer is 500 deletes")
  func off() async {
    let server = TaggedServer(Self.all)
    let rig = Rig(server.transport) { $0.removalGuard = nil }
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    server.hold([])
    await rig.nextPoll()
    await observer.shows([])
  }

  @Test("additions and updates apply at once; a second answer that agrees makes the deletes, once")
  func confirmed() async {
    let server = TaggedServer(Self.all)
    let rig = Rig(server.transport)
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    let few = [Entry(7, "new"), Entry(900)]
    server.hold(few)
    await rig.nextPoll()
    await observer.received { $0.contents.items.count == 501 && $0.contents.items.contains(few[0]) }
    #expect(deletes(observer.answer.events) == 0)
    await rig.nextPoll()
    await observer.shows(few)
    #expect(observer.answer.events.count == 3 && deletes(observer.answer.events) == 499)
    #expect(rig.store.health.heldRemovals == nil)
    let last = await rig.nextPoll()
    #expect(last.notModified == 1, "the validators of the second answer are kept")
    #expect(observer.answer.events.count == 3)
  }

  @Test("what came with a withheld answer goes when the server takes it back")
  func takenBack() async {
    let server = TaggedServer(Self.all)
    let rig = Rig(server.transport)
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    server.hold([Entry(900)])
    await rig.nextPoll()
    await observer.received { $0.contents.items.count == 501 }
    server.hold(Self.all)
    await rig.nextPoll()
    await observer.shows(Self.all)
  }

  @Test("a program approves: the deletes are made without another request")
  func approved() async {
    let server = TaggedServer(Self.all)
    let rig = Rig(server.transport)
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    server.hold(Array(Self.all.prefix(20)))
    await rig.nextPoll()
    await rig.store.approveRemovals()
    await observer.shows(Array(Self.all.prefix(20)))
    #expect(server.transport.requests.count == 2 && rig.store.health.heldRemovals == nil)
    // The records are not those of the last whole answer: a 304 to its tag would say nothing about them.
    await rig.nextPoll()
    #expect(server.transport.requests.last?.fields["If-None-Match"] == nil)
    #expect(observer.answer.events.count == 2)
  }

  @Test("an answer of the last start counts as known, shown or not", arguments: ["max-age=3600", "no-cache"])
  func cached(control: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func start(_ server: ScriptedServer) -> Rig {
      Rig(server) {
        $0.cache = RESTCache(folder: folder)
        $0.maximumFreshness = .zero
      }
    }
    let first = ScriptedServer(.json(Self.all, ["ETag": #""a""#, "Cache-Control": control]))
    try await start(first).store.refresh()
    for _ in 0..<2 {
      // One wrong answer a start: what was kept stays.
      let rig = start(ScriptedServer(.json([], ["ETag": #""b""#])))
      try await rig.store.refresh()
      #expect(rig.store.contents.items == Self.all)
      #expect(rig.store.health.heldRemovals?.count == 500)
    }
    let rig = start(ScriptedServer(.json([], ["ETag": #""b""#])))
    try await rig.store.refresh()
    // Asked again at once, the server says no more.
    try await rig.store.refresh()
    #expect(rig.store.health.heldRemovals?.count == 500)
    rig.clock.advance(by: .seconds(10))
    try await rig.store.refresh()
    #expect(rig.store.contents.items.isEmpty)
    let last = start(ScriptedServer(.json([], ["ETag": #""b""#])))
    try await last.store.refresh()
    #expect(last.store.contents.items.isEmpty && last.store.health.heldRemovals == nil)
  }

  @Test("the store's own deletes are never withheld, and go on while others' are")
  func ownWrites() async throws {
    let notes = NotesServer(Self.all)
    let rig = Rig(ScriptedServer { notes.answer($0).exchange })
    let store = rig.store.writable(by: .json(at: Rig.address))
    try await rig.store.refresh()
    try await store.commit(StoreBatch((0..<20).map { .delete($0) }))
    #expect(rig.store.contents.items == Array(Self.all.dropFirst(20)))
    // Somebody else deletes many; one of those by the store, too.
    notes.state.change { $0.entries.removeFirst(300) }
    try await rig.store.refresh()
    #expect(rig.store.health.heldRemovals?.count == 300)
    notes.state.change { $0.put(Entry(900)) }
    try await store.commit([.delete(499)])
    #expect(rig.store.contents.items.count == 479)
    rig.clock.advance(by: .seconds(10))
    try await rig.store.refresh()
    #expect(rig.store.contents.items == notes.entries && rig.store.health.heldRemovals == nil)
  }

  @Test("an own write while a removal is withheld does not bring the next poll forward")
  func noHurry() async throws {
    let notes = NotesServer(Self.all)
    let rig = Rig(ScriptedServer { notes.answer($0).exchange })
    let store = rig.store.writable(by: .json(at: Rig.address))
    let observer = rig.observe()
    await observer.shows(Self.all)
    await rig.polled(1)
    notes.state.change {
      $0.entries.removeAll()
      $0.revision += 1
    }
    let held = await rig.nextPoll()
    #expect(held.heldRemovals?.count == 500)
    try await store.commit([.insert(Entry(900))])
    let decision = rig.store.health.decision
    #expect(decision == held.decision, "\(decision)")
    #expect(decision.reason == .heldRemoval(removed: 500, of: 500))
  }

  // MARK: - The trial

  /// Takes a store through wrong answers, each followed by the right one, and counts the records that its observer lost.
  private func losses(seed: UInt64, _ rule: RemovalGuard?) async throws -> Int {
    var random = Generator(seed: seed)
    var entries = (0..<(40 + random.below(20))).map { Entry($0) }
    let server = TaggedServer(entries)
    let rig = Rig(server.transport) { $0.removalGuard = rule }
    try await rig.store.refresh()
    let events = rig.store.events(for: .all)
    var answer = ObservedAnswer<Entry>()
    var losses = 0
    func listen() {
      for event in events.takeWaiting() {
        let before = Set(answer.contents.items.map(\.id))
        answer.apply(event)
        losses += before.subtracting(answer.contents.items.map(\.id)).count
      }
    }
    listen()
    for turn in 0..<4 {
      let half = entries.count / 2
      switch random.below(4) {
      case 0: server.hold([])
      case 1: server.hold(Array(entries.prefix(random.below(half))))
      case 2: server.hold(Array(entries.shuffled(using: &random).prefix(random.below(half))))
      default:
        // Two wrong ones, which do not agree.
        server.hold(Array(entries.prefix(12 + random.below(10))))
        try await rig.store.refresh()
        listen()
        server.hold([])
      }
      try await rig.store.refresh()
      listen()
      if random.below(2) == 0 {
        entries[random.below(entries.count)].text += "x"
        entries.append(Entry(1_000 + turn))
      }
      server.hold(entries)
      try await rig.store.refresh()
      listen()
      #expect(answer.contents.items == entries, "seed \(seed)")
      #expect(answer.violations.isEmpty && rig.store.health.heldRemovals == nil, "seed \(seed)")
    }
    return losses
  }

  @Test("random runs over empty, cut and narrowed answers lose nothing; without the guard they do")
  func trial() async throws {
    var losses = (guarded: 0, unguarded: 0)
    for seed in 0..<randomRuns {
      losses.guarded += try await self.losses(seed: UInt64(seed), RemovalGuard())
      if seed < 40 { losses.unguarded += try await self.losses(seed: UInt64(seed), nil) }
    }
    #expect(losses.guarded == 0)
    #expect(losses.unguarded > 25 * min(randomRuns, 40))
    print(
      "answers: \(losses.guarded) lost in \(randomRuns) guarded runs, \(losses.unguarded) in \(min(randomRuns, 40)) unguarded"
    )
  }
}
