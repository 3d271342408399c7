import StoreInterface

@testable import ConformanceKit

/// The edits of a trial store as a layer.
struct TrialDraft: StoreDraft {
  let store: TrialStore

  func events(for request: TrialStore.Request) -> TrialEvents { store.events(for: drafted(request)) }

  func fetch(_ request: TrialStore.Request) async throws(StoreError) -> StoreContents<Card> {
    try await store.fetch(drafted(request))
  }

  private func drafted(_ request: TrialStore.Request) -> TrialStore.Request {
    var request = request
    request.isDrafted = true
    return request
  }

  func edit(_ batch: StoreBatch<Card>) async throws { store.edit(batch) }

  func commitEdits() async throws { try store.commitEdits() }

  func discardEdits() async throws { store.discardEdits() }
}

extension TrialStore {
  func edit(_ batch: StoreBatch<Card>) {
    state.withLock { state in
      state.edits.append(contentsOf: batch)
      if oddity == .draftsCancel {
        for case .delete(let key) in batch.changes where state.replica[key] == nil {
          state.edits = state.edits.filter { $0.key != key }
        }
      }
      tellDrafted(&state)
    }
  }

  func commitEdits() throws(StoreError) {
    try state.withLock { (state) throws(StoreError) -> Void in
      if state.failsNextCommit {
        state.failsNextCommit = false
        if flaw == .failedCommitClearsDraft { state.edits = [] }
        if flaw == .failedCommitWritesBelow { _ = try write(state.edits, &state) }
        throw StoreError(.refused, "not now")
      }
      var edits = state.edits
      if flaw == .draftCommitForgetsDeletes {
        edits = edits.filter { !$0.isDelete }
      }
      state.edits = []
      _ = try write(edits, &state)
    }
  }

  func discardEdits() {
    state.withLock { state in
      if flaw == .idleDiscardDeletes, state.edits.isEmpty {
        state.edits = [.delete(0)]
        return tellDrafted(&state)
      }
      state.edits = flaw == .discardForgetsDeletes ? state.edits.filter(\.isDelete) : []
      tellDrafted(&state)
    }
  }

  private func tellDrafted(_ state: inout State) {
    state.told += 1
    for observer in state.observers.values where observer.request.isDrafted {
      observer.push(.replace(shown(for: observer.request, state)))
    }
    hangIfShort(state)
  }

  /// Hangs where an observer lacks records that drafts let in, and nothing follows.
  func hangIfShort(_ state: State) {
    guard flaw == .draftsShort else { return }
    let isShort = state.observers.values.contains {
      shown(for: $0.request, state) != shown(for: $0.request, state, isWhole: true)
    }
    if isShort { hangUnlessTold(after: state.told) }
  }
}
