import StoreInterface
import StoreTestSupport
import Testing

/// The folding table, row by row, and what stands around it.
@Suite struct BatchFoldingTests {
  private let old = Note(1, "old")
  private let new = Note(1, "new")
  private let newest = Note(1, "newest")

  private func fold(
    _ changes: [StoreChange<Note>], known: [Note] = [], isStrict: Bool = false
  ) throws -> BatchOutcome<Note> {
    try StoreBatch(changes, isStrict: isStrict).folded { key in known.first { $0.id == key } }
  }

  private func outcome(_ change: (inout BatchOutcome<Note>) -> Void) -> BatchOutcome<Note> {
    var outcome = BatchOutcome<Note>()
    change(&outcome)
    return outcome
  }

  @Test func unknownInsertDeleteIsNothing() throws {
    let folded = try fold([.insert(new), .delete(1)])
    #expect(folded.isEmpty)
    #expect(folded.unknown == [])
  }

  @Test func unknownInsertUpdateIsInsertOfTheNewest() throws {
    #expect(try fold([.insert(new), .update(newest)]) == outcome { $0.inserted = [newest] })
  }

  @Test func unknownUpdateIsInsertUnlessStrict() throws {
    #expect(try fold([.update(new)]) == outcome { $0.inserted = [new] })
    #expect(throws: StoreError.self) { try fold([.update(new)], isStrict: true) }
  }

  @Test func unknownDeleteIsNothingAndReported() throws {
    let folded = try fold([.delete(1)])
    #expect(folded.isEmpty)
    #expect(folded.unknown == [1])
  }

  /// Of a record that is updated or refreshed it is said beside that whether it moved.
  @Test func aMoveIsReportedBesideWhatElseHappens() throws {
    let others = [Note(2), Note(3)]
    let known = [old] + others
    for move in [StoreChange<Note>.move(1, to: .end), .move(1, to: .after(3))] {
      for changes in [[.update(new), move], [move, .update(new)]] as [[StoreChange<Note>]] {
        #expect(
          try fold(changes + [.move(2, to: .end)], known: known)
            == outcome {
              $0.updated = [.init(from: old, to: new)]
              $0.moved = [1, 2]
            })
      }
      #expect(
        try fold([.refresh(1), move], known: known)
          == outcome {
            $0.refreshed = [1]
            $0.moved = [1]
          })
    }
  }

  /// Keys that are unknown are nothing; every other kind is something, by itself.
  @Test func anyKindOfChangeIsAnEffect() {
    #expect(outcome { $0.unknown = [1] }.isEmpty)
    let effects = [
      outcome { $0.inserted = [new] }, outcome { $0.updated = [.init(from: old, to: new)] }, outcome { $0.moved = [1] },
      outcome { $0.deleted = [old] }, outcome { $0.refreshed = [1] },
    ]
    for effect in effects { #expect(!effect.isEmpty, "\(effect)") }
  }

  @Test func knownInsertIsUpdate() throws {
    #expect(try fold([.insert(new)], known: [old]) == outcome { $0.updated = [.init(from: old, to: new)] })
  }

  @Test func knownDeleteInsertIsUpdate() throws {
    #expect(try fold([.delete(1), .insert(new)], known: [old]) == outcome { $0.updated = [.init(from: old, to: new)] })
  }

  @Test func knownUpdateDeleteIsDelete() throws {
    #expect(try fold([.update(new), .delete(1)], known: [old]) == outcome { $0.deleted = [old] })
  }

  @Test func knownUpdateBackIsNothing() throws {
    #expect(try fold([.update(new), .update(old)], known: [old]) == BatchOutcome())
    #expect(try fold([.delete(1), .insert(old)], known: [old]) == BatchOutcome())
  }

  @Test func aPlacementMovesWhatIsKnown() throws {
    #expect(try fold([.insert(old, at: .start)], known: [old]) == outcome { $0.moved = [1] })
    #expect(try fold([.insert(old, at: .end)], known: [old]) == BatchOutcome())
    #expect(try fold([.move(1, to: .end)], known: [old]) == outcome { $0.moved = [1] })
    #expect(try fold([.insert(new), .move(1, to: .start)]) == outcome { $0.inserted = [new] })
  }

  @Test func refreshReportsWhatIsEqualAndNothingElse() throws {
    #expect(try fold([.refresh(1)], known: [old]) == outcome { $0.refreshed = [1] })
    #expect(
      try fold([.refresh(1), .update(new)], known: [old]) == outcome { $0.updated = [.init(from: old, to: new)] })
    #expect(try fold([.refresh(1)]) == outcome { $0.unknown = [1] })
    #expect(try fold([.insert(new), .refresh(1)]) == outcome { $0.inserted = [new] })
    #expect(
      try fold([.delete(1), .refresh(1), .insert(old)], known: [old]) == outcome { $0.unknown = [1] })
  }

  @Test func strictRefusesToNameWhatIsNotThere() throws {
    for changes in [
      [.move(1, to: .end)], [.insert(Note(2), at: .before(1))], [.insert(Note(2), at: .after(1))],
      [.insert(Note(1)), .delete(1), .update(Note(1))],
      [.insert(Note(2)), .move(2, to: .after(1))],
    ] as [[StoreChange<Note>]] {
      #expect(throws: StoreError.self) { try fold(changes, isStrict: true) }
      #expect(throws: Never.self) { try fold(changes) }
    }
    #expect(try fold([.insert(Note(2), at: .before(1))], known: [old], isStrict: true).inserted == [Note(2)])
    #expect(try fold([.insert(Note(2)), .insert(Note(3), at: .after(2))], isStrict: true).inserted.count == 2)
    #expect(try fold([.delete(1)], isStrict: true).unknown == [1])
  }

  @Test func anErrorNamesTheKey() {
    #expect {
      try fold([.update(Note(77))], isStrict: true)
    } throws: { error in
      (error as? StoreError)?.kind == .invalidBatch && "\(error)".contains("77")
    }
  }

  @Test func recordsAreListedAsTheBatchNamesThemFirst() throws {
    let keys = [5, 3, 9, 1, 7]
    let folded = try fold(keys.map { .insert(Note($0)) } + keys.reversed().map { .update(Note($0, "x")) })
    #expect(folded.inserted.map(\.id) == keys)
    let gone = try fold(keys.map { .delete($0) }, known: keys.sorted().map { Note($0) })
    #expect(gone.deleted.map(\.id) == keys)
  }

  @Test func changesOfSectionsAreNotLookedAt() throws {
    #expect(try fold([.deleteSection(SectionID("a")), .insertSection(SectionID("b"))]) == BatchOutcome())
  }
}
