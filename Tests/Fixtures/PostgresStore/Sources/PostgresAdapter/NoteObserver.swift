import StoreInterface

// sample: postgres-observer
/// An observer, and the notes that were sent to it.
struct NoteObserver {
  let request: NoteRequest
  let continuation: StoreEvents<Note>.Continuation
  /// What is shown, in order; `nil` where an answer is owed.
  var shown: [Note]?

  mutating func answer(_ notes: [Note]) {
    shown = notes
    continuation.yield(.replace(.items(notes)))
  }

  /// Applies the current notes of some keys; a key without a note was deleted.
  mutating func take(_ notes: [Note], of keys: Set<Int>) {
    guard let shown else { return }
    let former = Dictionary(uniqueKeysWithValues: shown.filter { keys.contains($0.id) }.map { ($0.id, $0) })
    let present = notes.filter(request.matches)
    var batch = Batch<Note>()
    for key in Set(former.keys).subtracting(present.map(\.id)).sorted() { batch.delete(key) }
    // Two rows that are in order each, which the sort merges.
    let result = (shown.filter { !keys.contains($0.id) } + present).sorted { $0.id < $1.id }
    var place = Placement<Int>.start
    for note in result {
      if let old = former[note.id] {
        if old != note { batch.update(note) }
      } else if keys.contains(note.id) {
        batch.insert(note, at: place)
      }
      place = .after(note.id)
    }
    self.shown = result
    if !batch.isEmpty, continuation.yield(.changes(batch)) == .joined { answer(result) }
  }
}
// end sample
