internal import RecordFormats

/// A lock that programs of this library take before they write: `flock` on a file beside the one to be written.
///
/// The lock file is taken away with the lock, and whoever has locked a file that has been taken away begins again, so a
/// lock on a file that has its name is a lock on the one that all others try.
///
/// Where the file system knows no `flock`, the file itself is the lock: it is made by whoever finds none, and holds which
/// process of which machine that was. A lock of a process of this machine that runs no more is stale, and is broken; that
/// of another machine is not judged.
package final class FileLock: Sendable {
  private let path: String
  private let files: any FileSystem
  private let file: OpenFile?

  private init(path: String, files: any FileSystem, file: OpenFile?) {
    self.path = path
    self.files = files
    self.file = file
  }

  /// The lock's name for a file.
  package static func path(for path: String) -> String {
    FilePaths.join(FilePaths.folder(of: path), "." + FilePaths.name(of: path) + ".lock")
  }

  /// Tries to take the lock for a file.
  ///
  /// - Returns: The lock, or `nil` where another has it.
  package static func attempt(for path: String, in files: any FileSystem) throws(SystemError) -> FileLock? {
    let lockPath = Self.path(for: path)
    // Each round lost to another program that gave the lock back between two calls.
    for _ in 0..<8 {
      let file = try files.open(lockPath, for: .locking)
      do {
        guard try files.lock(file) else {
          files.close(file)
          return nil
        }
        let status = try files.status(of: file)
        if try files.statusIfAny(of: lockPath, followingLinks: false)?.identity == status.identity {
          return FileLock(path: lockPath, files: files, file: file)
        }
        files.close(file)
      } catch {
        files.close(file)
        if error.meansUnsupported { return try attemptByName(lockPath, in: files) }
        throw error
      }
    }
    return nil
  }

  /// Gives the lock back.
  package func release() {
    try? files.remove(path)
    if let file { files.close(file) }
  }

  // MARK: Without flock

  private static func attemptByName(_ flockPath: String, in files: any FileSystem) throws(SystemError) -> FileLock? {
    // Another name: the one for `flock` may lie about, locked by nobody.
    let path = flockPath + "-by-name"
    try? files.remove(flockPath)
    for _ in 0..<2 {
      do {
        let file = try files.open(path, for: .creating)
        defer { files.close(file) }
        let mark = files.process
        try files.writeAll(Array("\(mark.number)\n\(mark.start)\n\(mark.machine)\n".utf8), to: file)
        return FileLock(path: path, files: files, file: nil)
      } catch {
        guard error.meansPresence else { throw error }
      }
      guard try breakIfStale(path, in: files) else { return nil }
    }
    return nil
  }

  /// Takes a stale lock away. It is given a name of its own first, so that of several who judge it only one goes on.
  private static func breakIfStale(_ path: String, in files: any FileSystem) throws(SystemError) -> Bool {
    guard let status = try files.statusIfAny(of: path, followingLinks: false) else { return true }
    guard let holder = try holder(of: path, in: files) else { return false }
    guard holder.machine == files.process.machine, !files.isRunning(holder) else { return false }
    let grave = path + "-\(files.process.number)-" + String(UInt64.random(in: .min ... .max), radix: 36)
    do {
      try files.rename(path, to: grave)
    } catch {
      return error.meansAbsence
    }
    defer { try? files.remove(grave) }
    let moved = try files.status(of: grave, followingLinks: false)
    if moved.identity == status.identity { return true }
    // Another has broken the stale one and made its own meanwhile: it gets its name back.
    try files.link(grave, to: path)
    return false
  }

  /// Who made a lock; `nil` where that is still being written.
  private static func holder(of path: String, in files: any FileSystem) throws(SystemError) -> ProcessMark? {
    let file: OpenFile
    do {
      file = try files.open(path, for: .reading)
    } catch {
      if error.meansAbsence { return nil }
      throw error
    }
    defer { files.close(file) }
    let text = try files.contents(of: file, name: path)
    let lines = text.string(in: 0..<text.count).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, let number = Int32(lines[0]) else { return nil }
    return ProcessMark(number: number, start: String(lines[1]), machine: String(lines[2]))
  }
}
