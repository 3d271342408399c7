internal import SectionDiff

/// What to do about records of one identity, as the command names it.
enum DuplicateChoice: String, CaseIterable {
  case reject
  case allow
  case first
  case last

  /// The engine's policy.
  var policy: DuplicatePolicy {
    switch self {
    case .reject: .reject
    case .allow: .allow
    case .first: .keepFirst
    case .last: .keepLast
    }
  }
}

/// How far an identity reaches, as the command names it.
enum ScopeChoice: String, CaseIterable {
  case global
  case section

  /// The engine's scope.
  var scope: IdentityScope { self == .global ? .global : .section }
}
