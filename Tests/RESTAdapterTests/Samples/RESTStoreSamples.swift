import ConformanceKit
import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

// sample: rest-record
struct Note: Codable, Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}
// end sample

/// What the guide shows of stores of servers, compiled and run.
@Suite("Samples of the guide to servers")
struct RESTStoreSamples {
  @Test("reading, and writing through a layer of drafts")
  func songs() async throws {
    let server = NotesServer([Entry(1, "bread")])
    let transport = ScriptedServer(server)
    let url = Rig.address
    let shown = Locked<[StoreEvent<Note>]>([])
    let clock = Rig.clocks(ManualClock())
    let show: @Sendable (StoreEvent<Note>) -> Void = { event in shown.change { $0.append(event) } }
    // sample: rest-store
    let source = RESTSource(url, format: RESTFormat<Note>.json())
    let store = RESTStore(polling: source, transport: transport, clock: clock)
    let watching = Task {
      for await event in store.events(for: .all) {
        // The whole answer first, then changes; failures are events, too.
        show(event)
      }
    }
    // end sample
    for await health in store.healthUpdates() where health.polls > 0 && !health.isPolling { break }
    let changed = Note(id: 1, text: "bread and butter")
    // sample: rest-drafts
    let notes = DraftStore(store.writable(by: .json(at: url)))
    notes.update(changed)
    try await notes.commit()
    // end sample
    #expect(server.entries == [Entry(1, "bread and butter")])
    watching.cancel()
    await watching.value
    #expect(shown.get().first == .replace(.items([Note(id: 1, text: "bread")])))
  }
}
