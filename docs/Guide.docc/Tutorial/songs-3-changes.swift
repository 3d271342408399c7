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
