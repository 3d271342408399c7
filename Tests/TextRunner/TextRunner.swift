import Foundation
import TextPairs

/// Judges the answers for texts, whose lines repeat.
@main
struct TextRunner {
  private static let usage = """
    How many changes each strategy needs for the frozen pairs of texts, beside the fewest that there can be.

    USAGE: TextRunner [--unseen] [--optima] [NAME…]

      NAME       only pairs whose name contains it
      --unseen   also the kinds that no threshold may be tuned on
      --optima   all pairs of sequences up to length 6 of 3 letters instead
    """

  static func main() throws {
    var names: [String] = []
    var showsUnseen = false
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--optima": return print(try SmallOptima(letters: 3, upTo: 6).text)
      case "--unseen": showsUnseen = true
      case "--help": return print(usage)
      case let name where !name.hasPrefix("-"): names.append(name)
      default:
        FileHandle.standardError.write(Data("TextRunner: there is no option \(argument)\n\(usage)\n".utf8))
        exit(64)
      }
    }
    let pairs = try TextPair.all()
    print("\(pairs.count) pairs, fingerprint \(String(TextPair.fingerprint(of: pairs), radix: 16))")
    var table = QualityTable()
    for pair in pairs where pair.isForTuning || showsUnseen {
      if names.isEmpty || names.contains(where: pair.name.contains) { table.rows.append(try QualityTable.row(pair)) }
    }
    print(table.text)
    if let worst = table.worst {
      print("geometric mean \(decimal(table.geometricMean)), worst \(decimal(worst.ratio)) (\(worst.pair.name))")
    }
  }
}
