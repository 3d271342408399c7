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
    /// Gives a temporary file its name, where there is still what was there; `nil` for no file. Where a record moves, the
    /// file that it was in goes then, and not before: it is never in no place.
    case place(_ temporary: String, at: String, over: Mark?, staged: Mark? = nil, instead: Removal? = nil)
    case remove(String, Mark)
    case removeFolder(String)
  }

  /// A file to take away, where it is still what it was.
  struct Removal: Codable, Sendable {
    let path: String
    let mark: Mark
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

    /// Whether a file is the one of the mark and was not written since. It may have been renamed.
    func isHeld(by status: FileStatus) -> Bool {
      inode == status.inode && size == status.size && modified == Self.parts(of: status.modified)
    }

    /// Whether a file is what it was. After a crash it may have been renamed there and back.
    func means(_ status: FileStatus, isOwn: Bool) -> Bool { isOwn ? self == Mark(status) : isHeld(by: status) }

    /// Seconds and nanoseconds.
    private static func parts(of time: Duration) -> [Int64] {
      [time.components.seconds, time.components.attoseconds / 1_000_000_000]
    }
  }

  /// The form that it was written in; the first had no name.
  var format: String? = formatName
  var steps: [Step] = []

  /// The name of the form that this version writes, and reads.
  static let formatName = "section-diff-journal/1"

  /// What every form has.
  private struct Form: Codable { var format: String? }

  /// The name of a journal.
  static let name = ".section-diff-journal"
  /// What the names of temporary files in folders begin with.
  private static let temporaryPrefix = ".section-diff-new-"

  /// What those of the stores of one folder begin with: stores of folders above and below leave them alone.
  static func temporaryPrefix(in root: String, _ files: any FileSystem) throws(SystemError) -> String {
    temporaryPrefix + String(try files.status(of: root, followingLinks: true).inode, radix: 36) + "-"
  }

  /// Where the journal of a folder is.
  static func path(in root: String) -> String { FilePaths.join(root, name) }

  /// Writes the journal, for this user's eyes alone.
  ///
  /// - Returns: Why it may be lost.
  func write(to root: String, in files: any FileSystem) throws -> StoreError? {
    let file = SavedFile(
      Self.path(in: root), in: files, temporaryPrefix: try Self.temporaryPrefix(in: root, files))
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
    let json = Data(source.bytes(in: 0..<source.count))
    if let format = (try? JSONDecoder().decode(Form.self, from: json))?.format, format != formatName {
      throw StoreError(
        .refused, "a journal in the form \(format), and this version reads \(formatName)", at: path,
        advice: "open the folder once with the version that wrote it: it holds a batch that is not finished")
    }
    guard let journal = try? JSONDecoder().decode(FolderJournal.self, from: json) else { throw Self.isForeign(path) }
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
      guard step.paths.allSatisfy({ Self.isSafe($0) }),
        step.temporary.map({ Self.isSafe($0, isTemporary: true) }) ?? true
      else { throw Self.isForeign(Self.path(in: root)) }
      for path in step.paths + [step.temporary ?? ""] { folders.formUnion(Self.folders(of: path)) }
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
  fileprivate var paths: [String] {
    switch self {
    case .makeFolder(let path), .remove(let path, _), .removeFolder(let path): [path]
    case .place(_, let path, _, _, let instead): [path] + (instead.map { [$0.path] } ?? [])
    }
  }

  fileprivate var temporary: String? {
    if case .place(let temporary, _, _, _, _) = self { temporary } else { nil }
  }

  /// Whether it was written by a version that had removals of their own for what moves.
  fileprivate var isOld: Bool {
    if case .place(_, _, _, nil, _) = self { true } else { false }
  }
}

// MARK: - Doing

@available(LiveSystems, *)
extension FolderJournal {
  /// Why a journal was not done to its end.
  struct Stop: Error {
    /// What failed; `nil` where others have changed what was to be written.
    let error: SystemError?
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
    var mayRemove = true
    var isOvertaken = false
    var left: [String] = []
    for step in steps {
      do throws(SystemError) {
        if case .remove = step, !mayRemove {
          left += step.paths.map { FilePaths.join(root, $0) }
          continue
        }
        let outcome = try perform(step, in: root, files, isOwn: isOwn, &folders, &hasBegun, &left)
        if outcome == .left {
          if !hasBegun, isOwn, left.isEmpty {
            isOvertaken = true
            break
          }
          if step.isOld { mayRemove = false }
          left += step.paths.map { FilePaths.join(root, $0) }
        }
      } catch {
        guard error.isForGood, hasBegun || !isOwn else { throw Stop(error: error, hasBegun: hasBegun) }
        if step.isOld { mayRemove = false }
        left += step.paths.map { FilePaths.join(root, $0) }
        if let temporary = step.temporary { try? files.remove(FilePaths.join(root, temporary)) }
      }
    }
    if isOvertaken { throw Stop(error: nil, hasBegun: false) }
    do throws(SystemError) {
      // Those above first: a folder's name is there before what is in it.
      for folder in folders.sorted() {
        _ = try SystemError.ifPresent { () throws(SystemError) in try files.synchronizeFolder(folder) }
      }
      _ = try SystemError.ifPresent { () throws(SystemError) in try files.remove(Self.path(in: root)) }
      try files.synchronizeFolder(root)
      if !isOwn {
        let prefix = try Self.temporaryPrefix(in: root, files)
        for folder in folders {
          let leftovers = SavedFile.leftovers(in: folder, prefix, files)
          left += SavedFile.removeLeftovers(leftovers, prefix, files)
        }
      }
    } catch {
      throw Stop(error: error, hasBegun: true)
    }
    return left
  }

  private enum Outcome { case done, wasDone, left }

  /// - Parameter hasBegun: Set as soon as something is done, whatever fails after it.
  private func perform(
    _ step: Step, in root: String, _ files: any FileSystem, isOwn: Bool, _ folders: inout Set<String>,
    _ hasBegun: inout Bool, _ left: inout [String]
  ) throws(SystemError) -> Outcome {
    let path = FilePaths.join(root, step.paths[0])
    folders.insert(FilePaths.folder(of: path))
    switch step {
    case .makeFolder:
      do throws(SystemError) {
        try files.makeFolder(path)
        hasBegun = true
        return .done
      } catch {
        guard error.meansPresence else { throw error }
        guard try files.status(of: path, followingLinks: false).kind == .folder else {
          throw SystemError("make the folder", path, code: SystemError.notAFolder)
        }
        return .wasDone
      }
    case .place(let relative, _, let over, let staged, let instead):
      let temporary = FilePaths.join(root, relative)
      folders.insert(FilePaths.folder(of: temporary))
      let outcome = try place(temporary, at: path, over: over, staged: staged, isOwn: isOwn, files, &left)
      if outcome == .done { hasBegun = true }
      guard outcome != .left, let instead else { return outcome }
      if try remove(instead, in: root, files, isOwn: isOwn, &folders, &left) != .left { return outcome }
      // Others have written to the old file meanwhile: there the record stays, and not in two places.
      if over == nil, let staged {
        _ = Self.outcome(
          try SavedFile.take(away: path, try Self.temporaryPrefix(in: root, files), in: files, where: staged.isHeld),
          &left)
      }
      return .left
    case .remove(let relative, let mark):
      let outcome = try remove(Removal(path: relative, mark: mark), in: root, files, isOwn: isOwn, &folders, &left)
      if outcome == .done { hasBegun = true }
      return outcome
    case .removeFolder:
      folders.remove(path)
      // What a writer has left there that was ended halfway.
      let prefix = try Self.temporaryPrefix(in: root, files)
      left += SavedFile.removeLeftovers(SavedFile.leftovers(in: path, prefix, files), prefix, files)
      do throws(SystemError) {
        try files.removeFolder(path)
        hasBegun = true
        return .done
      } catch {
        if error.meansAbsence { return .wasDone }
        // Others may have put files there, which stay.
        if error.meansNotEmpty { return .left }
        throw error
      }
    }
  }

  private func place(
    _ temporary: String, at path: String, over: Mark?, staged: Mark?, isOwn: Bool, _ files: any FileSystem,
    _ left: inout [String]
  ) throws(SystemError) -> Outcome {
    let waiting = try files.statusIfAny(of: temporary, followingLinks: false)
    if let waiting, staged?.isHeld(by: waiting) ?? true {
      let placing = try SavedFile.place(temporary, at: path, in: files) { present in
        guard let present, let over else { return present == nil && over == nil }
        return over.means(present, isOwn: isOwn)
      }
      let outcome = Self.outcome(placing, &left)
      if outcome == .left { try? files.remove(temporary) }
      return outcome
    }
    if let waiting {
      guard let over, over.isHeld(by: waiting) else {
        // Others have saved at the moment of the exchange, and the writer was ended before it looked: theirs goes back.
        var back = SavedFile.Outcome.left
        if over != nil, let staged {
          back = try SavedFile.place(temporary, at: path, in: files) { $0.map(staged.isHeld) ?? false }
        }
        // Where others have written there since, too, both stay.
        if back == .left, try files.statusIfAny(of: temporary, followingLinks: false) != nil {
          left.append(SavedFile.keep(temporary, in: files))
        }
        _ = Self.outcome(back, &left)
        return .left
      }
      // The exchange was done, and what it brought out of the way was not removed.
      try files.remove(temporary)
    }
    let present = try files.statusIfAny(of: path, followingLinks: false)
    // It was placed, unless somebody has taken the temporary file away.
    guard let staged else { return present == nil ? .left : .wasDone }
    return present.map(staged.isHeld) ?? false ? .wasDone : .left
  }

  private func remove(
    _ removal: Removal, in root: String, _ files: any FileSystem, isOwn: Bool, _ folders: inout Set<String>,
    _ left: inout [String]
  ) throws(SystemError) -> Outcome {
    let path = FilePaths.join(root, removal.path)
    let folder = FilePaths.folder(of: path)
    folders.insert(folder)
    guard try files.statusIfAny(of: path, followingLinks: false) != nil else { return .wasDone }
    let taking = try SavedFile.take(away: path, try Self.temporaryPrefix(in: root, files), in: files) {
      removal.mark.means($0, isOwn: isOwn)
    }
    return Self.outcome(taking, &left)
  }

  private static func outcome(_ outcome: SavedFile.Outcome, _ left: inout [String]) -> Outcome {
    switch outcome {
    case .done: return .done
    case .left: return .left
    case .unclear(let paths, _):
      left += paths
      return .left
    }
  }
}
