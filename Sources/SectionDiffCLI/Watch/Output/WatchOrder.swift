#if CommandLine
  internal import StoreInterface

  /// Puts what a watch prints in order: updates, errors, and one `recovered` after each run of errors, before the first
  /// update that follows it.
  ///
  /// The results and their state are looked at from time to time, so several things may have happened since the last look.
  /// The revision at which the state was read says whether an update is older than a failure.
  struct WatchOrder {
    /// What is printed.
    enum Line: Hashable {
      /// The update that was passed in.
      case update
      case error(StoreError)
      case recovered
    }

    /// A moment of the results.
    struct Look {
      /// A number that rises with each change of the state.
      var number: Int
      /// The failure, if that is the state.
      var error: StoreError?
      /// Whether the state is that all is well.
      var isLoaded: Bool
      /// The revision at that moment.
      var revision: Int
      /// The revision of the update that was taken then, or a moment later.
      var update: Int?
      /// Whether a part of the source is still wrong, although there is an answer.
      var isPartlyWrong = false
    }

    private var last = -1
    /// The error that was printed last, and the revision then, as long as it is not over.
    private var trouble: (error: StoreError, revision: Int)?

    /// The lines that a look leads to.
    mutating func lines(_ look: Look) -> [Line] {
      var lines: [Line] = []
      if let update = look.update, update <= look.revision { add(update, look, to: &lines) }
      if let error = look.error, look.number != last {
        if trouble?.error != error { lines.append(.error(error)) }
        trouble = (error, look.revision)
      } else if look.isLoaded {
        recover(look, to: &lines)
      }
      last = look.number
      if let update = look.update, update > look.revision { add(update, look, to: &lines) }
      return lines
    }

    private mutating func add(_ update: Int, _ look: Look, to lines: inout [Line]) {
      if let trouble, look.isLoaded || update > trouble.revision { recover(look, to: &lines) }
      lines.append(.update)
    }

    private mutating func recover(_ look: Look, to lines: inout [Line]) {
      if trouble == nil || look.isPartlyWrong { return }
      trouble = nil
      lines.append(.recovered)
    }
  }
#endif
