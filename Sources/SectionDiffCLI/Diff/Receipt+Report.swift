internal import RecordFormats
internal import SectionDiff

extension DiffReceipt {
  /// What a receipt says, name by name, in a fixed order.
  private var entries: [(name: String, value: Entry)] {
    [
      ("strategy", .text(strategy)), ("picked", .text(picked)), ("reason", .text(reason)),
      ("comparisons", .number(comparisons)), ("hashes", .number(hashes)),
      ("trimmedPrefix", .number(trimmedPrefix)), ("trimmedSuffix", .number(trimmedSuffix)),
      ("walked", .number(walked)), ("residueOld", .number(residueOld)), ("residueNew", .number(residueNew)),
      ("moves", .number(moves)), ("workSpent", .number(workSpent)),
      ("budgetExhausted", .flag(budgetExhausted)), ("isMinimal", .flag(isMinimal)),
      ("infersMoves", .flag(infersMoves)), ("droppedOld", .number(droppedOld)),
      ("droppedNew", .number(droppedNew)),
    ]
  }

  private enum Entry {
    case text(String)
    case number(Int)
    case flag(Bool)
  }

  /// Appends the receipt as a JSON object.
  ///
  /// - Parameter goal: what adaptive favored; nil for another strategy.
  func appendJSON(favoring goal: AdaptiveDiff.Goal?, to output: inout [UInt8]) {
    let entries = entries + (goal.map { [("favor", .text($0.rawValue))] } ?? [])
    output.append(UInt8(ascii: "{"))
    for (index, entry) in entries.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.appendString(entry.name, to: &output)
      output.append(UInt8(ascii: ":"))
      switch entry.value {
      case .text(let text): JSONText.appendString(text, to: &output)
      case .number(let number): output.append(number: number)
      case .flag(let flag): output.append(flag ? "true" : "false")
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The receipt for people, a few lines.
  ///
  /// - Parameter goal: what adaptive favored; nil for another strategy.
  func lines(favoring goal: AdaptiveDiff.Goal?) -> [String] {
    var lines = ["strategy: \(picked)" + (reason.isEmpty ? "" : " (\(reason))")]
    if picked != strategy { lines[0] += ", picked by \(strategy)" }
    if let goal { lines[0] += ", favoring \(goal.rawValue)" }
    lines.append("looked at: \(comparisons) comparisons, \(hashes) hashes, \(workSpent) work units")
    lines.append(
      "paired before the strategy ran: \(trimmedPrefix) at the starts, \(trimmedSuffix) at the ends, \(walked) walked; "
        + "left for it: \(residueOld) old, \(residueNew) new")
    var answer = isMinimal ? "as few changes as the strategy promises" : "may have more changes than necessary"
    if let hint = hint(favoring: goal) { answer += "; \(hint)" }
    if !infersMoves {
      answer += "; moves are not inferred, a record at another place is a delete and an insert"
    }
    lines.append("answer: \(answer)")
    if droppedOld + droppedNew > 0 {
      lines.append("dropped as duplicates: \(droppedOld) old, \(droppedNew) new")
    }
    return lines
  }

  /// What to do for fewer changes; nil where nothing is known to help.
  private func hint(favoring goal: AdaptiveDiff.Goal?) -> String? {
    if budgetExhausted { return "the budget ran out (raise --max-work)" }
    guard !isMinimal else { return nil }
    switch goal {
    case .fewestChanges: return "its search ended at the budget (raise --max-work)"
    case .balance, .speed: return "--favor fewest-changes searches for the fewest"
    case nil: return infersMoves ? "--strategy adaptive --favor fewest-changes searches for the fewest" : nil
    }
  }
}

extension RecordDiff {
  /// The receipt for people.
  var explanation: [String] { receipt.lines(favoring: strategy.favors) }
}
