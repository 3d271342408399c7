internal import Foundation
internal import RecordFormats
internal import StoreInterface

/// The net effect of a batch for the files of a folder, written down before it is done: it is there as a whole, or it
/// is not.
///
///     new files under temporary names, on the disk ─▶ journal ─▶ folders, renames, removals ─▶ journal away
///
/// The journal takes its name by one rename. From then on the batch counts as written: every step can be done again and
/// has the same effect, so a program that finds a journal does all of it, and takes the journal away last. It holds no
/// contents, so nothing can fail for want of room after it; and of every file what it was before, so that what others
/// have changed since is left to them.
///
/// A journal may be anybody's, as in a folder that was copied from elsewhere. So its steps lead nowhere but to visible
/// files in real folders below, and to temporary files: anything else is refused.
@available(LiveSystems, *)
struct FolderJournal: Codable, Sendable {
  /// One step, by paths from the folder on.
  enum Step: Codable, Sendable {
    case makeFolder(String)
    /// Gives a temporary file its name, where there is still what was there; `nil` for no file.
    case place(_ temporary: String, at: String, over: Mark?)
    case remove(String, Mark)
    case removeFolder(String)
  }

  /// By what a file is known again, by another program and after the system has started again, when devices may have other
  /// numbers.
  struct Mark: Codable, Hashable, Sendable {
    let inode: UInt64
    let size: Int64
    let modified: [Int64]
    let changed: [Int64]

    init(_ status: FileStatus) {
      inode = status.inode
      size = status.size
      modified = Self.parts(of: status.modified)
      changed = Self.parts(of: status.changed)
    }

    /// Seconds and nanoseconds.
    private static func parts(of time: Duration) -> [Int64] {
      [time.components.seconds, time.components.attoseconds / 1_000_000_000]
    }
  }

  var steps: [Step] = []

  /// The name of a journal.
  static let name = ".section-diff-journal"
  /// What the names of temporary files in folders begin with.
  static let temporaryPrefix = ".section-diff-new-"

  /// Where the journal of a folder is.
  static func path(in root: String) -> String { FilePaths.join(root, name) }

  /// Writes the journal, for this user's eyes alone.
  ///
  /// - Returns: Why it may be lost.
  func write(to root: String, in files: any FileSystem) throws -> StoreError? {
    let file = SavedFile(Self.path(in: root), in: files, temporaryPrefix: Self.temporaryPrefix)
    return try file.replace(with: Array(try JSONEncoder().encode(self)), expecting: nil, isPrivate: true).doubt
  }
}

// MARK: - Reading

@available(LiveSystems, *)
extension FolderJournal {
  /// The journal of a folder, or `nil` where there is none.
  ///
  /// - Throws: `StoreError.Kind.refused`, when it is not one that may be performed.
  static func read(from root: String, in files: any FileSystem) throws(StoreError) -> FolderJournal? {
    let path = path(in: root)
    let source = try StoreError.raising { () -> SourceText? in
      guard let status = try files.statusIfAny(of: path, followingLinks: false) else { return nil }
      guard status.kind == .regular else { throw SystemError("read", path, code: SystemError.unreadable) }
      let file = try files.open(path, for: .reading)
      defer { files.close(file) }
      return try files.contents(of: file, name: path)
    }
    guard let source else { return nil }
    guard let journal = try? JSONDecoder().decode(FolderJournal.self, from: Data(source.bytes(in: 0..<source.count)))
    else { throw Self.isForeign(path) }
    try journal.check(in: root, files)
    return journal
  }

  private static func isForeign(_ path: String) -> StoreError {
    StoreError(
      .refused, "a journal that this library does not write", at: path,
      advice: "remove it, if you do not know where it comes from")
  }

  /// Refuses steps that lead elsewhere than they may.
  private func check(in root: String, _ files: any FileSystem) throws(StoreError) {
    var folders: Set<String> = []
    for step in steps {
      guard Self.isSafe(step.path), step.temporary.map({ Self.isSafe($0, isTemporary: true) }) ?? true else {
        throw Self.isForeign(Self.path(in: root))
      }
      for path in [step.path, step.temporary ?? ""] { folders.formUnion(Self.folders(of: path)) }
    }
    for folder in folders.sorted() {
      let path = FilePaths.join(root, folder)
      if try StoreError.raising({ try files.statusIfAny(of: path, followingLinks: false) })?.kind == .link {
        throw StoreError(.refused, "the journal leads through a link", at: path, advice: "remove the journal")
      }
    }
  }

  /// Whether a path leads down, by visible names alone but for a temporary one at its end.
  static func isSafe(_ path: String, isTemporary: Bool = false) -> Bool {
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if isTemporary {
      guard let name = parts.popLast(), name.starts(with: temporaryPrefix.utf8), !name.contains(0) else { return false }
    } else if parts.isEmpty {
      return false
    }
    return parts.allSatisfy(FilePaths.isVisible)
  }

  /// The folders that a path leads through, the outermost first.
  static func folders(of path: String) -> [String] {
    let parts = path.split(separator: "/").map(String.init).dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}

@available(LiveSystems, *)
extension FolderJournal.Step {
  /// What it makes, writes or removes.
  fileprivate var path: String {
    switch self {
    case .makeFolder(let path), .remove(let path, _), .removeFolder(let path), .place(_, let path, _): path
    }
  }

  fileprivate var temporary: String? {
    if case .place(let temporary, _, _) = self { temporary } else { nil }
  }
}

// MARK: - Doing

@available(LiveSystems, *)
extension FolderJournal {
  /// Why a journal was not done to its end.
  struct Stop: Error {
    let error: SystemError
    /// Whether a step was done.
    let hasBegun: Bool
  }

  /// Does every step, and takes the journal away. For the holder of the lock.
  ///
  /// - Parameter isOwn: Whether this is the first time, by the writer of the journal: then a first step that cannot be done
  ///   stops it. Later, what can never be done any more, because others have changed what it needs, is left.
  /// - Returns: The files that were left to others, who have changed them since.
  func perform(in root: String, _ files: any FileSystem, isOwn: Bool) throws(Stop) -> [String] {
    var folders: Set<String> = [root]
    var hasBegun = false
    var left: [String] = []
    for step in steps {
      do throws(SystemError) {
        let outcome = try perform(step, in: root, files, &folders)
        if outcome == .left { left.append(FilePaths.join(root, step.path)) }
        if outcome == .done { hasBegun = true }
      } catch {
        guard error.isForGood, hasBegun || !isOwn else { throw Stop(error: error, hasBegun: hasBegun) }
        left.append(FilePaths.join(root, step.path))
        if let temporary = step.temporary { try? files.remove(FilePaths.join(root, temporary)) }
      }
    }
    do throws(SystemError) {
      // Those above first: a folder's name is there before what is in it.
      for folder in folders.sorted() {
        _ = try SystemError.ifPresent { () throws(SystemError) in try files.synchronizeFolder(folder) }
      }
      _ = try SystemError.ifPresent { () throws(SystemError) in try files.remove(Self.path(in: root)) }
      try files.synchronizeFolder(root)
    } catch {
      throw Stop(error: error, hasBegun: true)
    }
    return left
  }

  private enum Outcome { case done, wasDone, left }

  private func perform(
    _ step: Step, in root: String, _ files: any FileSystem, _ folders: inout Set<String>
  ) throws(SystemError) -> Outcome {
    let path = FilePaths.join(root, step.path)
    folders.insert(FilePaths.folder(of: path))
    switch step {
    case .makeFolder:
      do throws(SystemError) {
        try files.makeFolder(path)
        return .done
      } catch {
        guard error.meansPresence else { throw error }
        guard try files.status(of: path, followingLinks: false).kind == .folder else {
          throw SystemError("make the folder", path, code: SystemError.notAFolder)
        }
        return .wasDone
      }
    case .place(let relative, _, let mark):
      let temporary = FilePaths.join(root, relative)
      folders.insert(FilePaths.folder(of: temporary))
      // Only its rename takes a temporary file away as long as the journal is there.
      guard let staged = try files.statusIfAny(of: temporary, followingLinks: false) else { return .wasDone }
      let present = try files.statusIfAny(of: path, followingLinks: false)
      guard present.map(Mark.init) == mark else {
        try files.remove(temporary)
        return present?.identity == staged.identity ? .wasDone : .left
      }
      try files.rename(temporary, to: path)
      return .done
    case .remove(_, let mark):
      guard let present = try files.statusIfAny(of: path, followingLinks: false) else { return .wasDone }
      guard Mark(present) == mark else { return .left }
      try files.remove(path)
      return .done
    case .removeFolder:
      folders.remove(path)
      // What a writer has left there that was ended halfway.
      SavedFile.removeLeftovers(in: path, Self.temporaryPrefix, files)
      do throws(SystemError) {
        try files.removeFolder(path)
        return .done
      } catch {
        // Others may have put files there, which stay.
        if error.meansAbsence || error.meansNotEmpty { return .wasDone }
        throw error
      }
    }
  }
}
