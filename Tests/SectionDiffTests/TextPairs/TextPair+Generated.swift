import DiffWorkloads

/// Texts whose originals cannot be kept here, generated with the shape of those: how long, how often lines repeat, and what
/// a new version changes.
extension TextPair {
  static var generated: [TextPair] {
    [
      lockFile("lock-1", packages: 400, seed: 1), lockFile("lock-2", packages: 1_500, seed: 2),
      records("records-1", count: 250, addsField: true, seed: 3),
      records("records-2", count: 120, addsField: false, seed: 4),
      supportTable("table-1", browsers: 12, features: 40, seed: 5),
      supportTable("table-2", browsers: 18, features: 160, seed: 6),
      suffixList("list-1", count: 7_000, changes: 2_000, seed: 7),
      suffixList("list-2", count: 9_000, changes: 5_500, seed: 8),
      log("log-1", lines: 4_000, seed: 9), log("log-2", lines: 12_000, seed: 10),
    ]
  }

  /// The lock file of a package manager: objects of a few lines, most of which many objects have.
  private static func lockFile(_ name: String, packages count: Int, seed: UInt64) -> TextPair {
    var random = DiffWorkloads.SplitMix64(seed: seed)
    func version() -> String { "\(random.below(9)).\(random.below(20)).\(random.below(10))" }
    var packages = (0..<count).map { _ in Package(name: word(&random), version: version(), shape: random.below(64)) }
    func text(_ packages: [Package]) -> [String] {
      ["{", "  \"lockfileVersion\": 3,", "  \"packages\": {"] + packages.flatMap(\.lines) + ["  }", "}"]
    }
    let old = text(packages)
    for index in packages.indices.reversed() {
      switch random.below(100) {
      case 0..<18: packages[index].version = version()
      case 18..<22: packages.remove(at: index)
      case 22..<27:
        packages.insert(Package(name: word(&random), version: version(), shape: random.below(64)), at: index)
      case 27..<30: packages[index].shape = random.below(64)
      case 30:
        let moved = packages.remove(at: index)
        packages.insert(moved, at: random.below(packages.count))
      default: break
      }
    }
    return TextPair(name, old: old, new: text(packages))
  }

  private struct Package {
    var name: String
    var version: String
    var shape: Int

    var lines: [String] {
      var lines = [
        "    \"modules/\(name)\": {", "      \"version\": \"\(version)\",",
        "      \"integrity\": \"\(name)-\(version)\",",
      ]
      if shape & 3 == 1 { lines.append("      \"dev\": true,") }
      lines.append("      \"license\": \"\(shape & 4 == 0 ? "MIT" : "ISC")\",")
      if shape & 8 != 0 {
        lines += ["      \"dependencies\": {", "        \"once\": \"^1.\(shape & 3).0\"", "      },"]
      }
      return lines + [
        "      \"engines\": {", "        \"node\": \">=\(shape & 48 == 0 ? 10 : 14)\"", "      }", "    },",
      ]
    }
  }

  /// Records in JSON, one value a line: most lines close something or name a field that all have.
  private static func records(_ name: String, count: Int, addsField: Bool, seed: UInt64) -> TextPair {
    var random = DiffWorkloads.SplitMix64(seed: seed)
    var records = (0..<count).map { _ in
      (name: word(&random), regions: random.below(5), texts: (0..<12).map { _ in random.below(40) }, isMember: false)
    }
    let languages = ["ces", "deu", "est", "fin", "fra", "hrv", "ita", "jpn", "nld", "por", "rus", "spa"]
    func text(isNew: Bool) -> [String] {
      var lines = ["["]
      for record in records {
        lines += [
          "\t{", "\t\t\"name\": {", "\t\t\t\"common\": \"\(record.name)\",",
          "\t\t\t\"official\": \"Republic of \(record.name)\",",
          "\t\t\t\"native\": {", "\t\t\t\t\"eng\": {", "\t\t\t\t\t\"common\": \"\(record.name)\"", "\t\t\t\t}",
          "\t\t\t}",
          "\t\t},",
        ]
        if isNew, addsField { lines += ["\t\t\"unMember\": \(record.isMember),"] }
        lines += [
          "\t\t\"independent\": true,",
          "\t\t\"region\": \"\(["Africa", "Americas", "Asia", "Europe", "Oceania"][record.regions])\",",
          "\t\t\"translations\": {",
        ]
        for (language, text) in zip(languages, record.texts) {
          let word = text == 0 ? record.name : "text \(text)"
          lines += [
            "\t\t\t\"\(language)\": {", "\t\t\t\t\"official\": \"\(word)\",", "\t\t\t\t\"common\": \"\(word)\"",
            "\t\t\t},",
          ]
        }
        lines += ["\t\t},", "\t\t\"borders\": ["]
        lines += (0..<record.regions).map { "\t\t\t\"\(languages[$0 + record.texts[0] % 7].uppercased())\"," }
        lines += ["\t\t]", "\t},"]
      }
      return lines + ["]"]
    }
    let old = text(isNew: false)
    for index in records.indices {
      records[index].isMember = random.below(10) > 0
      if random.below(3) == 0 { records[index].texts[random.below(12)] = random.below(40) }
      if random.below(25) == 0 { records[index].regions = random.below(5) }
      if random.below(40) == 0 { records.swapAt(index, random.below(records.count)) }
    }
    return TextPair(name, old: old, new: text(isNew: true))
  }

  /// Which browser supports what since when: thousands of lines, a few dozen different ones.
  private static func supportTable(_ name: String, browsers: Int, features: Int, seed: UInt64) -> TextPair {
    var random = DiffWorkloads.SplitMix64(seed: seed)
    var table = (0..<features).map { _ in
      (name: word(&random), since: (0..<browsers).map { _ in random.below(26) }, versions: 22)
    }
    func text() -> [String] {
      var lines: [String] = []
      for feature in table {
        lines.append("  \"\(feature.name)\": {")
        for (browser, since) in feature.since.enumerated() {
          lines.append("    \"browser\(browser)\": {")
          for version in 1...feature.versions {
            lines.append("      \"\(version)\": \"\(version < since ? "n" : "y")\",")
          }
          lines.append("    },")
        }
        lines.append("  },")
      }
      return lines
    }
    let old = text()
    for index in table.indices {
      table[index].versions += 1 + index % 2
      if random.below(4) == 0 { table[index].since[random.below(browsers)] = random.below(26) }
      if random.below(30) == 0 { table.swapAt(index, random.below(table.count)) }
    }
    return TextPair(name, old: old, new: text())
  }

  /// A list of names under comments: nearly all different; parts of it move.
  private static func suffixList(_ name: String, count: Int, changes: Int, seed: UInt64) -> TextPair {
    var random = DiffWorkloads.SplitMix64(seed: seed)
    func group() -> [String] {
      let owner = word(&random)
      return ["// \(owner) : https://\(owner).example", "// Submitted by \(word(&random))"]
        + (0...random.below(9)).map { _ in "\(word(&random)).\(owner)" } + [""]
    }
    var groups: [[String]] = []
    var lines = 0
    while lines < count {
      groups.append(group())
      lines += groups[groups.count - 1].count
    }
    let old = groups.flatMap { $0 }
    var changed = 0
    while changed < changes {
      let index = random.below(groups.count)
      switch random.below(10) {
      case 0..<4:
        groups.insert(group(), at: index)
        changed += groups[index].count
      case 4..<6: changed += groups.remove(at: index).count
      case 6:
        let moved = groups.remove(at: index)
        groups.insert(moved, at: random.below(groups.count))
        changed += moved.count
      default:
        groups[index].insert("\(word(&random)).new", at: min(2, groups[index].count))
        changed += 1
      }
    }
    return TextPair(name, old: old, new: groups.flatMap { $0 })
  }

  /// A log without times: few messages, again and again; the new one lost its beginning, went on, and differs in a part.
  private static func log(_ name: String, lines count: Int, seed: UInt64) -> TextPair {
    var random = DiffWorkloads.SplitMix64(seed: seed)
    func line() -> String {
      switch random.below(12) {
      case 0..<4: "INFO worker \(random.below(4)): waiting"
      case 4..<7: "INFO worker \(random.below(4)): job \(random.below(60)) started"
      case 7..<10: "INFO worker \(random.below(4)): job \(random.below(60)) done"
      case 10: "WARN queue is longer than \(100 * random.below(5))"
      default: "DEBUG request \(word(&random)) took \(random.below(900)) ms"
      }
    }
    let old = (0..<count).map { _ in line() }
    var new = Array(old.dropFirst(count / 9))
    for _ in 0..<(count / 12) { new.insert(line(), at: random.below(new.count)) }
    for _ in 0..<(count / 30) { new.remove(at: random.below(new.count)) }
    new += (0..<(count / 9)).map { _ in line() }
    return TextPair(name, old: old, new: new)
  }

  private static func word(_ random: inout DiffWorkloads.SplitMix64) -> String {
    let syllables = ["ba", "co", "di", "fu", "ge", "ha", "jo", "ki", "lu", "me", "no", "pa", "ri", "so", "tu", "vi"]
    return (0..<4).map { _ in syllables[random.below(syllables.count)] }.joined()
  }
}
