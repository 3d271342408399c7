#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// How `regress` prints its judgement.
  enum RegressionFormat: String, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
    /// A comment for a pull request, or a summary of a job.
    case markdown
    /// A test report, a case for each gate.
    case junit
    /// Annotations of GitHub Actions.
    case github
  }

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
      (result.verdict?.rawValue ?? "–") + (isReported(result.gate) ? ", reported only" : "")
    }

    /// How much is compared, in one line.
    var compared: String {
      let both = plan.figures.count { $0.standing == .both }
      var parts = ["\(Figures.grouped(both)) figures"]
      for (name, count) in [
        ("wrong answers", plan.wrong.count), ("not comparable", plan.gaps.count),
        ("new", plan.figures.count { $0.standing == .headOnly }),
        ("counted on one side only, for want of a meter", plan.figures.count { $0.standing == .noMeter }),
        ("accepted", plan.figures.count { $0.accepted != nil }),
      ] where count > 0 { parts.append("\(name): \(count)") }
      if !isDecided { parts.append("no gate has decided") }
      return parts.joined(separator: "; ")
    }

    /// A text of which some characters are written in another way. They are replaced by scalars: a mark that combines
    /// with a character does not take away what that means.
    private static func replaced(_ text: String, _ codes: [Unicode.Scalar: String]) -> String {
      text.unicodeScalars.map { codes[$0] ?? String($0) }.joined()
    }

    // MARK: Markdown

    /// A comment on GitHub ends at 65,536 characters. What is written around this one has room, too.
    private static let mostBytes = 60_000
    /// What was left out for want of time is one text, and has to be there.
    private static let longestCell = 10_000
    /// More rows of a level than anybody reads in a comment.
    private static let mostRows = 50

    /// GitHub looks for names in the page that it has made of the comment. There "\@" and "&#64;" are what "@" is; only
    /// in code it looks for none.
    private static let markdownCodes = Dictionary(
      uniqueKeysWithValues: "\\`*_{}[]<>()#+!|~&".unicodeScalars.map { ($0, "\\\($0)") } + [("@", "<code>@</code>")])

    private var markdown: String {
      func cell(_ text: String) -> String {
        Self.replaced(VisibleText.shortened(text, to: Self.longestCell), Self.markdownCodes)
      }
      var lines = [
        "### section-diff regress: \(verdict.rawValue)", "", cell(sides), "", "| gate | verdict | |",
        "| --- | --- | --- |",
      ]
      lines += parts.map { "| \($0.gate.name) | \(word($0)) | \(cell($0.summary)) |" }
      var bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
      for (level, title) in [
        (RegressionRemark.Level.error, "Worse"), (.warning, "Cannot tell"), (.notice, "For information"),
      ] {
        let found = remarks.filter { $0.level == level }
        guard !found.isEmpty else { continue }
        var rows: [String] = []
        for remark in found.prefix(Self.mostRows) {
          let row = "| \(remark.gate.name) | \(cell(remark.subject)) | \(cell(remark.text)) |"
          guard bytes + row.utf8.count < Self.mostBytes else { break }
          bytes += row.utf8.count + 1
          rows.append(row)
        }
        // What got better, was accepted or decides nothing is there for who looks for it.
        if level == .notice { lines += ["", "<details><summary>\(title): \(found.count)</summary>"] }
        if !rows.isEmpty { lines += ["", "| \(title) | of | |", "| --- | --- | --- |"] + rows }
        if rows.count < found.count {
          lines += ["", "\(title): and \(found.count - rows.count) more; `--format json` has all."]
        }
        if level == .notice { lines += ["", "</details>"] }
      }
      return lines.joined(separator: "\n") + "\n"
    }

    // MARK: JUnit

    /// What becomes of a test case.
    private enum TestOutcome {
      case passed
      case failure
      case error
      case skipped
    }

    /// A gate as a test case: it fails where the gate does, so that a report without failures and errors has exit code 0.
    /// That of what is compared at all says, too, whether any gate has decided.
    private func outcome(of result: GateResult) -> TestOutcome {
      switch deciding(result) {
      case .pass: result.gate != nil || isDecided ? .passed : .error
      case .regressed: .failure
      case .cannotTell: .error
      case nil: result.verdict == nil ? .skipped : .passed
      }
    }

    private static let xmlCodes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]

    private var junit: String {
      func escaped(_ text: String) -> String { Self.replaced(VisibleText.escaped(text), Self.xmlCodes) }
      let remarks = remarks.filter { $0.level != .notice }
      let cases = parts.map { result in
        (
          name: result.gate.name, outcome: outcome(of: result), message: escaped(result.summary),
          body: remarks.filter { $0.gate == result.gate }.map { escaped($0.line) + "\n" }.joined()
        )
      }
      func count(_ outcome: TestOutcome) -> Int { cases.count { $0.outcome == outcome } }
      let totals =
        "tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\" skipped=\"\(count(.skipped))\""
      var lines = [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(totals)>",
        "  <testsuite name=\"section-diff regress\" \(totals)>",
      ]
      for (name, outcome, message, body) in cases {
        lines.append("    <testcase classname=\"section-diff.regress\" name=\"\(name)\">")
        switch outcome {
        case .passed: lines.append("      <system-out>\(message)</system-out>")
        case .failure: lines.append("      <failure message=\"\(message)\">\(body)</failure>")
        case .error: lines.append("      <error message=\"cannot tell: \(message)\">\(body)</error>")
        case .skipped: lines.append("      <skipped message=\"\(message)\"/>")
        }
        lines.append("    </testcase>")
      }
      lines += ["  </testsuite>", "</testsuites>"]
      return lines.joined(separator: "\n") + "\n"
    }

    // MARK: GitHub

    /// GitHub shows ten annotations of a level for each step: the verdict, and so many more.
    private static let mostAnnotations = 9

    private var github: String {
      // As the toolkit of GitHub's actions escapes them: in properties a colon and a comma have a meaning of their own.
      let message: [Unicode.Scalar: String] = ["%": "%25"]
      let property = message.merging([":": "%3A", ",": "%2C"]) { $1 }
      func annotation(_ level: RegressionRemark.Level, _ part: String, _ text: String) -> String {
        let title = Self.replaced("section-diff regress" + part, property)
        return "::\(level.rawValue) title=\(title)::\(Self.replaced(VisibleText.escaped(text), message))"
      }
      let summary =
        (["compared: \(plan.verdict.rawValue)"] + gates.map { "\($0.gate.name) \(word($0))" })
        .joined(separator: ", ")
      var lines = [annotation(.init(verdict), "", "\(verdict.rawValue): \(summary) (\(sides))")]
      for level in RegressionRemark.Level.allCases {
        let found = remarks.filter { $0.level == level }
        // The last of them says how many there are besides.
        let shown = found.count > Self.mostAnnotations ? found.prefix(Self.mostAnnotations - 1) : found[...]
        lines += shown.map { annotation(level, ", \($0.gate.name)", $0.line) }
        if shown.count < found.count {
          lines.append(annotation(level, "", "\(found.count - shown.count) more: --format json lists all"))
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }
#endif
