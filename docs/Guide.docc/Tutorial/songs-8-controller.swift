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

for section in songs.snapshot.sections {
  print(section.key, section.items.map(\.title))
}

// Prints:
// Classical ["Bolero"]
// Jazz ["Blue Train", "Naima"]
// Pop ["Hey Jude"]
