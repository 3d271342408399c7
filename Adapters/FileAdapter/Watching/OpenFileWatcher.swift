internal import StoreInterface

/// What is reported of an open file or folder.
package enum OpenFileChange: Hashable, Sendable {
  /// Its content, its attributes, or the names in it have changed.
  case changed
  /// It was deleted, renamed or unmounted: its path leads elsewhere now.
  case gone
}

/// Watches folders on a system that reports that an open file or folder has changed, but not which name in it: kqueue.
///
/// A save in place does not change the folder, so the files that matter are followed, too. Whenever their folder changes,
/// they are looked up again, and those that were replaced are opened anew.
///
/// The system's calls are in `follow` alone. The rest is tested on Linux, over inotify on single files.
@available(LiveSystems, *)
package struct OpenFileWatcher: FileWatcher {
  /// Opens a file or folder, and calls `report` for each change of it until the closure that it returns is called. It also
  /// calls `report` once when it has begun, if it had not begun when it returned. `report` is never called from within it.
  ///
  /// - Returns: What ends it; `nil` where there is no such file.
  package typealias Follow =
    @Sendable (
      _ path: String, _ report: @escaping @Sendable (OpenFileChange) -> Void
    ) throws(WatchFailure) -> (@Sendable () -> Void)?

  private let files: any FileSystem
  private let limit: Int
  private let follow: Follow

  /// Makes a watcher of so many files at most, each by an open descriptor; a store of more files polls.
  package init(files: any FileSystem, limit: Int, follow: @escaping Follow) {
    self.files = files
    self.limit = limit
    self.follow = follow
  }

  package func watch(
    _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
  ) throws(WatchFailure) -> StopWatching {
    let followed = FollowedFiles(steps, in: files, limit: limit, follow, post: report)
    do {
      try followed.begin()
    } catch {
      followed.end()
      throw error
    }
    return { followed.end() }
  }
}

/// The folders and files that one watch follows.
@available(LiveSystems, *)
private final class FollowedFiles: Sendable {
  private struct Entry: Sendable {
    /// Distinguishes this file from others that had its path before.
    var number: Int
    /// What ends it; `nil` for what is only looked up: links and folders in a folder.
    var stop: (@Sendable () -> Void)?
    var identity: FileIdentity
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var folderStops: [@Sendable () -> Void] = []
    var lastNumber = 0
    var isOver = false
  }

  /// The names that matter in each folder.
  private let names: [String: Set<String>]
  private let files: any FileSystem
  private let limit: Int
  private let follow: OpenFileWatcher.Follow
  private let post: @Sendable (WatchSignals) -> Void
  private let state = Locked(State())

  init(
    _ steps: [ResolvedPath.Step], in files: any FileSystem, limit: Int, _ follow: @escaping OpenFileWatcher.Follow,
    post: @escaping @Sendable (WatchSignals) -> Void
  ) {
    names = Dictionary(grouping: steps, by: \.folder).mapValues { Set($0.map(\.name)) }
    self.files = files
    self.limit = limit
    self.follow = follow
    self.post = post
  }

  /// Follows the folders, then the files in them.
  func begin() throws(WatchFailure) {
    for folder in names.keys.sorted() {
      let stop = try follow(folder) { [weak self] change in self?.folderReported(change) }
      guard let stop else { throw WatchFailure("the folder \(folder) is gone") }
      state.withLock { $0.folderStops.append(stop) }
    }
    _ = try renew()
  }

  func end() {
    let stops = state.withLock { state in
      state.isOver = true
      defer {
        state.folderStops = []
        state.entries = [:]
      }
      return state.folderStops + state.entries.values.compactMap(\.stop)
    }
    for stop in stops { stop() }
  }

  private func folderReported(_ change: OpenFileChange) {
    switch change {
    case .gone: post(.lost)
    case .changed: lookAgain()
    }
  }

  private func fileReported(_ change: OpenFileChange, _ path: String, _ number: Int) {
    let (isKnown, stop) = state.withLock { state in
      guard state.entries[path]?.number == number else { return (false, nil as (@Sendable () -> Void)?) }
      return (true, change == .gone ? state.entries.removeValue(forKey: path)?.stop : nil)
    }
    guard isKnown else { return }
    stop?()
    post(.changed)
    if change == .gone { lookAgain() }
  }

  private func lookAgain() {
    do throws(WatchFailure) {
      if try renew() { post(.changed) }
    } catch {
      // The store tries to watch again, and learns why it cannot.
      post([.changed, .lost])
    }
  }

  /// Looks up the files that matter, and follows those that are new.
  ///
  /// - Returns: Whether any has come, gone or been replaced.
  private func renew() throws(WatchFailure) -> Bool {
    // Looked up under the lock, too: of two who look at once, the later one must not be the one with the older names.
    try state.withLock { (state) throws(WatchFailure) -> Bool in
      if state.isOver { return false }
      let present = try lookUp()
      guard present.values.count(where: { $0.kind == .regular }) <= limit else {
        throw WatchFailure("there are more than \(limit) files, and each would have to be kept open")
      }
      var hasChanged = false
      for (path, entry) in state.entries where present[path]?.identity != entry.identity {
        state.entries[path] = nil
        entry.stop?()
        hasChanged = true
      }
      for (path, status) in present where state.entries[path] == nil {
        state.lastNumber += 1
        let number = state.lastNumber
        var stop: (@Sendable () -> Void)?
        if status.kind == .regular {
          stop = try follow(path) { [weak self] change in self?.fileReported(change, path, number) }
          // It has gone meanwhile, which its folder reports.
          if stop == nil { continue }
        }
        state.entries[path] = Entry(number: number, stop: stop, identity: status.identity)
        hasChanged = true
      }
      return hasChanged
    }
  }

  private func lookUp() throws(WatchFailure) -> [String: FileStatus] {
    do throws(SystemError) {
      var present: [String: FileStatus] = [:]
      for (folder, names) in names {
        let candidates = names.contains("") ? try files.names(in: folder).filter { names.watches($0) } : Array(names)
        for name in candidates {
          let path = FilePaths.join(folder, name)
          if let status = try files.statusIfAny(of: path, followingLinks: false) { present[path] = status }
        }
      }
      return present
    } catch {
      throw WatchFailure("\(error)")
    }
  }
}
