internal import StoreInterface

/// The new files of a batch under temporary names, on the disk, before a journal says that they are to be used.
///
/// Whatever can fail fails here: room, rights, names, something in the way. Then nothing has been changed.
@available(LiveSystems, *)
struct FolderStaging: Sendable {
  private let root: String
  private let files: any FileSystem
  private(set) var journal = FolderJournal()
  private var temporaries: [String] = []
  /// The folders that hold, or have held, temporary files.
  private var folders: Set<String> = []
  private let temporaryPrefix: String

  private init(in root: String, _ files: any FileSystem) throws(SystemError) {
    self.root = root
    self.files = files
    temporaryPrefix = try FolderJournal.temporaryPrefix(in: root, files)
  }

  /// Writes the new files of a plan.
  static func stage<Item>(
    _ plan: FolderPlan<Item>, in root: String, _ files: any FileSystem
  ) throws -> FolderStaging {
    var staging = try FolderStaging(in: root, files)
    do {
      for section in plan.newFolders { try staging.make(section) }
      for write in plan.writes { try staging.write(write) }
      for place in plan.goneFiles {
        let removal = try staging.removal(of: place)
        staging.journal.steps.append(.remove(removal.path, removal.mark))
      }
      staging.journal.steps += plan.goneFolders.map { .removeFolder($0.path) }
      let emptied = plan.goneFiles + plan.writes.compactMap(\.before)
      for section in plan.goneFolders { try staging.refuseOthers(in: section, emptied, plan.goneFolders) }
      try staging.probe(plan.newFolders.map(\.path) + emptied.map(\.path) + plan.goneFolders.map(\.path))
      for folder in staging.folders.sorted() { try files.synchronizeFolder(folder) }
      guard plan.isUpToDate(in: root, files) else { throw ConcurrentModification() }
      return staging
    } catch {
      staging.discard()
      throw error
    }
  }

  /// Takes the temporary files away. Not as long as a journal names them.
  func discard() {
    for temporary in temporaries { try? files.remove(temporary) }
  }

  private mutating func make(_ section: FolderSection) throws(SystemError) {
    let path = FilePaths.join(root, section.path)
    if let status = try files.statusIfAny(of: path, followingLinks: false), status.kind != .folder {
      throw SystemError("make the folder", path, code: SystemError.notAFolder)
    }
    journal.steps.append(.makeFolder(section.path))
  }

  private mutating func write<Item>(_ write: FolderPlan<Item>.Write) throws {
    let target = try target(of: write.place)
    let path = FilePaths.join(root, target)
    let present = try files.statusIfAny(of: path, followingLinks: false)
    if present?.kind == .folder { throw SystemError("write", path, code: SystemError.isAFolder) }
    let folder = try existingFolder(above: target)
    let temporary =
      (folder.isEmpty ? "" : folder + "/") + SavedFile.temporaryName(temporaryPrefix, files)
    temporaries.append(FilePaths.join(root, temporary))
    folders.insert(folder.isEmpty ? root : FilePaths.join(root, folder))
    let staged = try SavedFile(path, in: files).write(
      write.bytes, to: FilePaths.join(root, temporary), like: present)
    journal.steps.append(
      .place(
        temporary, at: target, over: present.map(FolderJournal.Mark.init), staged: FolderJournal.Mark(staged),
        instead: try write.before.map(removal)))
  }

  private func removal(of place: FolderScan.Place) throws -> FolderJournal.Removal {
    let path = FilePaths.join(root, place.path)
    guard let present = try files.statusIfAny(of: path, followingLinks: false) else { throw ConcurrentModification() }
    return FolderJournal.Removal(path: place.path, mark: FolderJournal.Mark(present))
  }

  /// Where a place leads, from the root on: the place itself, or what it links to.
  private func target(of place: FolderScan.Place) throws -> String {
    let path = FilePaths.join(root, place.path)
    guard try files.statusIfAny(of: path, followingLinks: false)?.kind == .link else { return place.path }
    let base = try ResolvedPath(root, in: files).path
    let target = try ResolvedPath(path, in: files).path
    let prefix = base == "." ? "" : base.hasSuffix("/") ? base : base + "/"
    let inner = String(decoding: target.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    guard target.utf8.starts(with: prefix.utf8), FolderJournal.isSafe(inner) else {
      throw StoreError(
        .refused, "the file is a link that leads out of the folder", at: path,
        advice: "change its record in a batch of its own")
    }
    return inner
  }

  /// The folder that is to hold a path, or, where that has still to be made, the one above that is there: it is on the same
  /// disk.
  private func existingFolder(above path: String) throws(SystemError) -> String {
    for folder in FolderJournal.folders(of: path).reversed() {
      if try files.statusIfAny(of: FilePaths.join(root, folder), followingLinks: false) != nil { return folder }
    }
    return ""
  }

  /// Refuses to remove a folder that holds what is not the store's.
  private func refuseOthers(
    in section: FolderSection, _ emptied: [FolderScan.Place], _ gone: [FolderSection]
  ) throws {
    let path = FilePaths.join(root, section.path)
    let present = try SystemError.ifPresent { () throws(SystemError) in try files.names(in: path) } ?? []
    let others = present.filter { name in
      !emptied.contains(FolderScan.Place(section: section, name: name))
        && !gone.contains(FolderSection(section.names + [name])) && !name.utf8.starts(with: temporaryPrefix.utf8)
    }
    if let name = others.min() {
      throw StoreError(
        .refused, "the folder holds what is not the store's", at: FilePaths.join(path, name), advice: "remove it first")
    }
  }

  /// Makes sure that names can be made and taken away in all folders where these will be.
  private mutating func probe(_ paths: [String]) throws(SystemError) {
    var tried = folders
    for path in paths {
      let inner = try existingFolder(above: path)
      let folder = inner.isEmpty ? root : FilePaths.join(root, inner)
      guard tried.insert(folder).inserted else { continue }
      let probe = FilePaths.join(folder, SavedFile.temporaryName(temporaryPrefix, files))
      files.close(try files.open(probe, for: .creating))
      try files.remove(probe)
      // Not to be there again after a loss of power: a folder that is to go must be empty.
      folders.insert(folder)
    }
  }
}
