internal import SectionDiff

/// Which strategy to use on an input, and why: a function of the figures and of nothing else.
///
/// Only comparable answers take part. Myers without inferred moves reports what moved as a delete and an insert; where
/// something did, its answer says less than the others and its time is that of another question.
///
/// - balance: by speed, among the answers that are not too large: at most 1.15 × the fewest changes of all.
/// - speed: the fastest, however large its answer; among those within 3 % of it, the smallest.
/// - fewest-changes: the smallest answer; among equals, by speed.
/// - memory: the fewest bytes; among equals (within 1 %), by speed.
///
/// What is still equal goes to the strategy that is listed first: adaptive, which chooses again when the data change.
///
/// Where the machine is so noisy that a difference of more than 3 % can be chance, several strategies may be the fastest.
/// Then it cannot tell, and says so: the recommendation is the first strategy where that is one of them, else the fastest
/// as measured. Where there are too few rounds to know what chance does, it cannot tell either, and it is the fastest as
/// measured. The same holds for a rival, whose rounds are its own: one whose noise is not known may be the fastest, and is not
/// recommended where that of others is. A strategy and adaptive that picked it do the same work, and need not be distinguished.
@available(LiveSystems, *)
package struct Recommendation: Hashable, Sendable {
  /// The strategy.
  package let strategy: String
  /// Why, in one sentence.
  package let reason: String
  /// What would change the choice, a line each.
  package let otherwise: [String]
  /// The strategies of which any may be the fastest, for all that the times say; empty where they say enough.
  package let undecided: [String]

  /// Ratios below this are no difference to anyone, however steady the machine.
  package static let leastMargin = 0.03

  /// Chooses among the rows of a table, of equals the first; nil when there are none. `noise` is how far from 1 a ratio of
  /// equals is by chance; nil where nobody knows.
  package init?(among rows: [StrategyFigures], preferring preference: Advisor.Preference, noise: Double?) {
    let choice = Choice(rows: rows, margin: max(noise ?? .infinity, Self.leastMargin))
    guard let best = choice.best(by: preference) else { return nil }
    strategy = best.name
    reason = choice.reason(for: best, by: preference)
    otherwise = choice.otherwise(than: best, by: preference)
    undecided = choice.undecided(by: preference).map(\.name)
  }

  /// Whether the answer of `row` says as much as those of the strategies that infer moves.
  package static func isComparable(_ row: StrategyFigures, among rows: [StrategyFigures]) -> Bool {
    guard !row.infersMoves else { return true }
    guard let least = rows.filter(\.infersMoves).map(\.counts.deletes).min() else { return true }
    return row.counts.deletes <= least
  }
}

/// The rows that take part, and how far apart they must be.
@available(LiveSystems, *)
private struct Choice {
  let rows: [StrategyFigures]
  let others: [StrategyFigures]
  /// Infinite where nobody knows.
  let margin: Double
  /// The changes of the smallest answer.
  private let fewest: Int
  /// The time of the strategy that ratios are given to.
  private let first: Double
  /// The strategy to keep to where the times do not tell.
  private let fallback: String?

  init(rows: [StrategyFigures], margin: Double) {
    self.rows = rows.filter { Recommendation.isComparable($0, among: rows) }
    others = rows.filter { !Recommendation.isComparable($0, among: rows) }
    self.margin = margin
    fewest = self.rows.map(\.counts.total).min() ?? 0
    first = rows.first?.nanoseconds ?? 1
    fallback = margin.isFinite ? rows.first?.name : nil
  }

  private func cost(_ row: StrategyFigures) -> Double { row.cost(first: first) }

  /// What a figure is of.
  private var unit: String { rows.contains { $0.isDiff } ? "a diff" : "a run" }

  private var knowsBytes: Bool { rows.allSatisfy { $0.bytes != nil } }

  func best(by preference: Advisor.Preference) -> StrategyFigures? { fastest(of: candidates(by: preference)) }

  /// Those between which time decides.
  private func candidates(by preference: Advisor.Preference) -> [StrategyFigures] {
    switch preference {
    case .balance: return rows.filter { !isTooLarge($0) }
    case .speed: return rows
    case .fewestChanges: return rows.filter { $0.counts.total == fewest }
    case .memory:
      guard knowsBytes, let least = rows.compactMap(\.bytes).min() else { return rows }
      return rows.filter { Double($0.bytes ?? .max) <= Double(least) * 1.01 }
    }
  }

  func undecided(by preference: Advisor.Preference) -> [StrategyFigures] {
    undecided(among: candidates(by: preference))
  }

  private func undecided(among rows: [StrategyFigures]) -> [StrategyFigures] {
    let level = level(of: rows)
    // On a quiet machine what is level is equal. A strategy and one that picked it are one.
    let noise = level.map(\.noise).max() ?? 0
    let isUndecided =
      max(margin, noise) > Recommendation.leastMargin && Set(level.map { $0.picked ?? $0.name }).count > 1
    return isUndecided ? level : []
  }

  private func fastest(of rows: [StrategyFigures]) -> StrategyFigures? {
    let undecided = undecided(among: rows)
    if let known = undecided.first(where: { $0.name == fallback }) { return known }
    if !undecided.isEmpty {
      return undecided.filter(\.noise.isFinite).min { cost($0) < cost($1) } ?? undecided.min { cost($0) < cost($1) }
    }
    let level = level(of: rows)
    let least = level.map(\.counts.total).min()
    return level.first { $0.counts.total == least }
  }

  /// By how much times differ by chance, as far as that is known.
  private func share(of rows: [StrategyFigures]) -> Double {
    max(margin, rows.map(\.noise).filter(\.isFinite).max() ?? 0)
  }

  /// Those that chance cannot tell from the fastest.
  private func level(of rows: [StrategyFigures]) -> [StrategyFigures] {
    let known = rows.filter(\.noise.isFinite)
    guard let least = (known.isEmpty ? rows : known).min(by: { cost($0) < cost($1) }) else { return [] }
    return rows.filter { row in
      !row.noise.isFinite || cost(row) <= cost(least) * (1 + max(margin, row.noise, least.noise))
    }
  }

  func reason(for best: StrategyFigures, by preference: Advisor.Preference) -> String {
    switch preference {
    case .memory where knowsBytes:
      let doubt = undecided(by: .memory).isEmpty ? "" : "; " + speed(of: best, among: candidates(by: .memory))
      return "\(Figures.bytes(best.bytes ?? 0)) \(unit), the least of the comparable strategies" + doubt
    case .memory:
      let uncounted = rows.filter { $0.bytes == nil }.map(\.name)
      let whose = uncounted.count < rows.count ? " of \(uncounted.joined(separator: ", "))" : ""
      return "bytes\(whose) were not counted, so by speed: \(speed(of: best, among: rows))"
    case .balance:
      let large = rows.filter(isTooLarge)
      if large.isEmpty { return speed(of: best, among: rows) }
      let names = large.map { "\($0.name) \(excess($0))" }.joined(separator: ", ")
      return "\(speed(of: best, among: candidates(by: .balance))); left out for more than "
        + "\(Figures.short(StrategyRegret.worstBounds.size)) × the fewest changes, \(Figures.grouped(fewest)): \(names)"
    case .speed:
      return speed(of: best, among: rows)
        + (isTooLarge(best)
          ? "; its answer is large: \(excess(best)) the fewest changes, \(Figures.grouped(fewest))" : "")
    case .fewestChanges:
      let level = rows.filter { $0.counts.total == best.counts.total }
      let size = "\(Figures.grouped(best.counts.total)) changes, the fewest"
      return level.count == 1
        ? size + " of the comparable answers" : size + "; \(speed(of: best, among: level))"
    }
  }

  /// Whether speed does not make up for the size of an answer.
  private func isTooLarge(_ row: StrategyFigures) -> Bool {
    StrategyRegret.sizeRatio(row.counts.total, to: fewest) > StrategyRegret.worstBounds.size
  }

  private func excess(_ row: StrategyFigures) -> String {
    "\(Figures.short(StrategyRegret.sizeRatio(row.counts.total, to: fewest))) ×"
  }

  private func speed(of best: StrategyFigures, among rows: [StrategyFigures]) -> String {
    let pick = best.picked.map { " (it picks \($0))" } ?? ""
    let time = "\(Figures.time(best.nanoseconds)) \(unit)\(pick)"
    let undecided = undecided(among: rows)
    if !undecided.isEmpty {
      let least = undecided.map(cost).filter { $0 > 0 }.min() ?? 1
      let names = undecided.map { "\($0.name) \(Figures.short(cost($0) / least)) ×" }.joined(separator: ", ")
      let known = best.name == fallback ? "the default" : "the fastest as measured"
      let unknown = undecided.filter { !$0.noise.isFinite }.map(\.name).joined(separator: ", ")
      let doubt =
        margin.isFinite
        ? unknown.isEmpty
          ? "by chance alone times differ by \(Figures.percent(share(of: undecided))) here, and these do not differ by more"
          : "how far the time of \(unknown) differs by chance alone nobody knows, in fewer than "
            + "\(MeasuredTable.fewestRounds) rounds or with no time at all; as measured"
        : "in fewer than \(MeasuredTable.fewestRounds) rounds nobody knows how far times differ by chance alone; as measured"
      return "cannot tell which is the fastest: \(doubt): \(names); \(best.name), \(known), takes \(time)"
    }
    let level = level(of: rows).filter { $0.name != best.name }
    let slower = rows.filter { row in row.name != best.name && !level.contains { $0.name == row.name } }
    var parts: [String] = []
    if !level.isEmpty {
      let names = level.map(\.name).joined(separator: ", ")
      let verb = level.count == 1 ? "is" : "are"
      parts.append("\(names) \(verb) level with it (within \(Figures.percent(margin)))")
    }
    for row in slower { parts.append("\(row.name) takes \(Figures.short(cost(row) / cost(best))) × as long") }
    return ([time + (level.isEmpty ? ", the fastest" : ", among the fastest")] + parts).joined(separator: "; ")
  }

  func otherwise(than best: StrategyFigures, by preference: Advisor.Preference) -> [String] {
    var lines: [String] = []
    for other in Advisor.Preference.allCases where other != preference {
      if other == .memory, !knowsBytes { continue }
      if other == .fewestChanges, !rows.contains(where: \.isDiff) { continue }
      guard let choice = self.best(by: other), choice.name != best.name else { continue }
      lines.append("--favor \(other.rawValue): \(choice.name), \(reason(for: choice, by: other))")
    }
    let undecided = undecided(by: preference)
    if !undecided.isEmpty {
      let unknown = undecided.filter { !$0.noise.isFinite }.map(\.name).joined(separator: ", ")
      lines.insert(
        margin.isFinite && !unknown.isEmpty
          ? "more rounds of \(unknown): \(MeasuredTable.fewestRounds) at least, that take some time"
          : margin.isFinite
            ? "a quieter machine: end what else runs on it, and run this again; differences above "
              + "\(Figures.percent(share(of: undecided))) can be detected now, above \(Figures.percent(Recommendation.leastMargin)) at best"
            : "more rounds: \(MeasuredTable.fewestRounds) of each at least, in which all take turns", at: 0)
    }
    for row in others where cost(row) < cost(best) {
      lines.append(
        "if a delete and an insert for each move are acceptable: \(row.name), \(Figures.short(cost(best) / cost(row))) × as fast"
      )
    }
    if !knowsBytes { lines.append("--favor memory, once allocations are counted") }
    if lines.isEmpty { lines.append("other data: run this again on yours") }
    return lines
  }
}
