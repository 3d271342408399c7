#if CommandLineGate
  /// A workflow command as the runner of GitHub's actions reads it: properties end at commas, and only then are codes replaced.
  struct WorkflowCommand: Equatable {
    var level: String
    var title: String
    var text: String

    /// Reads a line; `nil` where it is no command.
    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).firstRange(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound].split(separator: " ", maxSplits: 1)
      guard let level = head.first else { return nil }
      self.level = String(level)
      var properties: [Substring: String] = [:]
      for property in (head.count > 1 ? head[1] : "").split(separator: ",") {
        let parts = property.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { properties[parts[0]] = Self.unescaped(parts[1], ["%0D", "%0A", "%3A", "%2C", "%25"]) }
      }
      title = properties["title"] ?? ""
      text = Self.unescaped(line[end.upperBound...], ["%0D", "%0A", "%25"])
    }

    /// The code of the per cent sign comes last: what it gives is no code.
    private static func unescaped(_ text: Substring, _ codes: [String]) -> String {
      let meanings = ["%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"]
      return codes.reduce(String(text)) { $0.replacing($1, with: meanings[$1] ?? "") }
    }

    /// The commands of a report; a line that is none is `nil`.
    static func all(in report: String) -> [WorkflowCommand?] {
      report.split(separator: "\n").map { WorkflowCommand($0) }
    }
  }
#endif
