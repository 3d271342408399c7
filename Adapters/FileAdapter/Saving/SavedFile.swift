package import RecordFormats
package import StoreInterface

/// How a file is replaced so that it is always the old one or the new one, whole, whatever happens meanwhile.
///
///     temporary file in the same folder ─▶ owner, mode ─▶ bytes ─▶ fsync ─▶ rename ─▶ fsync of the folder
///
/// Until the rename the old file is there, after it the new one. The bytes reach the disk before the name does. A crash
/// leaves a temporary file behind at most, which the next writer takes away.
///
/// The rename exchanges the two files, and the old one is looked at again when nobody finds it any more by its name: what
/// another program has saved at the last moment gets its name back. Where the file system cannot exchange, the moment
/// between the look and the rename stays.
@available(LiveSystems, *)
package struct SavedFile: Sendable {
  /// Where the file is, links followed.
  package let path: String
  package let files: any FileSystem

  /// What the names of temporary files of this path begin with.
  private let temporaryPrefix: String

  /// Makes a way to save a file. Without a prefix, the names of temporary files have the file's own name in them.
  package init(_ path: String, in files: any FileSystem, temporaryPrefix: String? = nil) {
    self.path = path
    self.files = files
    self.temporaryPrefix = temporaryPrefix ?? "." + FilePaths.name(of: path) + ".section-diff-"
  }

  /// A name that no other writer has.
  static func temporaryName(_ prefix: String, _ files: any FileSystem) -> String {
    prefix + "\(files.process.number)-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Puts bytes in the place of the file.
  ///
  /// - Parameters:
  ///   - bytes: What the file is to hold.
  ///   - expected: What the file must be, or `nil` where there must be none; checked at the last moment.
  ///   - source: What it must hold, where that does not follow from its times: those of file systems have ticks.
  ///   - isPrivate: Whether a new file is for this user alone; otherwise the user's mask says for whom it is.
  /// - Returns: The new file, and why a loss of power may take it away; `nil` where it is there for good.
  package func replace(
    with bytes: [UInt8], expecting expected: FileStatus?, holding source: SourceText? = nil, isPrivate: Bool = false
  ) throws -> (status: FileStatus, doubt: StoreError?) {
    let folder = FilePaths.folder(of: path)
    let temporary = FilePaths.join(folder, Self.temporaryName(temporaryPrefix, files))
    let written: FileStatus
    do {
      written = try write(bytes, to: temporary, like: expected, isPrivate: isPrivate)
    } catch {
      // Best effort: what cannot be removed now, the next writer removes.
      try? files.remove(temporary)
      throw error
    }
    let marked = FilePaths.join(folder, temporaryPrefix + Self.marks(of: written, over: expected, files))
    do {
      try files.rename(temporary, to: marked, .replacing)
      switch try Self.place(
        marked, at: path, in: files, holding: source, over: { $0?.signature == expected?.signature })
      {
      case .done: break
      case .left: throw ConcurrentModification()
      case .unclear(let left, let cause): throw StoreError(left: left, "not written", cause)
      }
    } catch {
      for name in [temporary, marked] where !(error is StoreError) {
        let left = try? files.status(of: name, followingLinks: false)
        if left?.identity == written.identity { try? files.remove(name) }
      }
      throw error
    }
    var doubt: StoreError?
    do {
      try files.synchronizeFolder(folder)
    } catch {
      var failure = StoreError(error)
      failure.message = "written, but a power failure may lose it: " + failure.message
      failure.effect = .everything
      doubt = failure
    }
    return (status(ofSaved: written), doubt)
  }

  /// Writes a temporary file, which is on the disk when this returns, but for its name.
  func write(
    _ bytes: [UInt8], to temporary: String, like old: FileStatus?, isPrivate: Bool = false
  ) throws(SystemError) -> FileStatus {
    // No one else may read what takes the place of a file that perhaps is private, too.
    let file = try files.open(temporary, for: old == nil && !isPrivate ? .creatingForAll : .creating)
    defer { files.close(file) }
    if let old {
      let status = try files.status(of: file)
      // The owner first: giving a file away takes some mode bits from it.
      if status.owner != old.owner || status.group != old.group {
        try files.setOwner(old.owner, group: old.group, of: file)
      }
      try files.setPermissions(old.permissions, of: file)
    }
    try files.writeAll(bytes, to: file)
    try files.synchronize(file)
    return try files.status(of: file)
  }

  /// What became of a change of names.
  enum Outcome: Equatable {
    case done
    /// All is as others have left it. The own file is where it was, if it was there at all, or gone.
    case left
    /// Not all of it could be put back: what is said of these files.
    case unclear([String], SystemError?)
  }

  /// So often others may save while what they saved before is put back.
  private static let rounds = 8

  /// Gives a temporary file its name, where there is what is expected: `nil` for no file.
  static func place(
    _ temporary: String, at path: String, in files: any FileSystem, holding source: SourceText? = nil,
    over isExpected: (FileStatus?) -> Bool
  ) throws(SystemError) -> Outcome {
    let present = try files.statusIfAny(of: path, followingLinks: false)
    guard isExpected(present) else { return .left }
    let own = try files.status(of: temporary, followingLinks: false)
    do throws(SystemError) {
      if present == nil {
        try add(temporary, to: path, in: files)
      } else {
        try files.rename(temporary, to: path, .exchanging)
      }
    } catch {
      // Somebody has taken the name, or the file away, since the look.
      if present == nil ? error.meansPresence : error.meansAbsence { return .left }
      if error.meansUnsupported {
        try files.rename(temporary, to: path, .replacing)
        return .done
      }
      // On a network what is done may be reported as failed.
      let now: FileStatus?
      do throws(SystemError) {
        now = try files.statusIfAny(of: path, followingLinks: false)
      } catch {
        return .unclear([path], error)
      }
      guard now?.identity == own.identity else { throw error }
    }
    guard let present else { return .done }
    var out: FileStatus?
    var isSame = true
    do throws(SystemError) {
      out = try files.statusIfAny(of: temporary, followingLinks: false)
      isSame = out?.holdsSame(as: present) ?? true
      if isSame, out != nil, let source {
        let file = try files.open(temporary, for: .reading)
        defer { files.close(file) }
        isSame = try files.contents(of: file, name: path).hasSameBytes(as: source)
      }
    } catch {
      // What has come out is not known, so it goes back.
      guard (try? files.rename(temporary, to: path, .exchanging)) != nil else {
        return .unclear([path, keep(temporary, in: files)], error)
      }
      throw error
    }
    if isSame {
      // Best effort, as with all temporary files.
      try? files.remove(temporary)
      return .done
    }
    // What was saved meanwhile goes back. What comes out then is the own file, or was saved later still.
    var there = own
    for _ in 0..<rounds {
      guard let saved = out else { return .left }
      do throws(SystemError) {
        try files.rename(temporary, to: path, .exchanging)
        out = try files.statusIfAny(of: temporary, followingLinks: false)
      } catch {
        return .unclear([path, keep(temporary, in: files)], error)
      }
      if out?.holdsSame(as: there) ?? true {
        try? files.remove(temporary)
        return .left
      }
      // Somebody has written into the file itself that was there: no other holds that.
      if out?.identity == there.identity { break }
      there = saved
    }
    return .unclear([path, keep(temporary, in: files)], nil)
  }

  /// Takes a file away, where it is what is expected. It is put out of the way first, and looked at there.
  static func take(
    away path: String, _ temporaryPrefix: String, in files: any FileSystem, where isExpected: (FileStatus) -> Bool
  ) throws(SystemError) -> Outcome {
    guard let present = try files.statusIfAny(of: path, followingLinks: false) else { return .done }
    guard isExpected(present) else { return .left }
    // No file has the number 0.
    let aside = FilePaths.join(
      FilePaths.folder(of: path), temporaryPrefix + "\(files.process.number)-0-" + mark(of: present))
    var out: FileStatus?
    do throws(SystemError) {
      // Nobody else has a name like this one.
      try files.rename(path, to: aside, .replacing)
    } catch {
      if try files.statusIfAny(of: aside, followingLinks: false) == nil {
        if error.meansAbsence { return .done }
        throw error
      }
    }
    do throws(SystemError) {
      out = try files.statusIfAny(of: aside, followingLinks: false)
      if out?.holdsSame(as: present) ?? true {
        try? files.remove(aside)
        return .done
      }
      try add(aside, to: path, in: files)
      return .left
    } catch {
      // Where its writer has saved once more, he did not see what he had saved before.
      if out == nil, (try? add(aside, to: path, in: files)) != nil { throw error }
      return .unclear([path, keep(aside, in: files)], error)
    }
  }

  /// Gives a file a name that nobody has.
  private static func add(_ path: String, to newPath: String, in files: any FileSystem) throws(SystemError) {
    do throws(SystemError) {
      try files.rename(path, to: newPath, .adding)
      return
    } catch {
      guard error.meansUnsupported else { throw error }
    }
    do throws(SystemError) {
      try files.link(path, to: newPath)
      try? files.remove(path)
    } catch {
      if error.meansPresence { throw error }
      try files.rename(path, to: newPath, .replacing)
    }
  }

  /// Gives a hidden file of others a name that no writer takes away.
  static func keep(_ path: String, in files: any FileSystem) -> String {
    let kept = FilePaths.join(FilePaths.folder(of: path), temporaryName(".section-diff-kept-", files))
    return (try? files.rename(path, to: kept, .replacing)) == nil ? path : kept
  }

  /// What the file looks like under its new name: the rename has changed its time of change. Where somebody has replaced
  /// it already, what was written, whose signature differs, and so the file is read again.
  private func status(ofSaved written: FileStatus) -> FileStatus {
    guard let present = try? files.status(of: path, followingLinks: false), present.inode == written.inode,
      present.device == written.device, present.size == written.size, present.modified == written.modified
    else { return written }
    return present
  }

  /// What the name of a temporary file says: which file it is, and which one goes when that takes its name. Who finds the
  /// name later and a third file by it knows that this one is of others.
  private static func marks(of own: FileStatus, over old: FileStatus?, _ files: any FileSystem) -> String {
    "\(files.process.number)-" + String(own.inode, radix: 36) + "-" + (old.map(mark) ?? "")
  }

  private static func mark(of file: FileStatus) -> String {
    let time = file.modified.components
    let parts = [file.inode, UInt64(bitPattern: file.size), UInt64(bitPattern: time.seconds &* 1_000_000_000)]
    // FNV-1a of the parts, for names are short.
    let hash = (parts + [UInt64(bitPattern: time.attoseconds)]).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ $1) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }

  /// Takes away what writers have left behind that did not come to their ends. For the holder of the lock.
  ///
  /// - Throws: `StoreError.Kind.conflict`, once, where a file of others is among it, which is kept then.
  package func removeLeftovers() throws(StoreError) {
    let folder = FilePaths.folder(of: path)
    let kept = Self.removeLeftovers(Self.leftovers(in: folder, temporaryPrefix, files), temporaryPrefix, files)
    if let error = Self.found(kept) { throw error }
  }

  /// Takes away such files, where there is no journal, for the holder of its lock.
  ///
  /// - Returns: Those of others, by the names that they have now.
  @discardableResult
  static func removeLeftovers(_ paths: [String], _ prefix: String, _ files: any FileSystem) -> [String] {
    paths.compactMap { path in
      let name = FilePaths.name(of: path).utf8.dropFirst(prefix.utf8.count)
      let marks = String(decoding: name, as: UTF8.self).split(separator: "-", omittingEmptySubsequences: false)
      if marks.count == 3, let file = try? files.status(of: path, followingLinks: false),
        marks[1] != String(file.inode, radix: 36), marks[2] != mark(of: file)
      {
        return keep(path, in: files)
      }
      try? files.remove(path)
      return nil
    }
  }

  /// What is said of files that were found.
  static func found(_ kept: [String]) -> StoreError? {
    if kept.isEmpty { return nil }
    return StoreError(
      .conflict, "a program was ended while others wrote; what they wrote is in \(kept.joined(separator: ", "))",
      at: kept.first, advice: "look at it, and write again")
  }

  /// The files in a folder whose names begin so.
  static func leftovers(in folder: String, _ prefix: String, _ files: any FileSystem) -> [String] {
    let names = (try? files.names(in: folder)) ?? []
    return names.filter { $0.utf8.starts(with: prefix.utf8) }.map { FilePaths.join(folder, $0) }
  }
}

extension StoreError {
  /// What is said of files that others have changed at the moment of a write.
  init(left: [String], _ message: String, _ cause: SystemError? = nil) {
    self.init(
      .conflict,
      message + ", except for files that others have changed meanwhile" + (cause.map { ": \($0.reason)" } ?? ""),
      at: left.first, advice: "look at these, and write again what is missing")
    effect = .unclear(left)
  }
}

/// Another program has changed a file since it was read, so nothing was written.
struct ConcurrentModification: Error {}
