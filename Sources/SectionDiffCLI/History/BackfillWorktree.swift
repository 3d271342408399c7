#if CommandLineGate
  internal import RecordFormats

  /// The worktree that a backfill checks commits out in, one after the other.
  ///
  /// It is in the scratch folder, beside a file that is locked as long as its maker lives. Whatever ends that, the system gives
  /// the lock back; so the next call finds what a killed one has left, and takes nothing that is in use, or someone else's.
  extension GitRepository {
    /// Checks a commit out; what the build of another one left is kept, so that little is built anew.
    ///
    /// - Throws: a failure with what git complained of; ``ChildProcess/Ending``.
    func checkOut(_ commit: Commit) throws {
      var status = stat()
      let isNew = lstat(folder.worktree, &status) != 0
      let result = try git(
        isNew
          ? ["worktree", "add", "--quiet", "--detach", "--force", folder.worktree, commit.hash]
          : ["-C", folder.worktree, "checkout", "--quiet", "--force", "--detach", commit.hash])
      if result.isSuccess { return }
      if isNew { removeWorktree(in: folder) }
      throw Failure("it cannot be checked out\(result.complaint)")
    }

    /// Removes the worktrees of calls that were killed.
    ///
    /// - Returns: Where they were.
    /// - Throws: ``ChildProcess/Ending``.
    func removeAbandonedWorktrees() throws -> [String] {
      try git(["worktree", "list", "--porcelain"]).text.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("worktree "), let other = ScratchFolder(around: String(line.dropFirst(9))) else {
          return nil
        }
        return FileLock.ifFree(other.maker) {
          removeWorktree(in: other)
          other.remove()
          return other.worktree
        }
      }
    }

    /// Removes the worktree in a scratch folder, whatever is left of it.
    func removeWorktree(in folder: ScratchFolder) {
      _ = try? git(["worktree", "remove", "--force", "--force", folder.worktree])
      folder.removeTree(folder.worktree)
    }
  }

  extension ScratchFolder {
    /// The file that is locked as long as the maker of the worktree lives.
    var maker: String { "\(path)/backfill.lock" }

    /// The folder that a worktree is in; nil where that has another name than those that are made here.
    fileprivate init?(around worktree: String) {
      let parts = worktree.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count > 2, parts.last == "worktree", parts[parts.count - 2].hasPrefix(Self.prefix) else { return nil }
      self.init(at: parts.dropLast().joined(separator: "/"))
    }
  }

  /// The commits that could not be recorded when they were tried last, so that the next call tries others first.
  extension GitRepository {
    /// A hash a line. What is no hash there is passed over.
    private var failedFile: String { "\(gitFolder)/section-diff-history-failed" }

    /// Their hashes.
    var failed: Set<String> { Set(folder.lines(in: failedFile).filter(Self.isHash)) }

    /// Keeps a commit, or forgets it.
    ///
    /// - Throws: why the file cannot be written.
    func note(_ hash: String, isFailed: Bool) throws {
      try FileLock.hold(historyLock, checking: processes.checkSignals) {
        let hashes = isFailed ? failed.union([hash]) : failed.subtracting([hash])
        if hashes == failed { return }
        let text = hashes.sorted().map { $0 + "\n" }.joined()
        try FileOutput.write([(path: failedFile, bytes: Array(text.utf8))], overwrites: true)
      }
    }
  }
#endif
