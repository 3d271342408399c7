internal import SectionDiff

/// How changes are shown.
enum ChangeView: String, CaseIterable {
  /// What happened, record by record.
  case identity
  /// What a list view accepts in one batch.
  case batch
  /// The batch view cut into steps that a list view can perform one by one.
  case stages
}

/// Changes between two snapshots, and the snapshots that their positions refer to.
struct ChangeStep {
  /// What changes.
  let changes: ChangeList
  /// The snapshot before.
  let before: RecordSnapshot
  /// The snapshot after.
  let after: RecordSnapshot
  /// Whether records of deleted and inserted sections are implied by the section, and so not listed.
  let impliesRows: Bool
}

extension RecordDiff {
  /// The changes in one view: one step, or for stages as many as are needed.
  func steps(_ view: ChangeView) throws(Failure) -> [ChangeStep] {
    switch view {
    case .identity:
      return [ChangeStep(changes: result.changeset.identity, before: old, after: new, impliesRows: false)]
    case .batch:
      return [ChangeStep(changes: result.changeset.batch, before: old, after: new, impliesRows: true)]
    case .stages:
      do {
        var before = old
        return try result.changeset.stages(from: old).map { stage in
          defer { before = stage.snapshot }
          return ChangeStep(changes: stage.changes, before: before, after: stage.snapshot, impliesRows: true)
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
