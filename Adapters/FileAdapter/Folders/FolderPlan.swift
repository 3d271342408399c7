internal import StoreBuilding
internal import StoreInterface

/// What has to be done to the files of a folder, so that they hold other records.
@available(LiveSystems, *)
struct FolderPlan<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// The folders to make, those above first.
  let newFolders: [FolderSection]
  /// The files to write, and what they are to hold.
  private(set) var writes: [(place: FolderScan.Place, bytes: [UInt8])] = []
  /// The files to remove.
  let goneFiles: [FolderScan.Place]
  /// The folders to remove, those below first.
  let goneFolders: [FolderSection]
  /// The files that are touched, and what they were when they were read; `nil` where there was none.
  private(set) var expected: [(place: FolderScan.Place, signature: FileSignature?)] = []
  /// What is remembered afterwards; touched files are read again.
  private(set) var memory: FolderBacking<Item>.Memory

  /// The one file that is all there is to write, in a folder that is there.
  var single: (place: FolderScan.Place, bytes: [UInt8])? {
    newFolders.isEmpty && goneFiles.isEmpty && goneFolders.isEmpty && writes.count == 1 ? writes.first : nil
  }

  init(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: FolderBacking<Item>.Memory,
    _ coding: FolderCoding<Item>, _ haveEqualContent: (Item, Item) -> Bool, _ root: String
  ) throws(StoreError) {
    let sections = (new.contents.sections ?? []).compactMap { section in
      section.id.key(as: FolderSection.self).map { ($0, section.items) }
    }
    let held = Set(memory.places.values)
    var taken: Set<FolderScan.Place> = []
    self.memory = memory
    self.memory.folders = sections.map(\.0)
    self.memory.places = [:]
    for (section, items) in sections {
      for item in items {
        let before = memory.places[item.id]
        let place = FolderScan.Place(section: section, name: before?.name ?? coding.name(item))
        guard taken.insert(place).inserted, FilePaths.isVisible(place.name.utf8),
          place.name.utf8.count <= Self.maximumNameLength, place.name.hasSuffix(coding.ending)
        else {
          throw StoreError(
            .refused, "the file name is taken, hidden, too long or of another kind",
            at: FilePaths.join(root, place.path))
        }
        self.memory.places[item.id] = place
        if place == before, let was = old.item(for: item.id), haveEqualContent(was, item) { continue }
        if place != before, memory.entries[place] != nil, !held.contains(place) {
          throw StoreError(
            .refused, "a file is in the way that cannot be understood", at: FilePaths.join(root, place.path))
        }
        do {
          writes.append((place, try coding.encode(item)))
        } catch {
          throw StoreError(error, as: .refused, "the record cannot be written: ", at: "key \(item.id)")
        }
      }
    }
    let known = Set(memory.folders + [.root])
    let living = Set(self.memory.folders)
    newFolders = self.memory.folders.filter { !known.contains($0) }
    goneFolders = memory.folders.filter { !living.contains($0) }.sorted(by: >)
    goneFiles = held.subtracting(taken).sorted { $0.path < $1.path }
    for place in writes.map(\.place) + goneFiles {
      expected.append((place, memory.entries[place]?.signature))
      self.memory.entries[place] = nil
    }
  }

  /// So long a name is at most, in the file systems of our days.
  private static var maximumNameLength: Int { 255 }

  /// Whether the files that are touched are still what they were when they were read.
  func isUpToDate(in root: String, _ files: any FileSystem) -> Bool {
    expected.allSatisfy { place, signature in
      let status = try? files.status(of: FilePaths.join(root, place.path), followingLinks: true)
      return status?.signature == signature
    }
  }
}
