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
  ///   - isPrivate: Whether a new file is for this user alone; otherwise the user's mask says for whom it is.
  /// - Returns: The new file, and why a loss of power may take it away; `nil` where it is there for good.
  package func replace(
    with bytes: [UInt8], expecting expected: FileStatus?, isPrivate: Bool = false
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
    do {
      let isPlaced = try Self.place(temporary, at: path, in: files) { $0?.signature == expected?.signature }
      guard isPlaced else { throw Overtaken() }
    } catch {
      let left = try? files.status(of: temporary, followingLinks: false)
      if left?.identity == written.identity { try? files.remove(temporary) }
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

  /// Gives a temporary file its name, where there is what is expected: `nil` for no file.
  ///
  /// - Returns: Whether it has it. If not, all is as others have left it, and the temporary file is where it was, if it was
  ///   there at all.
  static func place(
    _ temporary: String, at path: String, in files: any FileSystem, over isExpected: (FileStatus?) -> Bool
  ) throws(SystemError) -> Bool {
    let present = try files.statusIfAny(of: path, followingLinks: false)
    guard isExpected(present) else { return false }
    let own = try files.status(of: temporary, followingLinks: false).identity
    do throws(SystemError) {
      try files.rename(temporary, to: path, present == nil ? .adding : .exchanging)
    } catch {
      // Somebody has taken the name, or the file away, since the look.
      if present == nil ? error.meansPresence : error.meansAbsence { return false }
      guard error.meansUnsupported else { throw error }
      try files.rename(temporary, to: path, .replacing)
      return true
    }
    guard let present else { return true }
    let out: FileStatus?
    do throws(SystemError) {
      out = try files.statusIfAny(of: temporary, followingLinks: false)
    } catch {
      try files.rename(temporary, to: path, .exchanging)
      throw error
    }
    if out?.holdsSame(as: present) ?? true {
      // Best effort, as with all temporary files.
      try? files.remove(temporary)
      return true
    }
    // What was saved meanwhile goes back; if even then another was faster, its file does.
    repeat {
      try files.rename(temporary, to: path, .exchanging)
    } while try files.statusIfAny(of: temporary, followingLinks: false).map { $0.identity != own } ?? false
    return false
  }

  /// Takes a file away, where it is what is expected. It is put out of the way first, and looked at there.
  ///
  /// - Returns: Whether it is gone; if not, it is there as others have left it.
  static func take(
    away path: String, by aside: String, in files: any FileSystem, where isExpected: (FileStatus) -> Bool
  ) throws(SystemError) -> Bool {
    guard let present = try files.statusIfAny(of: path, followingLinks: false) else { return true }
    guard isExpected(present) else { return false }
    do throws(SystemError) {
      try files.rename(path, to: aside, .adding)
    } catch {
      if error.meansAbsence { return true }
      guard error.meansUnsupported else { throw error }
      try files.remove(path)
      return true
    }
    let out: FileStatus?
    do throws(SystemError) {
      out = try files.statusIfAny(of: aside, followingLinks: false)
    } catch {
      try files.rename(aside, to: path, .adding)
      throw error
    }
    guard let out, !out.holdsSame(as: present) else {
      try? files.remove(aside)
      return true
    }
    do throws(SystemError) {
      try files.rename(aside, to: path, .adding)
    } catch {
      // Its writer has saved once more: that one counts.
      guard error.meansPresence else { throw error }
      try files.remove(aside)
    }
    return false
  }

  /// What the file looks like under its new name: the rename has changed its time of change. Where somebody has replaced
  /// it already, what was written, whose signature differs, and so the file is read again.
  private func status(ofSaved written: FileStatus) -> FileStatus {
    guard let present = try? files.status(of: path, followingLinks: false), present.inode == written.inode,
      present.device == written.device, present.size == written.size, present.modified == written.modified
    else { return written }
    return present
  }

  /// Takes away what writers have left behind that did not come to their ends. For the holder of the lock.
  package func removeLeftovers() {
    Self.removeLeftovers(in: FilePaths.folder(of: path), temporaryPrefix, files)
  }

  /// The same in a folder, for all names that begin so; where there is no journal, and for the holder of its lock.
  static func removeLeftovers(in folder: String, _ prefix: String, _ files: any FileSystem) {
    for path in leftovers(in: folder, prefix, files) { try? files.remove(path) }
  }

  /// The files in a folder whose names begin so.
  static func leftovers(in folder: String, _ prefix: String, _ files: any FileSystem) -> [String] {
    let names = (try? files.names(in: folder)) ?? []
    return names.filter { $0.utf8.starts(with: prefix.utf8) }.map { FilePaths.join(folder, $0) }
  }
}

/// Another program has changed a file since it was read, so nothing was written.
struct Overtaken: Error {}
