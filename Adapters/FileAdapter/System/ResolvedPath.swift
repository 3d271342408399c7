/// A path with every symbolic link followed, and where its way can be changed.
@available(LiveSystems, *)
package struct ResolvedPath: Hashable, Sendable {
  /// A folder that takes part, and the name in it that matters.
  package struct Step: Hashable, Sendable {
    package let folder: String
    package let name: String
    package let identity: FileIdentity

    package init(folder: String, name: String, identity: FileIdentity) {
      self.folder = folder
      self.name = name
      self.identity = identity
    }
  }

  /// Where the way leads; the last part need not exist.
  package let path: String
  /// The folders whose changes can lead elsewhere: those that hold a link of the way, and the last.
  package let steps: [Step]
  /// Whether the folder of the file is there; otherwise the last step is the folder that is, and the name that is missing.
  package let isWhole: Bool

  /// So many links are followed, as the system does.
  private static let maximumLinks = 40

  package init(path: String, steps: [Step], isWhole: Bool) {
    self.path = path
    self.steps = steps
    self.isWhole = isWhole
  }

  /// Follows a path.
  ///
  /// - Throws: when a folder of the way cannot be looked into, or when links lead in a circle.
  package init(_ path: String, in files: some FileSystem) throws(SystemError) {
    // Parts still to be walked, the next one last.
    var rest = Array(path.split(separator: "/").map(String.init).reversed())
    var reached = path.hasPrefix("/") ? "/" : "."
    var steps: [Step] = []
    var links = 0
    var isWhole = true
    while let part = rest.popLast() {
      if part == "." { continue }
      let next = FilePaths.join(reached, part)
      let status = part == ".." ? nil : try files.statusIfAny(of: next, followingLinks: false)
      if let status, status.kind == .link {
        links += 1
        guard links <= Self.maximumLinks else { throw SystemError("follow", path, code: SystemError.tooManyLinks) }
        steps.append(try Self.step(reached, part, files))
        let target = try files.target(ofLink: next)
        if target.hasPrefix("/") { reached = "/" }
        rest += target.split(separator: "/").map(String.init).reversed()
        continue
      }
      if rest.isEmpty || (status == nil && part != "..") {
        steps.append(try Self.step(reached, part, files))
        isWhole = rest.isEmpty
        reached = next
        for part in rest.reversed() { reached = FilePaths.join(reached, part) }
        break
      }
      if let status, status.kind != .folder { throw SystemError("look at", path, code: SystemError.notAFolder) }
      reached = next
    }
    self.path = reached
    self.steps = steps
    self.isWhole = isWhole
  }

  private static func step(_ folder: String, _ name: String, _ files: some FileSystem) throws(SystemError) -> Step {
    Step(folder: folder, name: name, identity: try files.status(of: folder, followingLinks: true).identity)
  }
}

/// Paths as text, by POSIX.
package enum FilePaths {
  /// The folder of a path, `.` where none is named.
  package static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }

  /// What comes after the last slash.
  package static func name(of path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
  }

  /// Whether a name is one that is shown, and leads down into its folder and nowhere else.
  static func isVisible(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, first != UInt8(ascii: ".") else { return false }
    return !name.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// A name in a folder.
  package static func join(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
