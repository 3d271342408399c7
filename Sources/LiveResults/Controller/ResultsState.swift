public import SectionDiff
public import StoreInterface

/// The state of the results. Valid results stay while others are fetched, and after a failure.
public enum ResultsState<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: Sendable {
  /// Nothing has been requested yet, or the controller was stopped before an answer came.
  case idle
  /// An answer is awaited.
  case loading(previous: Snapshot<Key, Item, Header>)
  /// The answer has arrived. It changes with the store, or is complete.
  case loaded
  /// The store could not answer or continue. It may yet, and then the state changes.
  case failed(StoreError, previous: Snapshot<Key, Item, Header>)

  /// The failure, if the state is one.
  public var error: StoreError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether an answer is awaited.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the answer has arrived.
  public var isLoaded: Bool {
    if case .loaded = self { true } else { false }
  }
}

extension ResultsState: CustomStringConvertible {
  /// `idle`, `loading`, `loaded` or `failed: …`.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .loaded: "loaded"
    case .failed(let error, _): "failed: \(error)"
    }
  }
}
