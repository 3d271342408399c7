/// Files that a command makes.
enum FileOutput {
  /// Makes a folder and those above it, where they are missing.
  static func makeFolder(_ path: String) throws(Failure) {
    var made = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(name) : "/" + name
      guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      throw Failure("\(made): the folder cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  /// Writes files that belong together: beside their places first, so that each is there whole or not at all, and none
  /// takes its place before all are written.
  ///
  /// - Parameter overwrites: Whether files that are there are replaced.
  /// - Throws: That a file is there already, before anything is written; or why one cannot be written.
  static func write(_ files: [(path: String, bytes: [UInt8])], overwrites: Bool) throws(Failure) {
    if !overwrites { try checkFree(files.map(\.path)) }
    var drafts: [(draft: String, path: String)] = []
    do throws(Failure) {
      for file in files {
        let draft = "\(file.path).\(getpid()).part"
        drafts.append((draft, file.path))
        guard let handle = fopen(draft, "wb") else { throw unwritable(file.path) }
        let written = fwrite(file.bytes, 1, file.bytes.count, handle)
        guard fclose(handle) == 0, written == file.bytes.count else { throw unwritable(file.path) }
      }
      for (draft, path) in drafts where rename(draft, path) != 0 { throw unwritable(path) }
    } catch {
      for (draft, _) in drafts { unlink(draft) }
      throw error
    }
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
