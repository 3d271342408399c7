/// The folders and files below a folder, hidden ones left out.
@available(LiveSystems, *)
struct FolderScan: Sendable {
  /// A file by where it is. Names are compared as file systems do, byte by byte: `é` in one character and in two are two.
  struct Place: Hashable, Sendable {
    let section: FolderSection
    let name: String

    static func == (a: Place, b: Place) -> Bool { a.section == b.section && a.name.utf8.elementsEqual(b.name.utf8) }

    /// The path from the store's folder on.
    var path: String { section.joined(name) }
  }

  /// The folders, the root first, in the order of sections; without a signature where one cannot be looked into.
  private(set) var folders: [(section: FolderSection, signature: FileSignature?)] = []
  /// A mark of what is in each folder: of all names, and of which files they are. Equal marks mean that none came, went
  /// or was replaced.
  private(set) var listings: [FolderSection: Int] = [:]
  /// The files, in the order of sections and names; without a status where one cannot be had.
  private(set) var places: [(place: Place, status: FileStatus?)] = []
  /// The files that are links.
  private(set) var links: [Place] = []
  /// What cannot be looked into. The rest is as it is.
  private(set) var problems: [(section: FolderSection, name: String?, error: SystemError)] = []

  /// Folders below folders, so many at most.
  private static let maximumDepth = 64

  init(_ root: String, endingIn ending: String, in files: any FileSystem) throws(SystemError) {
    try visit(root, .root, try files.status(of: root, followingLinks: true), ending, files)
    sort()
  }

  private mutating func sort() {
    folders.sort { $0.section < $1.section }
    places.sort {
      $0.place.section != $1.place.section
        ? $0.place.section < $1.place.section
        : $0.place.name.utf8.lexicographicallyPrecedes($1.place.name.utf8)
    }
  }

  /// Whether a folder, or one above it, cannot be looked into.
  func hides(_ section: FolderSection) -> Bool {
    // Nobody knows of a name that cannot be looked at whether it is a folder's.
    problems.contains { section.names.starts(with: $0.section.names + ($0.name.map { [$0] } ?? [])) }
  }

  /// Takes what was known before where now it cannot be looked into.
  mutating func keep(_ sections: [FolderSection], _ known: some Sequence<Place>) {
    if problems.isEmpty { return }
    let seen = Set(folders.map(\.section))
    for section in sections where !seen.contains(section) && hides(section) {
      folders.append((section, nil))
    }
    let links = Set(problems.compactMap { problem in problem.name.map { Place(section: problem.section, name: $0) } })
    let present = Set(places.map(\.place))
    for place in known where !present.contains(place) && (links.contains(place) || hides(place.section)) {
      places.append((place, nil))
    }
    sort()
  }

  private mutating func visit(
    _ path: String, _ section: FolderSection, _ status: FileStatus, _ ending: String, _ files: any FileSystem
  ) throws(SystemError) {
    guard status.kind == .folder else { throw SystemError("list", path, code: SystemError.notAFolder) }
    folders.append((section, nil))
    let place = folders.count - 1
    let names = try files.names(in: path).sorted()
    folders[place].signature = status.signature
    var listing = Hasher()
    defer { listings[section] = listing.finalize() }
    for name in names {
      listing.combine(name)
      if !FilePaths.isVisible(name.utf8) { continue }
      let inner = FilePaths.join(path, name)
      // What is gone by now was not there; links to folders are not followed, for they may lead in a circle.
      let status: FileStatus
      do throws(SystemError) {
        guard let found = try files.statusIfAny(of: inner, followingLinks: false) else { continue }
        status = found
      } catch {
        problems.append((section, name, error))
        continue
      }
      listing.combine(status.identity)
      switch status.kind {
      case .folder where section.names.count < Self.maximumDepth:
        let innerSection = FolderSection(section.names + [name])
        do throws(SystemError) {
          try visit(inner, innerSection, status, ending, files)
        } catch {
          if !error.meansAbsence { problems.append((innerSection, nil, error)) }
        }
      case .regular where name.hasSuffix(ending):
        places.append((Place(section: section, name: name), status))
      case .link where name.hasSuffix(ending):
        do throws(SystemError) {
          if let target = try files.statusIfAny(of: inner), target.kind == .regular {
            places.append((Place(section: section, name: name), target))
            links.append(Place(section: section, name: name))
          }
        } catch {
          problems.append((section, name, error))
        }
      default: continue
      }
    }
  }
}
