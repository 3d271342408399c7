import LiveResults
import MemoryAdapter
import SectionDiff

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
