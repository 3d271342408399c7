extension StoreViolation {
  /// What was done and received as a sequence diagram, in the language of Mermaid: the trial, the store, and each observer
  /// and controller, over time. The last line is what is wrong.
  ///
  ///     for violation in report.violations {
  ///       Attachment.record(violation.diagram, named: "\(violation.law).mmd")
  ///     }
  public var diagram: String {
    let arrow = " receives "
    var observers: [String] = []
    let steps = trace.map { line -> String in
      guard line.hasPrefix("observer ") || line.hasPrefix("controller "), let parts = line.divided(by: arrow) else {
        return "  trial->>store: \(line.asMermaid)"
      }
      if !observers.contains(parts.before) { observers.append(parts.before) }
      return "  store->>\(parts.before.asName): \(parts.after.asMermaid)"
    }
    let participants = ["trial", "store"] + observers.map { "\($0.asName) as \($0)" }
    return
      (["sequenceDiagram"] + participants.map { "  participant \($0)" } + steps
      + ["  Note over store: \(law.rawValue): \(message.asMermaid)", ""]).joined(separator: "\n")
  }
}

extension String {
  /// The parts before and after the first place of a separator; the standard library looks for texts since macOS 13 only.
  fileprivate func divided(by separator: String) -> (before: String, after: String)? {
    let (text, mark) = (Array(self), Array(separator))
    guard text.count >= mark.count else { return nil }
    for start in 0...(text.count - mark.count) where Array(text[start..<start + mark.count]) == mark {
      return (String(text[..<start]), String(text[(start + mark.count)...]))
    }
    return nil
  }

  /// A name that a diagram can refer to.
  fileprivate var asName: String { filter { $0.isLetter || $0.isNumber } }

  /// Text without the characters that end a message.
  fileprivate var asMermaid: String {
    String(map { $0 == ";" ? "," : $0 == "#" ? "№" : $0.isNewline ? " " : $0 })
  }
}
