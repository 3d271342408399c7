internal import BenchmarkHarness
internal import RecordFormats
internal import SectionDiff

/// Two sides that strategies are measured on: what runs, and how to tell it.
@available(LiveSystems, *)
struct MeasuredInput {
  /// The strategies, and the floors beside them.
  var contenders: BenchmarkInput
  /// What it is, in words.
  var subject: Advice.Subject
}

@available(LiveSystems, *)
extension MeasuredInput {
  /// Two files, read and compared as `diff` does; reading them is not measured.
  ///
  /// - Throws: what `diff` would say of these files.
  init(_ pair: RecordPair, rules: ComparisonRules, favoring goal: AdaptiveDiff.Goal) throws(Failure) {
    // Says what is wrong with the files, if anything, in the words of diff.
    let diff = try RecordDiff(pair, rules: rules, strategy: .standard, budget: .standard)
    let comparison = diff.comparison
    let old = try pair.old.snapshot(rules, isNew: false)
    let new = try pair.new.snapshot(rules, isNew: true)
    let title = "\(VisibleText.escaped(pair.old.name)) and \(VisibleText.escaped(pair.new.name))"
    func strings(_ texts: [String]) -> String {
      var output: [UInt8] = []
      output.appendStrings(texts)
      return String(decoding: output, as: UTF8.self)
    }
    let members = [
      ("old", JSONText.literal(pair.old.name)), ("new", JSONText.literal(pair.new.name)),
      ("format", JSONText.literal(pair.format.rawValue)), ("id", strings(rules.id)),
      ("sectionBy", rules.sectionBy.map { JSONText.literal($0) } ?? "null"),
      ("sectionOrder", JSONText.literal(rules.sectionOrder.rawValue)),
      ("sortBy", strings(rules.sortBy.map(\.description))), ("ignore", strings(rules.selection.ignore)),
      ("only", strings(rules.selection.only)), ("duplicates", JSONText.literal(rules.duplicates.commandName)),
      ("idScope", JSONText.literal(rules.idScope.rawValue)),
    ]
    subject = Advice.Subject(
      title: title, members: members, elements: "record", oldCount: old.itemCount, newCount: new.itemCount,
      comparison: "the bytes of each pair of records at equal offsets, their fields where those differ",
      dictionary:
        "one Dictionary from the 64-bit hashes of the old keys' bytes to offsets, capacity reserved, one look-up for each new key",
      verified: "applied to OLD it gives NEW")
    contenders = .diffs(
      from: old, to: new,
      by: Strategy.all.map { diff.differ($0.favoring(goal), .standard) }, comparing: comparison,
      expecting: { _ in nil })
  }
}
