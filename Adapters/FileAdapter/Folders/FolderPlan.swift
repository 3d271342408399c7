internal import RecordFormats
internal import StoreBuilding
internal import StoreInterface

/// What has to be done to the files of a folder, so that they hold other records.
@available(LiveSystems, *)
struct FolderPlan<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// A file to write.
  struct Write {
    let place: FolderScan.Place
    /// What it is to hold.
    let bytes: [UInt8]
    /// The file that its record moves from, which goes; `nil` where it stays in its place, or is new.
    let before: FolderScan.Place?
    /// What the file holds, where its times do not say whether it still does.
    let source: SourceText?
  }

  /// The folders to make, those above first.
  let newFolders: [FolderSection]
  private(set) var writes: [Write] = []
  /// The files to remove, but for those whose records are written elsewhere.
  let goneFiles: [FolderScan.Place]
  /// The folders to remove, those below first.
  let goneFolders: [FolderSection]
  /// The files that are touched, and what they were when they were read; `nil` where there was none.
  private(set) var expected: [(place: FolderScan.Place, signature: FileSignature?)] = []
  /// What is remembered afterwards; touched files are read again.
  private(set) var memory: FolderBacking<Item>.Memory

  /// The one file that is all there is to write, in a folder that is there.
  var single: Write? {
    guard newFolders.isEmpty, goneFiles.isEmpty, goneFolders.isEmpty, writes.count == 1 else { return nil }
    return writes[0].before == nil ? writes[0] : nil
  }

  init(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: FolderBacking<Item>.Memory,
    _ coding: FolderCoding<Item>, _ haveEqualContent: (Item, Item) -> Bool, _ root: String, _ files: any FileSystem
  ) throws(StoreError) {
    let sections = (new.contents.sections ?? []).compactMap { section in
      section.id.key(as: FolderSection.self).map { ($0, section.items) }
    }
    let held = Set(memory.places.values)
    // Files that were never understood: each may hold the record that its name says.
    let unknown = Dictionary(memory.entries.compactMap { $1.item == nil ? ($0.name, $1.problem) : nil }) { first, _ in
      first
    }
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
        let was = old.item(for: item.id)
        if place == before, let was, haveEqualContent(was, item) { continue }
        // What another program has put there since the record was understood is not written over.
        if let before, let problem = memory.entries[before]?.problem { throw problem }
        if let problem = memory.doubles[item.id] { throw problem }
        if before == nil, case .some(let problem?) = unknown[place.name] { throw problem }
        if place != before, memory.entries[place] != nil, !held.contains(place) {
          throw StoreError(
            .refused, "a file is in the way that cannot be understood", at: FilePaths.join(root, place.path))
        }
        do {
          var source: SourceText?
          let bytes = try coding.encode(item) {
            guard let before, let was else { return nil }
            let reading = try StableReading(FilePaths.join(root, before.path), in: files)
            if !reading.isConclusive { source = reading.source }
            return (was, reading.source)
          }
          writes.append(Write(place: place, bytes: bytes, before: before == place ? nil : before, source: source))
        } catch {
          throw StoreError(error, as: .refused, "the record cannot be written: ", at: "key \(item.id)")
        }
      }
    }
    let moved = Set(writes.compactMap(\.before))
    if let place = moved.first(where: taken.contains) {
      throw StoreError(
        .refused, "a record moves to a file from which another one moves", at: FilePaths.join(root, place.path),
        advice: "move the other one in a batch before")
    }
    let known = Set(memory.folders + [.root])
    let living = Set(self.memory.folders)
    newFolders = self.memory.folders.filter { !known.contains($0) }
    goneFolders = memory.folders.filter { !living.contains($0) }.sorted(by: >)
    goneFiles = held.subtracting(taken).subtracting(moved).sorted { $0.path < $1.path }
    for place in goneFiles { if let problem = memory.entries[place]?.problem { throw problem } }
    for (id, problem) in memory.doubles where new.item(for: id) == nil { throw problem }
    for place in writes.map(\.place) + goneFiles + moved {
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
