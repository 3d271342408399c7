import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport

/// What a well-made server does: a collection of entries with tags, each entry at an address of its own with a tag,
/// writes with conditions and keys, pages. Tests make it misbehave.
final class NotesServer: Sendable {
  struct State: Sendable {
    var entries: [Entry] = []
    var revision = 1
    var revisions: [Int: Int] = [:]
    /// So many entries are on a page; all, if none.
    var pageSize: Int?
    /// Answers to keys that were seen.
    var keys: [String: Reply] = [:]
    /// Changes that were made by requests.
    var writes = 0
    /// So many requests of these kinds are refused.
    var readsToFail = 0
    var writesToFail = 0

    mutating func note(_ id: Int) {
      revision += 1
      revisions[id] = revision
    }

    mutating func put(_ entry: Entry) {
      if let place = entries.firstIndex(where: { $0.id == entry.id }) {
        entries[place] = entry
      } else {
        entries.append(entry)
      }
      note(entry.id)
    }

    mutating func remove(_ id: Int) {
      entries.removeAll { $0.id == id }
      note(id)
    }
  }

  let state: Locked<State>

  init(_ entries: [Entry] = [], pageSize: Int? = nil) {
    state = Locked(State(entries: entries, pageSize: pageSize))
  }

  var entries: [Entry] { state.get().entries }

  func answer(_ request: HTTPRequest) -> Reply {
    state.withLock { state in
      if request.method == "GET" {
        if state.readsToFail > 0 {
          state.readsToFail -= 1
          return .status(500)
        }
        return Self.read(request, state)
      }
      if state.writesToFail > 0 {
        state.writesToFail -= 1
        return .status(422)
      }
      if let key = request.fields["Idempotency-Key"] {
        if let reply = state.keys[key] { return reply }
        let reply = Self.write(request, &state)
        state.keys[key] = reply
        return reply
      }
      return Self.write(request, &state)
    }
  }

  private static func read(_ request: HTTPRequest, _ state: State) -> Reply {
    var fields: HTTPFields = ["ETag": "\"r\(state.revision)\""]
    var entries = state.entries
    if let size = state.pageSize {
      let page = Int(request.url.query?.split(separator: "=").last.map(String.init) ?? "") ?? 0
      entries = Array(entries.dropFirst(page * size).prefix(size))
      if (page + 1) * size < state.entries.count { fields["Link"] = "<?page=\(page + 1)>; rel=\"next\"" }
    }
    if request.fields["If-None-Match"] == fields["ETag"] { return .status(304, fields) }
    return .json(entries, fields)
  }

  private static func write(_ request: HTTPRequest, _ state: inout State) -> Reply {
    let id = Int(request.url.lastPathComponent)
    let entry = request.body.flatMap { try? JSONDecoder().decode(Entry.self, from: Data($0)) }
    let known = id.flatMap { id in state.entries.first { $0.id == id } }
    if let id, let tag = request.fields["If-Match"], known == nil || tag != "\"e\(state.revisions[id] ?? 0)\"" {
      return .status(412)
    }
    switch (request.method, entry) {
    case ("POST", let entry?), ("PUT", let entry?), ("PATCH", let entry?):
      state.put(entry)
      state.writes += 1
      return Reply(
        status: known == nil ? 201 : 200,
        fields: ["ETag": "\"e\(state.revisions[entry.id] ?? 0)\"", "Content-Type": "application/json"],
        body: (try? JSONEncoder().encode(entry)).map { [UInt8]($0) } ?? [])
    case ("DELETE", _):
      guard let id, known != nil else { return .status(404) }
      state.remove(id)
      state.writes += 1
      return .status(204)
    default: return .status(400)
    }
  }
}

extension ScriptedServer {
  /// A server without a network that does as a well-made one.
  convenience init(_ notes: NotesServer) { self.init { request in notes.answer(request).exchange } }
}
