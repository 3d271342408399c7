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

  /// Writes a file anew.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    guard let file = fopen(path, "wb") else {
      throw Failure("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw Failure("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
