import ConformanceKit
import Testing

/// A store with a flaw, and the law that it must be found guilty of.
struct BrokenStore: Sendable, CustomTestStringConvertible {
  let flaw: Flaw
  let law: StoreLaw
  var keeping = TrialStore.Keeping.list
  /// Nothing but waiting shows it, so only this law is tried.
  var hangs = false

  var testDescription: String { "\(flaw): \(law)" }

  static let all: [BrokenStore] = [
    BrokenStore(flaw: .changesFirst, law: .answerFirst),
    BrokenStore(flaw: .endsSilently, law: .answerFirst),
    BrokenStore(flaw: .neverAnswers, law: .answerFirst, hangs: true),
    BrokenStore(flaw: .answerLacksLast, law: .answerWhole),
    BrokenStore(flaw: .answerRepeats, law: .answerWhole),
    BrokenStore(flaw: .fetchLacksFirst, law: .fetchAgrees),
    BrokenStore(flaw: .registersLate, law: .nothingMissed),
    BrokenStore(flaw: .endsSilently, law: .answerCompletes, keeping: .constant),
    BrokenStore(flaw: .endlessAnswer, law: .answerCompletes, keeping: .constant, hangs: true),
    BrokenStore(flaw: .deletesUntold, law: .changesFold),
    BrokenStore(flaw: .updatesIgnored, law: .changesFold),
    BrokenStore(flaw: .staleFetch, law: .changesFold),
    BrokenStore(flaw: .insertsElsewhere, law: .orderFolds),
    BrokenStore(flaw: .placementsIgnored, law: .placements),
    BrokenStore(flaw: .updatesLosePlace, law: .placements),
    BrokenStore(flaw: .sectionMovesUntold, law: .sections, keeping: .sections),
    BrokenStore(flaw: .sectionKeepsRecords, law: .sections, keeping: .sections),
    BrokenStore(flaw: .refillKeepsOld, law: .refill),
    BrokenStore(flaw: .batchesSplit, law: .oneEvent),
    BrokenStore(flaw: .batchesInSteps, law: .atomicity),
    BrokenStore(flaw: .outcomeOfOperations, law: .foldTable),
    BrokenStore(flaw: .unknownUpdatesDropped, law: .foldTable),
    BrokenStore(flaw: .reinsertedLosesPlace, law: .foldTable),
    BrokenStore(flaw: .strictnessIgnored, law: .strictBatch),
    BrokenStore(flaw: .strictnessLate, law: .strictBatch),
    BrokenStore(flaw: .batchesShuffled, law: .determinism),
    BrokenStore(flaw: .cancellationIgnored, law: .cancellationEnds, hangs: true),
    BrokenStore(flaw: .cancellationEndsAll, law: .othersGoOn),
    BrokenStore(flaw: .observersLeak, law: .release, hangs: true),
    BrokenStore(flaw: .abandonedLeak, law: .release, hangs: true),
    BrokenStore(flaw: .failureSwallowed, law: .failureFirst),
    BrokenStore(flaw: .failureInsteadOfAnswer, law: .failureFirst),
    BrokenStore(flaw: .failureEmpties, law: .failureIsValue),
    BrokenStore(flaw: .failureEnds, law: .failureIsValue),
    BrokenStore(flaw: .fetchFailureSwallowed, law: .fetchThrows),
    BrokenStore(flaw: .writersRace, law: .convergence),
    BrokenStore(flaw: .eventsSwapped, law: .noLostChange),
    BrokenStore(flaw: .queueDropsOldest, law: .stalledObserver),
    BrokenStore(flaw: .writersWaitForObservers, law: .stalledObserver, hangs: true),
    BrokenStore(flaw: .editsHidden, law: .draftSeen),
    BrokenStore(flaw: .draftCommitForgetsDeletes, law: .draftCommit),
    BrokenStore(flaw: .discardForgetsDeletes, law: .draftDiscard),
    BrokenStore(flaw: .baseWins, law: .draftRebase),
    BrokenStore(flaw: .failedCommitClearsDraft, law: .draftKept),
    BrokenStore(flaw: .commitsLate, law: .commitVisible),
    BrokenStore(flaw: .commitsUntold, law: .commitAnnounced, hangs: true),
    BrokenStore(flaw: .failedCommitLeavesRest, law: .commitRefused),
  ]

  /// Tries the law, on a clock that runs only where the store hangs.
  func report() async -> StoreConformanceReport {
    let hang = Hang()
    defer { hang.end() }
    return await StoreConformance.check([law], patience: .seconds(1), clock: hang.clock) {
      TrialHarness(keeping, flaw: flaw, hang: hang)
    }
  }
}
