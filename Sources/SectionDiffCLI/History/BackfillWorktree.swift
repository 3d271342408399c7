internal import RecordFormats

/// The worktree that a backfill checks commits out in, one after the other.
///
/// It is in the scratch folder, beside a file that is locked as long as its maker lives. Whatever ends that, the system gives
/// the lock back; so the next call finds what a killed one has left, and takes nothing that is in use, or someone else's.
struct BackfillWorktree {
  let repository: GitRepository
  let folder: ScratchFolder

  /// Runs `body`, and removes the worktree that it has made.
  ///
  /// - Throws: why the lock cannot be had; what `body` throws.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    try FileLock.hold(folder.maker, checking: repository.checkSignals) {
      defer { remove() }
      return try body()
    }
  }

  /// Checks a commit out; what the build of another one left is kept, so that little is built anew.
  ///
  /// - Returns: What git complained of; nil where it worked.
  /// - Throws: ``ChildProcess/Ending``.
  func checkOut(_ commit: GitRepository.Commit) throws -> String? {
    var status = stat()
    let isNew = lstat(folder.worktree, &status) != 0
    let result = try repository.git(
      isNew
        ? ["worktree", "add", "--quiet", "--detach", "--force", folder.worktree, commit.hash]
        : ["-C", folder.worktree, "checkout", "--quiet", "--force", "--detach", commit.hash])
    if result.isSuccess { return nil }
    if isNew { remove() }
    return result.complaint
  }

  /// Removes the worktrees of calls that were killed.
  ///
  /// - Returns: Where they were.
  /// - Throws: ``ChildProcess/Ending``.
  func removeAbandoned() throws -> [String] {
    let list = try repository.git(["worktree", "list", "--porcelain"]).text
    return list.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("worktree "), let other = ScratchFolder(around: String(line.dropFirst(9))) else {
        return nil
      }
      return FileLock.ifFree(other.maker) {
        BackfillWorktree(repository: repository, folder: other).remove()
        other.remove()
        return other.worktree
      }
    }
  }

  private func remove() {
    _ = try? repository.git(["worktree", "remove", "--force", "--force", folder.worktree])
    folder.removeTree(folder.worktree)
  }
}

extension ScratchFolder {
  /// The file that is locked as long as the maker of the worktree lives.
  var maker: String { "\(path)/backfill.lock" }

  /// The folder that a worktree is in; nil where that has another name than those that are made here.
  fileprivate init?(around worktree: String) {
    let parts = worktree.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.last == "worktree", parts.dropLast().last?.hasPrefix(Self.prefix) == true else {
      return nil
    }
    self.init(at: parts.dropLast().joined(separator: "/"))
  }
}

/// The commits that could not be recorded when they were tried last, so that the next call tries others first.
///
/// They are kept in a file of the git folder, a hash a line. What is no hash there is passed over.
struct FailedCommits {
  let repository: GitRepository
  private var path: String { "\(repository.gitFolder)/section-diff-history-failed" }

  /// Their hashes.
  var hashes: Set<String> {
    guard let source = try? SourceText(path: path, access: .copied) else { return [] }
    return Set(source.string(in: 0..<source.count).split(separator: "\n").map(String.init).filter(GitRepository.isHash))
  }

  /// Keeps a commit, or forgets it.
  ///
  /// - Throws: why the file cannot be written.
  func note(_ hash: String, isFailed: Bool) throws {
    try FileLock.hold(repository.historyLock, checking: repository.checkSignals) {
      var hashes = hashes
      guard isFailed != hashes.contains(hash) else { return }
      if isFailed { hashes.insert(hash) } else { hashes.remove(hash) }
      let text = hashes.sorted().map { $0 + "\n" }.joined()
      try FileOutput.write([(path: path, bytes: Array(text.utf8))], overwrites: true)
    }
  }
}
