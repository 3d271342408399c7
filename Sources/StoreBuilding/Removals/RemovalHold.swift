public import StoreInterface

/// Which removals a store withholds, answer by answer, by a ``RemovalGuard``: a value without a clock or a source.
///
///     answer ──▶ admit ──▶ records to show: the answer, or the answer and the records that it lacks
///
///     let shown = songs.edit { hold.admit(answer, replacing: $0, isNewVersion: true, at: age) }
///     songs.replace(with: shown)
///
/// These are two steps: one task at a time takes an answer, and no other task writes between them, or `replace` takes
/// that back.
///
/// A hold begins with an answer that removes too much. While it lasts, additions, updates and moves pass, and **no**
/// removal does, however small: so many small steps cannot add up to what one step may not do. Only what came during the
/// hold may go again, by the bounds of the guard. The hold ends when
///
/// - an answer brings back all that was missing: nothing is removed;
/// - a second answer lacks at least what the one before it lacked, and what it lacks besides would have passed by
///   itself: all of that is removed. Up to a tenth may be back, where others are missing instead: some sources never give
///   the same answer twice. Who only gives back is on his way to the right answer;
/// - the program approves it.
///
/// Any other answer that lacks something is the first of a new pair.
///
/// Invariant: ``keys`` were missing from the last answer, and observers hold their records.
@available(LiveSystems, *)
public struct RemovalHold<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// One of so many withheld records may be back in an answer that agrees.
  private static var tolerance: Int { 10 }

  private let rule: RemovalGuard?
  /// The keys of the records that are kept although the last answer lacks them.
  public private(set) var keys: Set<Item.ID> = []
  /// The keys of records that came while removals were withheld.
  private var recent: Set<Item.ID> = []
  /// The sections that are kept for them alone.
  private var sections: [SectionID] = []
  /// What is withheld; `nil` while nothing is.
  public private(set) var summary: HeldRemovals?

  /// Withholds nothing so far, and never anything without a rule.
  public init(_ rule: RemovalGuard?) { self.rule = rule }

  /// Whether removals are withheld.
  public var isHolding: Bool { summary != nil }

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - answer: All records, as the source gave them.
  ///   - shown: The records that observers hold, which are not changed.
  ///   - isNewVersion: Whether the source said it again. The same bytes, read again, confirm nothing.
  ///   - spared: Keys whose absence means nothing, such as those that the store itself is writing.
  ///   - now: The time since the store was made.
  /// - Returns: The records to show: the answer, where nothing is withheld. Otherwise the answer in its order, and each
  ///   withheld record behind the record that it stood behind and that the answer has in the same section; at the start
  ///   where there is none. A section that the answer lacks is kept in the same way.
  /// - Complexity: O(*n*) for *n* records.
  public mutating func admit(
    _ answer: StoreContents<Item>, replacing shown: borrowing RecordEdits<Item>, isNewVersion: Bool,
    sparing spared: Set<Item.ID> = [],
    at now: Duration
  ) -> StoreContents<Item> {
    let before = shown.contents
    // An empty list represents no sections, too. Other lists have no places for sections, nor the other way round: such
    // an answer has nothing in common with what is shown.
    let isEmptyList = answer.sections == nil && answer.items.isEmpty
    guard let rule, shown.count > 0, isEmptyList || (answer.sections != nil) == shown.keepsSections else {
      end()
      return answer
    }
    var (missing, added) = Self.difference(from: before.items, to: answer.items)
    if !spared.isEmpty { missing.subtract(spared) }
    if isHolding {
      let passing = missing.intersection(recent)
      if !rule.withholds(passing.count, of: shown.count) { missing.subtract(passing) }
    }
    var held = keys
    for key in keys where shown[key] == nil { held.remove(key) }
    if missing.isEmpty || !withholds(missing, added: added.count, held: held, of: shown.count, isNewVersion, rule) {
      end()
      return answer
    }
    recent.formUnion(added)
    let since = summary?.since ?? now
    let names = before.items.lazy.filter { missing.contains($0.id) }.prefix(HeldRemovals.namedCount).map { "\($0.id)" }
    keys = missing
    summary = HeldRemovals(count: missing.count, total: shown.count, names: Array(names), since: since)
    return merge(answer, into: before)
  }

  private func withholds(
    _ missing: Set<Item.ID>, added: Int, held: Set<Item.ID>, of count: Int, _ isNewVersion: Bool, _ rule: RemovalGuard
  ) -> Bool {
    let replaced = rule.countsReplaced ? 0 : added
    if held.isEmpty { return rule.withholds(missing.count - replaced, of: count) }
    let back = held.subtracting(missing).count
    let more = missing.count - (held.count - back)
    guard isNewVersion, back == 0 || more > 0 && back * Self.tolerance <= held.count else { return true }
    return rule.withholds(more, of: count - held.count)
  }

  /// Ends the hold, and deletes what was withheld.
  public mutating func approve(in edits: inout RecordEdits<Item>) {
    for key in keys { edits.remove(key) }
    for section in sections { _ = edits.records.deleteSection(section) }
    end()
  }

  /// Ends the hold: the records are what they are meant to be.
  public mutating func end() {
    keys = []
    recent = []
    sections = []
    summary = nil
  }

  // MARK: - Comparing

  /// The keys that one list has and another lacks, and those that are new. Equal ends are not hashed.
  private static func difference(from old: [Item], to new: [Item]) -> (missing: Set<Item.ID>, added: Set<Item.ID>) {
    let front = zip(old, new).prefix { $0.id == $1.id }.count
    let (oldRest, newRest) = (old.dropFirst(front), new.dropFirst(front))
    let back = zip(oldRest.reversed(), newRest.reversed()).prefix { $0.id == $1.id }.count
    let (oldMiddle, newMiddle) = (oldRest.dropLast(back), newRest.dropLast(back))
    let oldKeys = Set(oldMiddle.lazy.map(\.id))
    let newKeys = Set(newMiddle.lazy.map(\.id))
    return (oldKeys.subtracting(newKeys), newKeys.subtracting(oldKeys))
  }

  // MARK: - Merging

  private mutating func merge(_ answer: StoreContents<Item>, into shown: StoreContents<Item>) -> StoreContents<Item> {
    sections = []
    guard let old = shown.sections else { return .items(merge(answer.items, into: shown.items)) }
    return .sections(merge(answer.sections ?? [], into: old))
  }

  private func merge(_ items: [Item], into old: [Item]) -> [Item] {
    let present = Set(items.lazy.map(\.id))
    var merged: [Item] = []
    var followers: [Item.ID: [Item]] = [:]
    var anchor: Item.ID?
    for item in old {
      if !keys.contains(item.id) {
        if present.contains(item.id) { anchor = item.id }
      } else if let anchor {
        followers[anchor, default: []].append(item)
      } else {
        merged.append(item)
      }
    }
    for item in items {
      merged.append(item)
      if let behind = followers.removeValue(forKey: item.id) { merged += behind }
    }
    return merged
  }

  private mutating func merge(_ new: [StoreSection<Item>], into old: [StoreSection<Item>]) -> [StoreSection<Item>] {
    let present = Set(new.map(\.id))
    let before = Dictionary(old.map { ($0.id, $0.items) }) { first, _ in first }
    var merged: [StoreSection<Item>] = []
    var followers: [SectionID: [StoreSection<Item>]] = [:]
    var anchor: SectionID?
    for section in old {
      if present.contains(section.id) {
        anchor = section.id
        continue
      }
      let items = section.items.filter { keys.contains($0.id) }
      if items.isEmpty { continue }
      sections.append(section.id)
      let kept = StoreSection(section.id, header: section.header, items: items)
      if let anchor { followers[anchor, default: []].append(kept) } else { merged.append(kept) }
    }
    for section in new {
      merged.append(
        StoreSection(
          section.id, header: section.header, items: merge(section.items, into: before[section.id] ?? [])))
      if let behind = followers.removeValue(forKey: section.id) { merged += behind }
    }
    return merged
  }
}
