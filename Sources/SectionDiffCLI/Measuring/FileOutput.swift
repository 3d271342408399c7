#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

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

  /// Writes a file anew: beside its place first, so that it is there whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let draft = "\(path).\(getpid()).part"
    guard let file = fopen(draft, "wb") else { throw unwritable(path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count, rename(draft, path) == 0 else {
      let failure = unwritable(path)
      unlink(draft)
      throw failure
    }
  }

  private static func unwritable(_ path: String) -> Failure {
    Failure("\(path): cannot be written: \(String(cString: strerror(errno)))")
  }
}
