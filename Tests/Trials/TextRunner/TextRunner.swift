import Foundation
import SectionDiff
import TextPairs

/// Judges the answers for texts, whose lines repeat.
@main
struct TextRunner {
  private static let usage = """
    How many changes each strategy needs for the frozen pairs of texts, beside the fewest that there can be.

    USAGE: TextRunner [--unseen] [--optima] [--copies LENGTH] [--write] [NAME…]

      NAME       only pairs whose name contains it
      --unseen   also the kinds that no threshold may be tuned on
      --write    puts the table of all pairs that are for tuning into Tests/SectionDiffTests/TextPairs/changes.txt
      --optima   all pairs of sequences up to length 6 of 3 letters instead; fails when answers are larger than promised
      --copies LENGTH
                 all pairs of lists up to that length of 2 identities with 2 contents instead, likewise
    """

  static func main() throws {
    var names: [String] = []
    var showsUnseen = false
    var writes = false
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--copies":
        guard let length = arguments.popFirst().flatMap({ Int($0) }) else { fail("--copies takes a length") }
        var isKept = true
        for goal in [AdaptiveDiff.Goal.balance, .fewestChanges] {
          let optima = try CopyOptima(favoring: goal, upTo: length)
          print(optima.text)
          isKept = isKept && optima.keepsPromise
        }
        exit(isKept ? 0 : 1)
      case "--optima":
        let optima = try SmallOptima(letters: 3, upTo: 6)
        print(optima.text)
        exit(optima.keepsPromise ? 0 : 1)
      case "--unseen": showsUnseen = true
      case "--write": writes = true
      case "--help": return print(usage)
      case let name where !name.hasPrefix("-"): names.append(name)
      default: fail("there is no option \(argument)")
      }
    }
    let pairs = try TextPair.all()
    print("\(pairs.count) pairs, fingerprint \(String(TextPair.fingerprint(of: pairs), radix: 16))")
    var table = QualityTable()
    for pair in pairs where pair.isForTuning || showsUnseen {
      if names.isEmpty || names.contains(where: pair.name.contains) { table.rows.append(try QualityTable.row(pair)) }
    }
    print(table.text)
    if writes, names.isEmpty, !showsUnseen {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../TextPairs/changes.txt")
      try Data("\(table.text)\n".utf8).write(to: file.standardizedFileURL)
    }
    if let worst = table.worst {
      print("geometric mean \(decimal(table.geometricMean)), worst \(decimal(worst.ratio)) (\(worst.pair.name))")
    }
  }

  private static func fail(_ problem: String) -> Never {
    FileHandle.standardError.write(Data("TextRunner: \(problem)\n\(usage)\n".utf8))
    exit(64)
  }
}
