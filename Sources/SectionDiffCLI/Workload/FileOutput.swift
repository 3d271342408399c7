/// Files that a command makes.
enum FileOutput {
  /// Makes a folder and those above it, where they are missing.
  static func makeFolder(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(name) : "/" + name
      if mkdir(made, 0o777) == 0 {
        // Best effort: where that cannot be done, the files in it say so.
        let above = open(folder(of: made), O_RDONLY | O_CLOEXEC)
        if above >= 0 { _ = Calls().synchronize(above, made) }
        close(above)
      } else if errno != EEXIST {
        throw Failure("\(made): the folder cannot be made: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// The calls that make files last; tests have others.
  struct Calls {
    /// Returns when an open file, or the names of an open folder, will survive a loss of power.
    var synchronize: (_ descriptor: Int32, _ path: String) -> Int32 = { descriptor, _ in
      #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
      #endif
      return fsync(descriptor)
    }
    var replace: (_ path: String, _ newPath: String) -> Int32 = { rename($0, $1) }
    /// Gives a file a name that nobody has.
    var add: (_ path: String, _ newPath: String) -> Int32 = { link($0, $1) }
  }

  /// Writes files that belong together: beside their places first, so that each is there whole or not at all, and none
  /// takes its place before all are on the disk. When this returns, they are there for good.
  ///
  /// - Parameter overwrites: Whether files that are there are replaced.
  /// - Throws: That a file is there already, before anything is written; or why one cannot be written, and which were.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], overwrites: Bool, calls: Calls = Calls()
  ) throws(Failure) {
    if !overwrites { try checkFree(files.map(\.path)) }
    var drafts: [(draft: String, path: String)] = []
    var placed: [String] = []
    do throws(Failure) {
      for file in files {
        let draft = "\(file.path).\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
        // A new file, and nothing that a link leads to.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw unwritable(file.path) }
        drafts.append((draft, file.path))
        guard let handle = fdopen(descriptor, "wb") else {
          close(descriptor)
          throw unwritable(file.path)
        }
        let written = fwrite(file.bytes, 1, file.bytes.count, handle)
        let isOnDisk = fflush(handle) == 0 && isSynchronized(calls.synchronize(fileno(handle), draft))
        guard fclose(handle) == 0, isOnDisk, written == file.bytes.count else { throw unwritable(file.path) }
      }
      for (draft, path) in drafts {
        guard try place(draft, path, overwrites: overwrites, calls) == 0 else {
          let already = placed.isEmpty ? "" : "; written before it: \(placed.joined(separator: ", "))"
          throw Failure("\(unwritable(path))\(already)")
        }
        placed.append(path)
      }
    } catch {
      for (draft, _) in drafts { unlink(draft) }
      throw error
    }
    for folder in Set(files.map { folder(of: $0.path) }).sorted() {
      let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      guard descriptor >= 0, isSynchronized(calls.synchronize(descriptor, folder)) else {
        throw Failure("\(folder): written, but a power failure may lose it: \(String(cString: strerror(errno)))")
      }
    }
  }

  private static func place(
    _ draft: String, _ path: String, overwrites: Bool, _ calls: Calls
  ) throws(Failure) -> Int32 {
    if overwrites { return calls.replace(draft, path) }
    if calls.add(draft, path) == 0 {
      unlink(draft)
      return 0
    }
    let code = errno
    // Somebody may have come in between.
    try checkFree([path])
    // A file system without links.
    if [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) { return calls.replace(draft, path) }
    errno = code
    return -1
  }

  /// A pipe, and a file system that cannot do it for folders, has nothing to lose.
  private static func isSynchronized(_ code: Int32) -> Bool { code == 0 || errno == EINVAL || errno == ENOTSUP }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Checks that nothing is at any of the places.
  static func checkFree(_ paths: [String]) throws(Failure) {
    for path in paths {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      throw Failure("\(path): there is a file already; choose another folder, or overwrite it with --force")
    }
  }

  private static func unwritable(_ path: String) -> Failure {
    Failure("\(path): cannot be written: \(String(cString: strerror(errno)))")
  }
}
