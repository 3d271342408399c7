internal import RecordFormats

/// A lock that programs of this library take before they write: `flock` on a file beside the one to be written, or on the
/// folder to be written, whose times it leaves alone.
///
/// The lock file is taken away with the lock, and a program that has locked a file that has been taken away begins
/// again, so a lock on a file that has its name is a lock on the one that all others try.
///
/// Where the file system knows no `flock`, another name beside it is the lock: a file with a mark of who has it, written
/// under a name of its own and then linked, so that it is there whole or not at all.
///
/// - A lock of an earlier start of this machine is stale, and so is one of a process that runs no more, if it is among the
///   processes that this one can see. One of another machine, or of another namespace of processes, is not judged.
/// - To break a stale lock, a program first takes the *claim* on just this lock, by its random token. No one else
///   may take the stale lock away, and its name can be taken only after that. A claim whose holder has died is broken
///   in the same way.
@available(LiveSystems, *)
package final class FileLock: Sendable {
  private let path: String
  private let files: any FileSystem
  private let file: OpenFile?
  private let identity: FileIdentity
  /// Whether the file stays when the lock is given back.
  private let stays: Bool

  private init(path: String, files: any FileSystem, file: OpenFile?, identity: FileIdentity, stays: Bool) {
    self.path = path
    self.files = files
    self.file = file
    self.identity = identity
    self.stays = stays
  }

  /// The lock's name for a file.
  package static func path(for path: String) -> String {
    FilePaths.join(FilePaths.folder(of: path), "." + FilePaths.name(of: path) + ".lock")
  }

  /// Tries to take the lock for a file, or for a folder that is there.
  ///
  /// - Returns: The lock, or `nil` where another has it.
  package static func attempt(
    for path: String, isFolder: Bool = false, in files: any FileSystem
  ) throws(SystemError) -> FileLock? {
    let lockPath = isFolder ? path : Self.path(for: path)
    // Each round lost to another program that gave the lock back between two calls.
    for _ in 0..<8 {
      let file = try files.open(lockPath, for: isFolder ? .reading : .locking)
      do {
        guard try files.lock(file) else {
          files.close(file)
          return nil
        }
        let status = try files.status(of: file)
        if try files.statusIfAny(of: lockPath, followingLinks: isFolder)?.identity == status.identity {
          // Where other machines lock the file, too, it may be gone for one of them and there for another.
          return FileLock(
            path: lockPath, files: files, file: file, identity: status.identity,
            stays: isFolder || files.isShared(FilePaths.folder(of: lockPath)))
        }
        files.close(file)
      } catch {
        files.close(file)
        // File systems of a network lock only what is open for writing, as no folder can be.
        if error.meansUnsupported || isFolder && error.meansNotWritable {
          return try attemptByName(
            isFolder ? Self.path(for: FilePaths.join(path, "section-diff")) : lockPath, in: files)
        }
        throw error
      }
    }
    return nil
  }

  /// Gives the lock back.
  package func release() {
    if !stays { Self.remove(path, of: identity, in: files) }
    if let file { files.close(file) }
  }

  /// Takes a name away, unless it is another file's by now.
  private static func remove(_ path: String, of identity: FileIdentity, in files: any FileSystem) {
    if (try? files.statusIfAny(of: path, followingLinks: false))??.identity == identity { try? files.remove(path) }
  }

  // MARK: Without flock

  /// Claims on claims, so many at most.
  private static let maximumDepth = 8

  private static func attemptByName(_ flockPath: String, in files: any FileSystem) throws(SystemError) -> FileLock? {
    // Another name: the one for `flock` may be there, locked by a machine whose file system knows it.
    let path = flockPath + "-by-name"
    guard let identity = try takeName(path, base: path, depth: 0, in: files) else { return nil }
    return FileLock(path: path, files: files, file: nil, identity: identity, stays: false)
  }

  /// Makes a file with a mark of this process; `nil` where another has one.
  private static func takeName(
    _ path: String, base: String, depth: Int, in files: any FileSystem
  ) throws(SystemError) -> FileIdentity? {
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let temporary = base + "-\(files.process.number)-" + token
    let file = try files.open(temporary, for: .creatingForAll)
    let identity: FileIdentity
    do throws(SystemError) {
      defer { files.close(file) }
      try files.writeAll(Mark(process: files.process, token: token).bytes, to: file)
      identity = try files.status(of: file).identity
    } catch {
      try? files.remove(temporary)
      throw error
    }
    defer { try? files.remove(temporary) }
    for _ in 0..<2 {
      do throws(SystemError) {
        try files.link(temporary, to: path)
        return identity
      } catch {
        // On a network what is done may be reported as failed.
        if (try? files.status(of: path, followingLinks: false))?.identity == identity { return identity }
        guard error.meansPresence else { throw error }
      }
      guard depth < maximumDepth, try breakIfStale(path, base: base, depth: depth, in: files) else { return nil }
    }
    return nil
  }

  /// Takes a stale lock away.
  private static func breakIfStale(
    _ path: String, base: String, depth: Int, in files: any FileSystem
  ) throws(SystemError) -> Bool {
    guard try files.statusIfAny(of: path, followingLinks: false) != nil else { return true }
    guard let mark = try mark(of: path, in: files), mark.isStale(in: files) else { return false }
    let claim = base + "-claim-" + mark.token
    guard let identity = try takeName(claim, base: base, depth: depth + 1, in: files) else { return false }
    defer { remove(claim, of: identity, in: files) }
    // Another may have broken it, and a third have taken the name, before this one had the claim; not after.
    if try self.mark(of: path, in: files)?.token == mark.token { try files.remove(path) }
    return true
  }

  /// Who made a lock; `nil` where there is none, or none that can be understood.
  private static func mark(of path: String, in files: any FileSystem) throws(SystemError) -> Mark? {
    let opened = try SystemError.ifPresent { () throws(SystemError) in try files.open(path, for: .reading) }
    guard let file = opened else { return nil }
    defer { files.close(file) }
    let text = try files.contents(of: file, name: path)
    return Mark(text.string(in: 0..<text.count))
  }

  /// What a lock by name holds: a line each for the process, its start, the machine, its start, the namespace, and a token
  /// that no other lock has.
  private struct Mark {
    let process: ProcessMark
    let token: String

    init(process: ProcessMark, token: String) {
      self.process = process
      self.token = token
    }

    init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // The token becomes a part of a name.
      guard lines.count == 7, let number = Int32(lines[0]), !lines[5].isEmpty,
        lines[5].utf8.allSatisfy({
          ("a"..."z").contains(Unicode.Scalar($0)) || ("0"..."9").contains(Unicode.Scalar($0))
        })
      else { return nil }
      process = ProcessMark(
        number: number, start: lines[1], machine: lines[2], boot: lines[3], namespace: lines[4])
      token = lines[5]
    }

    var bytes: [UInt8] {
      let parts = ["\(process.number)", process.start, process.machine, process.boot, process.namespace, token]
      return Array(parts.map { $0 + "\n" }.joined().utf8)
    }

    /// Whether no one can have the lock any more.
    func isStale(in files: any FileSystem) -> Bool {
      let own = files.process
      guard process.machine == own.machine else { return false }
      if !process.boot.isEmpty, !own.boot.isEmpty, process.boot != own.boot { return true }
      return process.namespace == own.namespace && !files.isRunning(process)
    }
  }
}
