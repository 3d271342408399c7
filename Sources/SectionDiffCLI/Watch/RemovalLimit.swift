#if CommandLine
  internal import SectionDiff
  internal import StoreBuilding
  internal import StoreInterface

  /// How many records may go at once, as a command line has it: `50`, `20%` or `off`.
  struct RemovalLimit: Hashable {
    /// What withholds the removal of more; nil where nothing does.
    let rule: RemovalGuard?

    /// Where nothing is said: more than 10 records and more than a tenth of them are withheld.
    static let usual = RemovalLimit(rule: RemovalGuard())

    init(rule: RemovalGuard?) { self.rule = rule }

    /// Reads a number of records, a share of them, or `off`; nil for anything else.
    init?(argument: String) {
      if argument == "off" {
        rule = nil
      } else if argument.hasSuffix("%") {
        guard let percent = Double(argument.dropLast()), (0...100).contains(percent) else { return nil }
        rule = RemovalGuard(share: percent / 100, leastCount: 0)
      } else {
        guard let count = Int(argument), count >= 0 else { return nil }
        rule = RemovalGuard(share: 0, leastCount: count)
      }
    }
  }

  @available(LiveSystems, *)
  extension RemovalGuard {
    /// The guard for records of this form. Where an edit is a removal and an addition, because the whole record or its
    /// section is a part of its key, only the loss in number counts.
    func fitting(_ form: WatchedForm) -> RemovalGuard {
      var rule = self
      rule.countsReplaced = !form.isIdentifiedByContent && form.rules.idScope != .section
      return rule
    }
  }
#endif
