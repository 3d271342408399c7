internal import BenchmarkHarness

extension Regression {
  /// The judgement in a format, and an LF.
  func report(as format: RegressionFormat, _ palette: Palette) -> [UInt8] {
    switch format {
    case .text: Array(text(palette).utf8)
    case .json: json
    case .markdown: Array(markdown.utf8)
    case .junit: Array(junit.utf8)
    case .github: Array(github.utf8)
    }
  }

  private var sides: String {
    func name(_ side: Side, _ environment: RunEnvironment) -> String {
      environment.commit == RunEnvironment.unknown ? side.path : environment.commit
    }
    return "\(name(question.base, base)) → \(name(question.head, head))"
  }

  /// The verdict of a gate, and whether it decides nothing.
  func word(_ result: GateResult) -> String {
    let word = result.verdict?.rawValue ?? "–"
    return question.reported.contains(result.gate) ? word + ", reported only" : word
  }

  // MARK: Markdown

  private var markdown: String {
    func cell(_ text: String) -> String {
      var result = ""
      for character in VisibleText.escaped(text) {
        if "\\`*_{}[]<>()#+!|~&".contains(character) { result.append("\\") }
        result.append(character)
      }
      return result
    }
    var lines = [
      "### section-diff regress: \(verdict.rawValue)", "", cell(sides), "", "| gate | verdict | |",
      "| --- | --- | --- |",
    ]
    lines += gates.map { "| \($0.gate.rawValue) | \(word($0)) | \(cell($0.summary)) |" }
    for (level, title) in [
      (RegressionRemark.Level.error, "Worse"), (.warning, "Cannot tell"), (.notice, "For information"),
    ] {
      let found = remarks.filter { $0.level == level }
      guard !found.isEmpty else { continue }
      // What got better, was accepted or decides nothing is there for who looks for it.
      if level == .notice { lines += ["", "<details><summary>\(title): \(found.count)</summary>"] }
      lines += ["", "| \(title) | of | |", "| --- | --- | --- |"]
      lines += found.map { "| \($0.gate.rawValue) | \(cell($0.subject)) | \(cell($0.text)) |" }
      if level == .notice { lines += ["", "</details>"] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: JUnit

  private var junit: String {
    func escaped(_ text: String) -> String {
      var result = ""
      for character in VisibleText.escaped(text) {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
      }
      return result
    }
    func count(_ verdict: Verdict?) -> Int {
      gates.count { !question.reported.contains($0.gate) && $0.verdict == verdict }
    }
    let totals =
      "tests=\"\(gates.count)\" failures=\"\(count(.regressed))\" errors=\"\(count(.cannotTell))\" skipped=\"\(count(nil))\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(totals)>",
      "  <testsuite name=\"section-diff regress\" \(totals)>",
    ]
    for result in gates {
      let remarks = remarks.filter { $0.gate == result.gate && $0.level != .notice }
      let body = remarks.map { escaped($0.line) + "\n" }.joined()
      let message = escaped(result.summary)
      lines.append("    <testcase classname=\"section-diff.regress\" name=\"\(result.gate.rawValue)\">")
      switch question.reported.contains(result.gate) ? .pass : result.verdict {
      case .pass: lines.append("      <system-out>\(message)</system-out>")
      case .regressed: lines.append("      <failure message=\"\(message)\">\(body)</failure>")
      case .cannotTell: lines.append("      <error message=\"cannot tell: \(message)\">\(body)</error>")
      case nil: lines.append("      <skipped message=\"\(message)\"/>")
      }
      lines.append("    </testcase>")
    }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: GitHub

  private var github: String {
    func escaped(_ text: String) -> String {
      VisibleText.escaped(text).split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
    }
    let lines = remarks.map { remark in
      "::\(remark.level.rawValue) title=section-diff regress, \(remark.gate.rawValue)::\(escaped(remark.line))"
    }
    let level: RegressionRemark.Level =
      switch verdict {
      case .pass: .notice
      case .regressed: .error
      case .cannotTell: .warning
      }
    let summary = gates.map { "\($0.gate.rawValue) \($0.verdict?.rawValue ?? "–")" }.joined(separator: ", ")
    let last =
      "::\(level.rawValue) title=section-diff regress::\(escaped("\(verdict.rawValue): \(summary) (\(sides))"))"
    return (lines + [last]).joined(separator: "\n") + "\n"
  }
}
