import SectionDiff

/// Uses the library as someone outside would, and fails where the answer is not the expected one.
@main
enum Stranger {
  struct Track: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  struct Unexpected: Error {
    let text: String
  }

  static func main() throws {
    let before = Snapshot(sections: [
      Section("Side A", items: [Track(id: 1, title: "Intro"), Track(id: 2, title: "Drift")]),
      Section("Side B", items: [Track(id: 3, title: "Tide")]),
    ])
    let after = Snapshot(sections: [
      Section("Side A", items: [Track(id: 1, title: "Intro (long)")]),
      Section("Side B", items: [Track(id: 2, title: "Drift"), Track(id: 3, title: "Tide")]),
    ])
    let changes = try Differ().changeset(from: before, to: after)
    guard changes.counts == ChangeCounts(moves: 1, updates: 1), try before.applying(changes) == after else {
      throw Unexpected(text: "\(changes)")
    }
    print(changes.counts)
  }
}
