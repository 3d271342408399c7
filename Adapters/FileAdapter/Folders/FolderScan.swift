/// The folders and files below a folder, hidden ones left out.
struct FolderScan: Sendable {
  /// A file by where it is.
  struct Place: Hashable, Sendable {
    let section: FolderSection
    let name: String

    /// The path from the store's folder on.
    var path: String { section.joined(name) }
  }

  /// The folders, the root first, in the order of sections.
  private(set) var folders: [(section: FolderSection, identity: FileIdentity)] = []
  /// The files, in the order of sections and names.
  private(set) var places: [(place: Place, status: FileStatus)] = []

  /// Folders below folders, so many at most.
  private static let maximumDepth = 64

  init(_ root: String, endingIn ending: String, in files: any FileSystem) throws(SystemError) {
    try visit(root, .root, try files.status(of: root, followingLinks: true), ending, files)
    folders.sort { $0.section < $1.section }
    places.sort {
      $0.place.section != $1.place.section
        ? $0.place.section < $1.place.section
        : $0.place.name.utf8.lexicographicallyPrecedes($1.place.name.utf8)
    }
  }

  private mutating func visit(
    _ path: String, _ section: FolderSection, _ status: FileStatus, _ ending: String, _ files: any FileSystem
  ) throws(SystemError) {
    guard status.kind == .folder else { throw SystemError("list", path, code: SystemError.notAFolder) }
    folders.append((section, status.identity))
    for name in try files.names(in: path) where !name.hasPrefix(".") {
      let inner = FilePaths.join(path, name)
      // What is gone by now was not there; links to folders are not followed, for they may lead in a circle.
      guard let status = try files.statusIfAny(of: inner, followingLinks: false) else { continue }
      switch status.kind {
      case .folder where section.names.count < Self.maximumDepth:
        do {
          try visit(inner, FolderSection(section.names + [name]), status, ending, files)
        } catch {
          if !error.meansAbsence { throw error }
        }
      case .regular where name.hasSuffix(ending):
        places.append((Place(section: section, name: name), status))
      case .link where name.hasSuffix(ending):
        if let target = try files.statusIfAny(of: inner), target.kind == .regular {
          places.append((Place(section: section, name: name), target))
        }
      default: continue
      }
    }
  }
}
