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
      guard line.hasPrefix("observer ") || line.hasPrefix("controller "), let place = line.firstRange(of: arrow) else {
        return "  trial->>store: \(line.asMermaid)"
      }
      let observer = String(line[..<place.lowerBound])
      if !observers.contains(observer) { observers.append(observer) }
      return "  store->>\(observer.asName): \(String(line[place.upperBound...]).asMermaid)"
    }
    let participants = ["trial", "store"] + observers.map { "\($0.asName) as \($0)" }
    return
      (["sequenceDiagram"] + participants.map { "  participant \($0)" } + steps
      + ["  Note over store: \(law.rawValue): \(message.asMermaid)", ""]).joined(separator: "\n")
  }
}

extension String {
  /// A name that a diagram can refer to.
  fileprivate var asName: String { filter { $0.isLetter || $0.isNumber } }

  /// Text without the characters that end a message.
  fileprivate var asMermaid: String {
    String(map { $0 == ";" ? "," : $0 == "#" ? "№" : $0.isNewline ? " " : $0 })
  }
}
