import SectionDiff

/// The board as lines of text, one for each change: for files, pipes and logs.
enum PlainLog {
  /// What an update did. A path is that of the changeset: of deleted cards in the old board, of all others in the new one.
  static func lines(for update: CardsUpdate) -> [String] {
    let changes = update.changeset.identity
    let deleted = changes.deletes.map { "- \(describe(update.before, $0))" }
    let inserted = changes.inserts.map { "+ \(describe(update.after, $0))" }
    let moved = changes.moves.map { move in
      "> \(describe(update.after, move.to)), from \(update.before.sections[move.from.section].key.title)"
    }
    let updated = changes.updates.map { "~ \(describe(update.after, $0.to))" }
    return ["revision \(update.revision): \(update.changeset.counts)"] + deleted + inserted + moved + updated
  }

  private static func describe(_ cards: Cards, _ path: ItemPath) -> String {
    let card = cards[path]
    return "\(cards.sections[path.section].key.title): \(card.title) (\(card.points))"
  }
}
