import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Folder stores withhold the removal of many records")
struct FileStoreFolderRemovalGuardTests {
  let scratch: ScratchFolder
  private let clock = ManualClock()

  init() throws { scratch = try ScratchFolder() }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: scratch(name), withIntermediateDirectories: true)
  }

  private func move(_ name: String, to newName: String) throws {
    try FileManager.default.moveItem(atPath: scratch(name), toPath: scratch(newName))
  }

  private func write(_ id: Int, version: Int = 0, in folder: String) throws {
    try scratch.overwrite("\(folder)/\(id + 1_000).json", #"{"id":\#(id),"version":\#(version)}"#)
  }

  /// Has the folder's times set to now, or to another moment.
  private func touch(_ name: String, _ date: Date = Date(timeIntervalSince1970: 1_000_000_000)) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch(name))
  }

  private func store(
    _ name: String, _ rule: RemovalGuard? = RemovalGuard(), _ absence: FileOptions.Absence = .fails
  ) -> FileStore<Entry> {
    FileStore<Entry>(
      folder: scratch(name), coding: .json(), options: FileOptions(absence: absence, removalGuard: rule), clock: clock,
      files: SystemFiles(), watcher: HandWatcher()
    ) { $0 == $1 }
  }

  /// A store that has shown the records of a folder, with a folder below.
  private func begun(
    _ name: String, _ count: Int = 20, _ rule: RemovalGuard? = RemovalGuard(), _ absence: FileOptions.Absence = .fails
  ) async throws -> (store: FileStore<Entry>, events: StoreEvents<Entry>, answer: ObservedAnswer<Entry>) {
    try make("\(name)/below")
    for id in 0..<count { try write(id, in: id % 2 == 0 ? name : "\(name)/below") }
    let store = store(name, rule, absence)
    let events = store.events(for: .all)
    await store.watched()
    var answer = ObservedAnswer<Entry>()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == count)
    return (store, events, answer)
  }

  @Test("an empty folder in the place of the full one, as when a disk is not mounted, stays held")
  func unmounted() async throws {
    let (store, events, before) = try await begun("a")
    try move("a", to: "disk")
    try make("a")
    for _ in 0..<20 { await store.sync() }
    #expect(events.takeWaiting() == [])
    #expect(store.heldRemovals?.count == 20 && store.heldRemovals?.names == ["0", "2", "4"])
    #expect(try await store.fetch(.all) == before.contents)
    // It is mounted again.
    try scratch.remove("a")
    try move("disk", to: "a")
    await store.sync()
    #expect(events.takeWaiting() == [] && store.heldRemovals == nil)
  }

  @Test("the folder is touched, and the removal goes through, once")
  func touched() async throws {
    var (store, events, answer) = try await begun("a")
    try scratch.remove("a/below")
    for id in stride(from: 0, to: 20, by: 2) { try scratch.remove("a/\(id + 1_000).json") }
    await store.sync()
    #expect(events.takeWaiting() == [] && store.heldRemovals?.count == 20)
    try touch("a")
    await store.sync()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents == .sections([StoreSection(FolderSection.root)]) && answer.violations.isEmpty)
    #expect(answer.events.count == 2 && store.heldRemovals == nil)
  }

  @Test("while the folder lacks many files, the others go on; a change of one of them confirms nothing")
  func partial() async throws {
    var (store, events, answer) = try await begun("a", 40)
    try scratch.remove("a/below")
    try write(0, version: 1, in: "a")
    try write(99, in: "a")
    await store.sync()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == 41 && answer.contents.items.contains(Entry(0, 1)))
    #expect(answer.contents.sections?.count == 2)
    for version in 1..<5 {
      try write(99, version: version, in: "a")
      await store.sync()
    }
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == 41 && answer.contents.items.contains(Entry(99, 4)))
    try touch("a")
    await store.sync()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == 21 && answer.contents.sections?.count == 1)
    #expect(answer.violations.isEmpty, "\(answer.violations)")
  }

  @Test("a disk in the folder is not mounted: what is written beside it confirms nothing; a touch of its folder does")
  func unrelatedWrites() async throws {
    var (store, events, answer) = try await begun("a", 100)
    try make("a/live")
    for id in 200..<250 { try write(id, in: "a/live") }
    await store.sync()
    try move("a/below", to: "disk")
    try make("a/below")
    await store.sync()
    #expect(store.heldRemovals?.count == 50)
    for turn in 1..<10 {
      try write(207, version: turn, in: "a/live")
      await store.sync()
      try scratch.replace("a/live/1208.json", #"{"id":208,"version":\#(turn)}"#)
      await store.sync()
      try scratch.replace("a/1002.json", #"{"id":2,"version":\#(turn)}"#)
      await store.sync()
      try write(300 + turn, in: "a/live")
      await store.sync()
      try write(400 + turn, in: "a")
      await store.sync()
      #expect(store.heldRemovals?.count == 50, "turn \(turn)")
    }
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == 168 && answer.violations.isEmpty)
    try touch("a/below")
    await store.sync()
    for event in events.takeWaiting() { answer.apply(event) }
    #expect(answer.contents.items.count == 118 && store.heldRemovals == nil)
  }

  @Test("in the folder that lost files, others that are written or replaced confirm nothing; one that is new does")
  func sameFolder() async throws {
    let (store, events, _) = try await begun("a", 100)
    for id in stride(from: 1, to: 61, by: 2) { try scratch.remove("a/below/\(id + 1_000).json") }
    await store.sync()
    #expect(store.heldRemovals?.count == 30)
    for version in 1..<5 {
      try write(81, version: version, in: "a/below")
      await store.sync()
      try scratch.replace("a/below/1083.json", #"{"id":83,"version":\#(version)}"#)
      await store.sync()
      // As a program does that is about to replace a file.
      try scratch.overwrite("a/below/.temporary", "\(version)")
      await store.sync()
      try scratch.remove("a/below/.temporary")
      await store.sync()
    }
    #expect(store.heldRemovals?.count == 30)
    _ = events.takeWaiting()
    try write(500, in: "a/below")
    await store.sync()
    #expect(store.heldRemovals == nil && !events.takeWaiting().isEmpty)
  }

  @Test("files that come back one by one confirm nothing")
  func refilled() async throws {
    let (store, events, before) = try await begun("a", 40)
    try move("a", to: "disk")
    try make("a/below")
    for id in 0..<40 {
      await store.sync()
      #expect(store.heldRemovals?.count == 40 - id)
      try write(id, in: id % 2 == 0 ? "a" : "a/below")
    }
    await store.sync()
    #expect(events.takeWaiting() == [] && store.heldRemovals == nil)
    #expect(try await store.fetch(.all) == before.contents)
  }

  @Test("where no folder stands for no records: that an empty one goes, comes again and goes again confirms nothing")
  func unmountedThenGone() async throws {
    let (store, events, _) = try await begun("a", 20, RemovalGuard(), .isEmpty)
    try move("a", to: "disk")
    for turn in 0..<3 {
      try make("a")
      await store.sync()
      try move("a", to: "old-\(turn)")
      await store.sync()
    }
    #expect(events.takeWaiting() == [] && store.heldRemovals?.count == 20)
    try make("a")
    await store.sync()
    try touch("a")
    await store.sync()
    #expect(store.heldRemovals == nil)
  }

  @Test("an empty folder that was made again confirms nothing", arguments: [false, true])
  func madeAgain(isLookedAtBetween: Bool) async throws {
    let (store, events, answer) = try await begun("a")
    try move("a", to: "disk")
    for turn in 0..<3 {
      try make("a")
      await store.sync()
      try move("a", to: "old-\(turn)")
      if isLookedAtBetween { await store.sync() }
    }
    try move("disk", to: "a")
    await store.sync()
    #expect(store.heldRemovals == nil)
    #expect(try await store.fetch(.all) == answer.contents)
    #expect(!events.takeWaiting().contains { if case .changes = $0 { true } else { false } })
  }

  @Test("a touched folder confirms nothing where it could not be read before")
  func failedBetween() async throws {
    let (store, events, _) = try await begun("a")
    try move("a", to: "disk")
    try make("a")
    await store.sync()
    // The same folder, away for a moment: to tell it from another that has its number is not possible.
    try move("a", to: "b")
    await store.sync()
    try move("b", to: "a")
    try touch("a")
    await store.sync()
    #expect(store.heldRemovals?.count == 20)
    #expect(!events.takeWaiting().contains { if case .changes = $0 { true } else { false } })
    try touch("a", Date(timeIntervalSince1970: 1_000_000_009))
    await store.sync()
    #expect(store.heldRemovals == nil)
  }

  @Test("a refused commit, whose lock changes the folder's times, confirms nothing")
  func commits() async throws {
    let (store, events, _) = try await begun("a")
    try move("a", to: "disk")
    try make("a")
    for _ in 0..<3 {
      let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(900))]) }
      #expect(error?.kind == .conflict, "\(String(describing: error))")
      for _ in 0..<3 { await store.sync() }
    }
    #expect(events.takeWaiting() == [] && store.heldRemovals?.count == 20)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("a")) == [])
    await store.approveRemovals()
    try await store.commit([.insert(Entry(900))])
    #expect(try await store.fetch(.all).items == [Entry(900)])
  }

  // MARK: - The trial

  /// Takes a folder through wrong states, in some of which other files are written, each time followed by the right one,
  /// and counts the records that its observer lost.
  private func losses(seed: UInt64, _ rule: RemovalGuard?) async throws -> Int {
    var random = Generator(seed: seed)
    let name = "\(seed)-\(rule == nil)"
    let count = 24 + random.below(10)
    var (store, events, answer) = try await begun(name, count, rule, random.below(2) == 0 ? .isEmpty : .fails)
    var losses = 0
    var aside = 0
    func look() async {
      for _ in 0...random.below(2) { await store.sync() }
      for event in events.takeWaiting() {
        let before = Set(answer.contents.items.map(\.id))
        answer.apply(event)
        // What came during a fault may go with it.
        losses += before.subtracting(answer.contents.items.map(\.id)).count { $0 < 900 }
      }
    }
    /// Puts away what stands there. It is not removed, for another folder could get its number.
    func putAside() throws {
      guard FileManager.default.fileExists(atPath: scratch(name)) else { return }
      aside += 1
      try move(name, to: "\(name).\(aside)")
    }
    /// Writes a file that is there, in place or by replacing it, or a new one beside the folders that lost some.
    func writeOther(_ kept: [Int]) throws {
      guard FileManager.default.fileExists(atPath: scratch(name)) else { return }
      guard let id = kept.randomElement(using: &random), random.below(3) > 0 else {
        try make("\(name)/live")
        return try write(900 + random.below(50), in: "\(name)/live")
      }
      let folder = id % 2 == 0 ? name : "\(name)/below"
      let version = random.below(1_000)
      if random.below(2) == 0 { return try write(id, version: version, in: folder) }
      try scratch.replace("\(folder)/\(id + 1_000).json", #"{"id":\#(id),"version":\#(version)}"#)
    }
    for turn in 0..<2 {
      let right = try await store.fetch(.all)
      try move(name, to: "\(name).disk")
      for _ in 0...random.below(3) {
        try putAside()
        var kept: [Int] = []
        switch random.below(3) {
        case 0: break
        case 1: try make(name)
        default:
          // A copy of a few of the files, as a sync that was cut off leaves it.
          try make("\(name)/below")
          kept = Array((0..<count).shuffled(using: &random).prefix(random.below(count - 11)))
          for id in kept { try write(id, in: id % 2 == 0 ? name : "\(name)/below") }
        }
        await look()
        for _ in 0..<random.below(4) {
          try writeOther(kept)
          await look()
        }
      }
      try putAside()
      try move("\(name).disk", to: name)
      if turn == 0 { try write(500, in: name) }
      await look()
      await store.sync()
      #expect(answer.contents.items.count == count + 1, "seed \(seed)")
      #expect(Set(right.items.map(\.id)).isSubset(of: answer.contents.items.map(\.id)), "seed \(seed)")
      #expect(answer.violations.isEmpty && store.heldRemovals == nil, "seed \(seed)")
    }
    for number in 0..<aside { try scratch.remove("\(name).\(number + 1)") }
    try scratch.remove(name)
    return losses
  }

  @Test("random runs over missing, unmounted and half-filled folders lose nothing; without the guard they do")
  func trial() async throws {
    var losses = (guarded: 0, unguarded: 0)
    for seed in 0..<randomRuns {
      losses.guarded += try await self.losses(seed: UInt64(seed), RemovalGuard())
      if seed < 40 { losses.unguarded += try await self.losses(seed: UInt64(seed), nil) }
    }
    #expect(losses.guarded == 0)
    #expect(losses.unguarded > 12 * min(randomRuns, 40))
    print(
      "folders: \(losses.guarded) lost in \(randomRuns) guarded runs, \(losses.unguarded) in \(min(randomRuns, 40)) unguarded"
    )
  }
}
