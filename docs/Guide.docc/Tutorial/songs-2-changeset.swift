import SectionDiff

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
