internal import SectionDiff

/// How changes are shown.
enum ChangeView: String, CaseIterable {
  /// What happened, record by record.
  case identity
  /// What a list view accepts in one batch.
  case batch
  /// The batch view cut into steps that a list view can perform one by one.
  case stages

  /// Whether records of deleted and inserted sections are implied by the section, and so not listed.
  var impliesRows: Bool { self != .identity }
}

/// Changes between two snapshots, and the snapshots that their paths refer to.
typealias ChangeStep = (changes: ChangeList, before: RecordSnapshot, after: RecordSnapshot)

extension RecordDiff {
  /// The changes in one view: one step, or for stages as many as are needed.
  func steps(_ view: ChangeView) throws(Failure) -> [ChangeStep] {
    switch view {
    case .identity:
      return [(result.changeset.identity, old, new)]
    case .batch:
      return [(result.changeset.batch, old, new)]
    case .stages:
      do {
        var before = old
        return try result.changeset.stages(from: old).map { stage in
          defer { before = stage.snapshot }
          return (stage.changes, before, stage.snapshot)
        }
      } catch {
        throw Failure("the changes cannot be cut into stages: \(error); please report this")
      }
    }
  }

  /// How many changes of each kind: of the identity view, else of the batch view, which the stages only cut up.
  func counts(_ view: ChangeView) -> ChangeCounts {
    view == .identity ? result.changeset.counts : result.changeset.batch.counts
  }
}
