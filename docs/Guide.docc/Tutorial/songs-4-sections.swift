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
