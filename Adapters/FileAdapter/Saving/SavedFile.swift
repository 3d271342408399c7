package import StoreInterface

/// How a file is replaced so that it is always the old one or the new one, whole, whatever happens meanwhile.
///
///     temporary file in the same folder ─▶ owner, mode ─▶ bytes ─▶ fsync ─▶ rename ─▶ fsync of the folder
///
/// Until the rename the old file is there, after it the new one. The bytes reach the disk before the name does. A crash
/// leaves a temporary file behind at most, which the next writer takes away.
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
      let present = try files.statusIfAny(of: path, followingLinks: false)
      guard present?.signature == expected?.signature else { throw Overtaken() }
      try files.rename(temporary, to: path)
    } catch {
      // Best effort: what cannot be removed now, the next writer removes.
      try? files.remove(temporary)
      throw error
    }
    var doubt: StoreError?
    do {
      try files.synchronizeFolder(folder)
    } catch {
      var failure = StoreError(error)
      failure.message = "written, but a power failure may lose it: " + failure.message
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
    guard let names = try? files.names(in: folder) else { return }
    for name in names where name.utf8.starts(with: prefix.utf8) { try? files.remove(FilePaths.join(folder, name)) }
  }
}

/// Another program has changed a file since it was read, so nothing was written.
struct Overtaken: Error {}
