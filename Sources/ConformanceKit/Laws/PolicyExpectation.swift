import SectionDiff

/// What a diff must do about repeated sections and identities, by the definition of the policies.
struct PolicyExpectation {
  private let old: World
  private let new: World
  private let differ: Differ

  init(from old: World, to new: World, differ: Differ) {
    self.old = old
    self.new = new
    self.differ = differ
  }

  private var mustRefuseSections: Bool { !old.hasUniqueSections || !new.hasUniqueSections }

  private var mustRefuseRows: Bool {
    differ.duplicates == .reject
      && !(old.hasUniqueRows(in: differ.scope) && new.hasUniqueRows(in: differ.scope))
  }

  /// Whether there must be an error.
  var mustThrow: Bool { mustRefuseSections || mustRefuseRows }

  /// What is wrong with an error.
  func problems(of error: DiffError) -> [String] {
    switch error {
    case .duplicateSection(_, let side, let first, let second):
      let world = side == .old ? old : new
      guard world.sections.indices.contains(first), world.sections.indices.contains(second), first != second,
        world.sections[first].key == world.sections[second].key
      else { return ["the error names sections that do not have one key: \(error)"] }
      return []
    case .duplicateItems(let items):
      guard mustRefuseRows else { return ["it throws without a reason: \(error)"] }
      var problems: [String] = items.isEmpty ? ["the error names no identity"] : []
      for (side, world) in [(DiffError.Side.old, old), (.new, new)] {
        let reported = items.filter { $0.side == side }
        let paths = reported.flatMap(\.paths)
        if Set(paths).count != paths.count
          || Set(paths) != Reference.repeatedPaths(in: world, scope: differ.scope)
        {
          problems.append(
            "on the \(side.rawValue) side the error names \(paths), which are not all the repeats")
        }
        for item in reported
        where Set(item.paths.map { world.row(at: $0)?.id }).count != 1 || item.paths != item.paths.sorted() {
          problems.append("the error gives \(item.paths) as one identity, in order")
        }
      }
      return problems
    case .tooManyItems, .invalidMatching, .changesetMismatch, .unknownSection, .cancelled:
      return ["it throws: \(error)"]
    }
  }

  /// What is wrong with an answer that refers to these worlds.
  func problems(old reducedOld: World, new reducedNew: World, droppedOld: Int, droppedNew: Int) -> [String] {
    if mustRefuseSections { return ["two sections have one key, but nothing is thrown"] }
    if mustRefuseRows { return ["identities repeat, but nothing is thrown under the policy reject"] }
    var problems: [String] = []
    for (name, given, reduced, dropped) in [
      ("old", old, reducedOld, droppedOld), ("new", new, reducedNew, droppedNew),
    ] {
      let expected: (world: World, dropped: Int)
      switch differ.duplicates {
      case .allow, .reject: expected = (given, 0)
      case .keepFirst: expected = Reference.dropping(from: given, scope: differ.scope, keepingLast: false)
      case .keepLast: expected = Reference.dropping(from: given, scope: differ.scope, keepingLast: true)
      }
      if expected.world != reduced { problems.append("\(name) becomes \(reduced), not \(expected.world)") }
      if expected.dropped != dropped {
        problems.append("\(name): \(dropped) dropped, not \(expected.dropped)")
      }
    }
    return problems
  }
}
