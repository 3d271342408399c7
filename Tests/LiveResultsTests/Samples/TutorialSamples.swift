import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

/// The steps of the tutorial "From two arrays to a live list in fifteen minutes". Each is a whole `main.swift`, which
/// ends with a comment that shows what it prints.
@Suite struct TutorialSamples {
  @Test func step1() {
    // sample: songs-1-arrays
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]
    // end sample
    #expect(monday.map(\.id) != tuesday.map(\.id))
  }

  @Test func step2() throws {
    let print = Transcript()
    // sample: songs-2-changeset
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let changes = try Differ().changeset(from: monday, to: tuesday)
    print(changes.counts)

    // Prints:
    // 1 delete, 1 insert, 1 move, 1 update
    // end sample
    try expect(print, isIn: "songs-2-changeset")
  }

  @Test func step3() throws {
    let print = Transcript()
    // sample: songs-3-changes
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let changes = try Differ().changeset(from: monday, to: tuesday)
    print(changes.counts)

    for change in try changes.changes {
      switch change {
      case .delete(let song, at: let path): print("- \(path) \(song.title)")
      case .insert(let song, at: let path): print("+ \(path) \(song.title)")
      case .move(let song, from: let old, to: let new): print("> \(old) → \(new) \(song.title)")
      case .update(let old, let new, from: _, to: let path): print("~ \(path) \(old.title) → \(new.title)")
      default: break
      }
    }

    // Prints:
    // 1 delete, 1 insert, 1 move, 1 update
    // - [0, 1] Naima
    // + [0, 3] Jolene
    // > [0, 3] → [0, 0] Hey Jude
    // ~ [0, 1] Blue Train → Blue Train (Live)
    // end sample
    try expect(print, isIn: "songs-3-changes")
  }

  @Test func step4() throws {
    let print = Transcript()
    // sample: songs-4-sections
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let before = Snapshot(grouping: monday, by: \.genre)
    let after = Snapshot(grouping: tuesday, by: \.genre)
    print(before.ids)
    print(after.ids)

    // Prints:
    // Jazz: 2
    //   1
    //   2
    // Classical: 1
    //   3
    // Pop: 1
    //   4
    //
    // Pop: 2
    //   4
    //   5
    // Jazz: 1
    //   1
    // Classical: 1
    //   3
    // end sample
    try expect(print, isIn: "songs-4-sections")
  }

  @Test func step5() throws {
    let print = Transcript()
    // sample: songs-5-sectioned-changeset
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let before = Snapshot(grouping: monday, by: \.genre)
    let after = Snapshot(grouping: tuesday, by: \.genre)

    let changes = try Differ().changeset(from: before, to: after)
    print(changes.counts)
    for change in changes.identity.changes { print(change) }

    // Prints:
    // 1 section move, 1 delete, 1 insert, 1 update
    // > [2] → [0]
    // - [0, 1]
    // + [0, 1]
    // ~ [0, 0] → [1, 0]
    // end sample
    try expect(print, isIn: "songs-5-sectioned-changeset")
  }

  @Test func step6() throws {
    let print = Transcript()
    // sample: songs-6-apply
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let before = Snapshot(grouping: monday, by: \.genre)
    let after = Snapshot(grouping: tuesday, by: \.genre)

    let changes = try Differ().changeset(from: before, to: after)
    print(changes.counts)
    for change in changes.identity.changes { print(change) }

    print(try before.applying(changes) == after)
    print(try after.applying(changes.inverted) == before)

    // Prints:
    // 1 section move, 1 delete, 1 insert, 1 update
    // > [2] → [0]
    // - [0, 1]
    // + [0, 1]
    // ~ [0, 0] → [1, 0]
    // true
    // true
    // end sample
    try expect(print, isIn: "songs-6-apply")
  }

  @Test func step7() throws {
    let print = Transcript()
    // sample: songs-7-stages
    struct Song: Identifiable, Equatable {
      let id: Int
      var title: String
      var genre: String
    }

    let monday = [
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ]

    let tuesday = [
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
      Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 5, title: "Jolene", genre: "Pop"),
    ]

    let before = Snapshot(grouping: monday, by: \.genre)
    let after = Snapshot(grouping: tuesday, by: \.genre)

    let changes = try Differ().changeset(from: before, to: after)
    for stage in try changes.stages(from: before) {
      print(stage.changes.counts)
      print(stage.snapshot.ids)
    }

    // Prints:
    // 1 section move, 1 update
    // Pop: 1
    //   4
    // Jazz: 2
    //   1
    //   2
    // Classical: 1
    //   3
    //
    // 1 delete, 1 insert
    // Pop: 2
    //   4
    //   5
    // Jazz: 1
    //   1
    // Classical: 1
    //   3
    // end sample
    try expect(print, isIn: "songs-7-stages")
  }

  @Test func step8() async throws {
    let print = Transcript()
    // sample: songs-8-controller
    struct Song: Identifiable, Equatable, Sendable {
      let id: Int
      var title: String
      var genre: String
    }

    let store = MemoryStore([
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ])
    let songs = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.genre), sort: [.ascending(\.title)]))
    await songs.load()

    for section in songs.snapshot.sections {
      print(section.key, section.items.map(\.title))
    }

    // Prints:
    // Classical ["Bolero"]
    // Jazz ["Blue Train", "Naima"]
    // Pop ["Hey Jude"]
    // end sample
    try expect(print, isIn: "songs-8-controller")
  }

  @Test func step9() async throws {
    let print = Transcript()
    // sample: songs-9-updates
    struct Song: Identifiable, Equatable, Sendable {
      let id: Int
      var title: String
      var genre: String
    }

    let store = MemoryStore([
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ])
    let songs = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.genre), sort: [.ascending(\.title)]))
    await songs.load()

    func show(_ update: ResultsUpdate<String, Song, NoHeader>) {
      print(update.kind, update.changeset.counts)
      for section in update.after.sections {
        print(" ", section.key, section.items.map(\.title))
      }
    }

    func follow() async throws {
      var updates = songs.updates().makeAsyncIterator()
      if let update = await updates.next() { show(update) }

      try store.edit { edits in
        edits.remove(2)
        try edits.append(Song(id: 5, title: "Jolene", genre: "Pop"))
        try edits.update(Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"))
      }
      if let update = await updates.next() { show(update) }
    }
    try await follow()

    // Prints:
    // initial 3 section inserts, 4 inserts
    //   Classical ["Bolero"]
    //   Jazz ["Blue Train", "Naima"]
    //   Pop ["Hey Jude"]
    // change 1 delete, 1 insert, 1 update
    //   Classical ["Bolero"]
    //   Jazz ["Blue Train (Live)"]
    //   Pop ["Hey Jude", "Jolene"]
    // end sample
    try expect(print, isIn: "songs-9-updates")
  }

  @Test func step10() async throws {
    let print = Transcript()
    // sample: songs-10-live-list
    struct Song: Identifiable, Equatable, Sendable {
      let id: Int
      var title: String
      var genre: String
    }

    let store = MemoryStore([
      Song(id: 1, title: "Blue Train", genre: "Jazz"),
      Song(id: 2, title: "Naima", genre: "Jazz"),
      Song(id: 3, title: "Bolero", genre: "Classical"),
      Song(id: 4, title: "Hey Jude", genre: "Pop"),
    ])
    let songs = ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.genre), sort: [.ascending(\.title)]))
    await songs.load()

    func show(_ update: ResultsUpdate<String, Song, NoHeader>) {
      print(update.kind, update.changeset.counts)
      for section in update.after.sections {
        print(" ", section.key, section.items.map(\.title))
      }
    }

    func follow() async throws {
      var updates = songs.updates().makeAsyncIterator()
      if let update = await updates.next() { show(update) }

      try store.edit { edits in
        edits.remove(2)
        try edits.append(Song(id: 5, title: "Jolene", genre: "Pop"))
        try edits.update(Song(id: 1, title: "Blue Train (Live)", genre: "Jazz"))
      }
      if let update = await updates.next() { show(update) }

      await songs.setFilter(in: "search") { $0.title.contains("Jo") }
      if let update = await updates.next() { show(update) }

      await songs.setFilter(nil, in: "search")
      if let update = await updates.next() { show(update) }
    }
    try await follow()

    // Prints:
    // initial 3 section inserts, 4 inserts
    //   Classical ["Bolero"]
    //   Jazz ["Blue Train", "Naima"]
    //   Pop ["Hey Jude"]
    // change 1 delete, 1 insert, 1 update
    //   Classical ["Bolero"]
    //   Jazz ["Blue Train (Live)"]
    //   Pop ["Hey Jude", "Jolene"]
    // change 2 section deletes, 3 deletes
    //   Pop ["Jolene"]
    // change 2 section inserts, 3 inserts
    //   Classical ["Bolero"]
    //   Jazz ["Blue Train (Live)"]
    //   Pop ["Hey Jude", "Jolene"]
    // end sample
    try expect(print, isIn: "songs-10-live-list")
  }

  /// Compares what a step printed with the comment at its end.
  private func expect(_ transcript: Transcript, isIn name: String) throws {
    let step = try #require(try SampleBook().compiled[name])
    let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.drop { $0 != "// Prints:" }.dropFirst().filter { !$0.isEmpty }.map { $0.dropFirst(3) }
    #expect(transcript.text.split(separator: "\n") == shown.filter { !$0.isEmpty })
  }
}
