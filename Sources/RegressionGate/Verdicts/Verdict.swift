/// What a gate says of a change.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing got worse by as much as was to be found.
  case pass
  /// Something got worse.
  case regressed
  /// Neither can be said: too noisy, or not comparable.
  case cannotTell = "cannot tell"

  /// The verdict of several together: worse outweighs unsure, unsure outweighs good.
  package static func combined(_ verdicts: some Sequence<Verdict>) -> Verdict {
    var result = Verdict.pass
    for verdict in verdicts {
      if verdict == .regressed { return .regressed }
      if verdict == .cannotTell { result = .cannotTell }
    }
    return result
  }
}
