import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// What goes wrong with a request.
private enum Fault: CaseIterable, Sendable {
  case serverError, tooMany, cannotConnect, lost, cutBody, wrongLength, wrongType, page, invalidText, redirectLoop
  case stalledHead, stalledBody, noContent, unaskedNotModified, foreignTag, twins

  var isStall: Bool { self == .stalledHead || self == .stalledBody }
}

/// A server that misbehaves as a trial decides, before one that does not.
private final class FaultyServer: Sendable {
  struct State: Sendable {
    var fault: Fault?
    /// After so many good answers.
    var after = 0
  }

  let notes: NotesServer
  let state = Locked(State())
  let gate = Gate()
  let transport: ScriptedServer

  init(_ notes: NotesServer) {
    self.notes = notes
    let (state, gate) = (state, gate)
    transport = ScriptedServer { request throws(HTTPTransportError) in
      let fault = state.withLock { state -> Fault? in
        guard request.method == "GET", state.fault != nil else { return nil }
        if state.after > 0 {
          state.after -= 1
          return nil
        }
        return state.fault
      }
      let good = notes.answer(request)
      guard let fault else { return good.exchange }
      return try await Self.exchange(fault, good, request, gate)
    }
  }

  private static func exchange(
    _ fault: Fault, _ good: Reply, _ request: HTTPRequest, _ gate: Gate
  ) async throws(HTTPTransportError) -> HTTPExchange {
    var reply = good
    switch fault {
    case .serverError: return Reply.status(503).exchange
    case .tooMany: return Reply.status(429, ["Retry-After": "20"]).exchange
    case .cannotConnect: throw .cannotConnect("refused")
    case .lost: throw .interrupted("lost")
    case .cutBody:
      let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      continuation.yield(Array(good.body.prefix(good.body.count / 2)))
      continuation.finish(throwing: HTTPTransportError.interrupted("cut"))
      return HTTPExchange(head: HTTPResponseHead(status: 200, fields: good.fields), body: body)
    case .wrongLength: reply = Reply(fields: ["Content-Length": "3", "ETag": "\"x\""], body: [Entry(99)].json)
    case .wrongType: reply.fields["Content-Type"] = "image/png"
    case .page: reply = Reply(fields: ["Content-Type": "text/html"], body: Array("<html>".utf8))
    case .invalidText: reply = Reply(fields: ["ETag": "\"x\""], body: [0x5B, 0x22, 0xFF])
    case .redirectLoop: return Reply.status(302, ["Location": request.url.absoluteString]).exchange
    case .stalledHead:
      try await gate.pass()
      return good.exchange
    case .stalledBody:
      let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      continuation.yield([0x5B])
      let waiter = Task {
        do throws(HTTPTransportError) { try await gate.pass() } catch {}
        continuation.finish(throwing: HTTPTransportError.cancelled)
      }
      continuation.onTermination = { _ in waiter.cancel() }
      return HTTPExchange(head: HTTPResponseHead(status: 200), body: body)
    case .noContent: return Reply.status(204).exchange
    case .unaskedNotModified: return Reply.status(304, ["ETag": "\"another\""]).exchange
    case .foreignTag:
      return request.fields["If-None-Match"] == nil
        ? good.exchange : Reply.status(304, ["ETag": "\"another\""]).exchange
    case .twins: reply = Reply(fields: ["ETag": "\"x\""], body: [Entry(1), Entry(1, "again")].json)
    }
    return reply.exchange
  }
}

/// Random faults, changes, writes, pauses and restarts; in the end the store must hold what the server holds.
@Suite("REST stores: random trials")
struct RESTStoreTrialTests {
  @Test("after any faults the results equal the server's", arguments: 0..<40)
  func trial(seed: Int) async throws {
    var random = Generator(seed: UInt64(seed))
    let pageSize = seed % 3 == 0 ? 3 : nil
    let notes = NotesServer((0..<8).map { Entry($0) }, pageSize: pageSize)
    let server = FaultyServer(notes)
    let clock = ManualClock()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-trial-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func start() -> Rig {
      Rig(server.transport, paging: pageSize == nil ? .none : .links(), random: 0.4, clock: clock) {
        $0.limits.requestTime = .seconds(7)
        $0.interval = .adaptive(from: .seconds(3), to: .seconds(20))
        if seed % 2 == 0 { $0.cache = RESTCache(folder: folder) }
        if seed % 5 == 0 { $0.removalGuard = RemovalGuard(share: 0.5) }
      }
    }
    var rig = start()
    var observer = rig.observe()
    await rig.polled(1)
    for _ in 0..<40 {
      change(notes, &random)
      switch random.below(10) {
      case 0:
        // A restart: another store, with what was kept.
        observer.cancel()
        await observer.ended()
        await rig.health { !$0.isPolling }
        rig = start()
        observer = rig.observe()
        await poll(rig, server, fault: nil, beyond: 0)
      case 1:
        rig.store.pause()
        clock.advance(by: .seconds(random.below(30)))
        rig.store.resume()
      case 2: await write(rig, notes, &random)
      default:
        let fault = random.below(3) == 0 ? nil : Fault.allCases[random.below(Fault.allCases.count)]
        server.state.set(.init(fault: fault, after: pageSize == nil ? 0 : random.below(3)))
        await poll(rig, server, fault: fault, beyond: rig.store.health.polls)
        server.state.set(.init())
        // The clock may have begun another poll, which has met the fault, too.
        await finishPolling(rig)
      }
      let broken = rig.store.checkInvariants()
      #expect(broken.isEmpty, "\(broken)")
    }
    // Two more polls: the first may be one that has to be agreed with.
    for _ in 0..<2 { await poll(rig, server, fault: nil, beyond: rig.store.health.polls) }
    let entries = notes.entries
    await observer.shows(entries)
    #expect(rig.store.contents.items == entries && rig.store.health.state == .live)
    #expect(observer.answer.violations.isEmpty, "\(observer.answer.violations)")
    #expect(server.transport.mostAtOnce <= 2, "one poll and one write")
  }

  /// Moves the clock until another poll is over.
  private func poll(_ rig: Rig, _ server: FaultyServer, fault: Fault?, beyond polls: Int) async {
    // One that had begun before may have met the fault, too.
    await finishPolling(rig)
    let health = await rig.health { $0.polls > polls || !$0.isPolling && $0.decision.time != nil }
    if health.polls <= polls { rig.advance(to: health.decision) }
    if fault?.isStall == true {
      // Either the request stalls, or the page that would is not asked for.
      await rig.health { $0.polls > polls }
      // Nothing is waited for after this: the clock may have begun another poll, which stalls, too.
      return await finishPolling(rig)
    }
    await rig.health { $0.polls > polls && !$0.isPolling }
  }

  /// Moves the clock until no request stalls.
  private func finishPolling(_ rig: Rig) async {
    while rig.store.health.isPolling {
      // The limit of the request, or the next poll, if this one is over meanwhile.
      try? await rig.clock.waitForSleepers()
      rig.clock.advance(by: .seconds(7))
    }
  }

  private func change(_ notes: NotesServer, _ random: inout Generator) {
    let (kind, id, version) = (random.below(4), random.below(14), random.below(1000))
    notes.state.change { state in
      switch kind {
      case 0: state.put(Entry(id, "s\(version)"))
      case 1: state.remove(id)
      case 2:
        state.entries.sort { ($0.id &* version) % 13 < ($1.id &* version) % 13 }
        state.revision += 1
      default: break
      }
    }
  }

  /// A write that may be refused, or be based on something old.
  private func write(_ rig: Rig, _ notes: NotesServer, _ random: inout Generator) async {
    let batch: StoreBatch<Entry> = [
      .update(Entry(random.below(14), "w\(random.below(1000))")), .delete(random.below(14)),
    ]
    notes.state.change { [isRefused = random.below(3) == 0] in $0.writesToFail = isRefused ? 1 : 0 }
    do throws(StoreError) {
      try await rig.store.writable(by: .json(at: Rig.address)).commit(batch)
    } catch {
      // Refused, in conflict, or the store has no answer yet.
    }
    notes.state.change { $0.writesToFail = 0 }
  }
}
