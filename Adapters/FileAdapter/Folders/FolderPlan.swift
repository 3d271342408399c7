internal import StoreBuilding
internal import StoreInterface

/// One thing to do to the files of a folder.
@available(LiveSystems, *)
enum FolderChange: Sendable {
  case makeFolder(FolderSection)
  case write(FolderScan.Place, [UInt8])
  case remove(FolderScan.Place)
  case removeFolder(FolderSection)
}

/// What has to be done to the files of a folder, so that they hold other records.
@available(LiveSystems, *)
struct FolderPlan<Item: Identifiable & Sendable> where Item.ID: Sendable {
  private(set) var changes: [FolderChange] = []
  /// The files that are touched, and what they were when they were read; `nil` where there was none.
  private(set) var expected: [(place: FolderScan.Place, signature: FileSignature?)] = []
  /// What is remembered afterwards; touched files are read again.
  private(set) var memory: FolderBacking<Item>.Memory
  /// The one file that is all there is to write, in a folder that is there.
  private(set) var single: (place: FolderScan.Place, bytes: [UInt8])?

  init(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: FolderBacking<Item>.Memory,
    _ coding: FolderCoding<Item>, _ haveEqualContent: (Item, Item) -> Bool, _ root: String
  ) throws(StoreError) {
    self.memory = memory
    let sections = (new.contents.sections ?? []).compactMap { section in
      section.id.key(as: FolderSection.self).map { ($0, section.items) }
    }
    let known = Set(memory.folders)
    for (section, _) in sections where !known.contains(section) && section != .root {
      changes.append(.makeFolder(section))
    }
    let held = Set(memory.places.values)
    var taken: Set<FolderScan.Place> = []
    var writes: [(place: FolderScan.Place, bytes: [UInt8])] = []
    for (section, items) in sections {
      for item in items {
        let before = memory.places[item.id]
        let place = FolderScan.Place(section: section, name: before?.name ?? coding.name(item))
        guard taken.insert(place).inserted, Self.isName(place.name), place.name.hasSuffix(coding.ending) else {
          throw StoreError(
            .refused, "the file name is taken, hidden, too long or of another kind",
            at: FilePaths.join(root, place.path))
        }
        if place == before, let was = old.item(for: item.id), haveEqualContent(was, item) { continue }
        if place != before, memory.entries[place] != nil, !held.contains(place) {
          throw StoreError(
            .refused, "a file is in the way that cannot be understood", at: FilePaths.join(root, place.path))
        }
        do {
          writes.append((place, try coding.encode(item)))
        } catch let error as StoreError {
          throw error
        } catch {
          throw StoreError(.refused, "the record cannot be written: \(error)", at: "key \(item.id)")
        }
      }
    }
    for (place, bytes) in writes { changes.append(.write(place, bytes)) }
    let gone = memory.places.values.filter { !taken.contains($0) }.sorted { $0.path < $1.path }
    for place in gone { changes.append(.remove(place)) }
    let living = Set(sections.map(\.0))
    let dead = memory.folders.filter { !living.contains($0) }
    for section in dead.sorted(by: >) { changes.append(.removeFolder(section)) }
    if changes.count == 1, let write = writes.first { single = write }
    for place in writes.map(\.place) + gone {
      expected.append((place, memory.entries[place]?.signature))
      self.memory.entries[place] = nil
    }
    self.memory.folders = sections.map(\.0)
    self.memory.places = [:]
    for (section, items) in sections {
      for item in items {
        self.memory.places[item.id] = FolderScan.Place(
          section: section, name: memory.places[item.id]?.name ?? coding.name(item))
      }
    }
  }

  /// So long a name is at most, in the file systems of our days.
  private static var maximumNameLength: Int { 255 }

  /// Whether a file may be called so.
  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, first != UInt8(ascii: "."), bytes.count <= maximumNameLength else { return false }
    return !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// Whether the files that are touched are still what they were when they were read.
  func isUpToDate(in root: String, _ files: any FileSystem) -> Bool {
    expected.allSatisfy { place, signature in
      let status = try? files.status(of: FilePaths.join(root, place.path), followingLinks: true)
      return status?.signature == signature
    }
  }
}
