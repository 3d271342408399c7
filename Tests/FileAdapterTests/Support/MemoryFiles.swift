import FileAdapter
import Foundation
import RecordFormats
import StoreInterface

/// A file system in memory that knows what a loss of power would leave of it.
///
/// What is written reaches the disk when the file is synchronised, and a name when its folder is. Until then the disk may
/// hold any part of it: ``images`` gives what it may hold, and a crash can be had after any call.
final class MemoryFiles: FileSystem {
  fileprivate struct Node {
    var kind: FileStatus.Kind
    var bytes: [UInt8] = []
    /// What is on the disk for certain.
    var synced: [UInt8] = []
    var permissions: UInt32 = 0o644
    var owner: UInt32 = 1
    var group: UInt32 = 1
    var time: Int64 = 0
    /// When it was named, or given other rights.
    var changed: Int64 = 0
  }

  fileprivate enum NameChange {
    case add(String, Int)
    case remove(String)
    case rename(String, String)
    case exchange(String, String)

    /// Does it to names.
    func apply(to names: inout [String: Int]) {
      switch self {
      case .add(let path, let number): names[path] = number
      case .remove(let path): names[path] = nil
      case .rename(let path, let newPath): (names[path], names[newPath]) = (nil, names[path])
      case .exchange(let path, let newPath): (names[path], names[newPath]) = (names[newPath], names[path])
      }
    }

    /// The folders whose names it changes.
    var folders: Set<String> {
      switch self {
      case .add(let path, _), .remove(let path): [FilePaths.folder(of: path)]
      case .rename(let path, let newPath), .exchange(let path, let newPath):
        [FilePaths.folder(of: path), FilePaths.folder(of: newPath)]
      }
    }
  }

  fileprivate struct State {
    var nodes: [Int: Node] = [:]
    var names: [String: Int] = [:]
    var diskNames: [String: Int] = [:]
    var nameChanges: [NameChange] = []
    var open: [Int32: Int] = [:]
    var locks: [Int: Int32] = [:]
    var lastNumber: Int32 = 2
    var time: Int64 = 0
    var calls = 0
    var callsLeft = Int.max
    var knowsFlock = true
  }

  private let state: Locked<State>
  /// So many bytes are written at once, so that a crash can come in between.
  private let chunk: Int

  init(chunk: Int = 64) {
    self.chunk = chunk
    state = Locked(State())
    try? makeFolder("/")
    state.withLock { $0.diskNames = $0.names }
  }

  /// Puts files on the disk.
  convenience init(_ files: [String: [UInt8]], folders: [String] = [], chunk: Int = 64) {
    self.init(chunk: chunk)
    for folder in folders { try? makeFolder(folder) }
    state.withLock { state in
      for (path, bytes) in files {
        let number = Int(state.next())
        state.nodes[number] = Node(kind: .regular, bytes: bytes, synced: bytes)
        state.names[path] = number
      }
      state.diskNames = state.names
      state.nameChanges = []
      state.calls = 0
    }
  }

  /// How many calls that change something were made.
  var calls: Int { state.withLock { $0.calls } }

  /// Has the machine stand still after so many calls more that change something: no call does anything any more.
  func crash(after calls: Int) { state.withLock { $0.callsLeft = calls } }

  func bytes(_ path: String) -> [UInt8]? {
    state.withLock { state in state.names[path].flatMap { state.nodes[$0]?.bytes } }
  }

  var paths: [String] { state.withLock { $0.names.keys.sorted() } }

  /// What the disk may hold after a loss of power now: the names as they were synchronised, and of the changes after that
  /// the first so many, or all those of some folders and none of the others; of files that were not synchronised, what
  /// was, nothing, a half, or all.
  var images: [MemoryFiles] {
    let state = state.withLock { $0 }
    var images: [MemoryFiles] = []
    var seen: Set<[String: Int]> = []
    for changes in Self.subsets(of: state.nameChanges) {
      var names = state.diskNames
      for change in changes { change.apply(to: &names) }
      // What is in a folder that is not there is nowhere.
      for path in names.keys.sorted() where path != "/" && names[FilePaths.folder(of: path)] == nil {
        names[path] = nil
      }
      guard seen.insert(names).inserted else { continue }
      let isDirty = names.values.contains { number in state.nodes[number].map { $0.bytes != $0.synced } ?? false }
      for part in isDirty ? [0, 1, 2, 3] : [0] {
        var image = state
        image.nodes = image.nodes.mapValues { node in
          var node = node
          if node.kind == .regular, node.bytes != node.synced {
            node.bytes = [node.synced, [], Array(node.bytes.prefix(node.bytes.count / 2)), node.bytes][part]
            node.synced = node.bytes
          }
          return node
        }
        (image.names, image.diskNames, image.nameChanges) = (names, names, [])
        (image.open, image.locks, image.calls, image.callsLeft) = ([:], [:], 0, .max)
        let files = MemoryFiles(chunk: chunk)
        files.state.withLock { [image] in $0 = image }
        images.append(files)
      }
    }
    return images
  }

  /// The first so many changes, and those that are in some folders alone.
  private static func subsets(of changes: [NameChange]) -> [[NameChange]] {
    var subsets = (0...changes.count).map { Array(changes.prefix($0)) }
    let folders = changes.reduce(into: Set<String>()) { $0.formUnion($1.folders) }.sorted()
    guard folders.count > 1, folders.count <= 6 else { return subsets }
    for bits in 1..<(1 << folders.count) {
      let chosen = Set(folders.indices.filter { bits & (1 << $0) != 0 }.map { folders[$0] })
      subsets.append(changes.filter { $0.folders.isSubset(of: chosen) })
    }
    return subsets
  }

  /// Has another program write a file: in the place of the old one, or into it.
  func put(_ path: String, _ text: String, inPlace: Bool = false, inTick: Bool = false) {
    state.withLock { state in
      if inTick, let number = state.names[path] {
        // The file system knows no time between this write and the last.
        state.nodes[number]?.bytes = Array(text.utf8)
        state.nodes[number]?.synced = Array(text.utf8)
        return
      }
      state.time += 1
      let known = inPlace ? state.names[path] : nil
      let number = known ?? Int(state.next())
      state.nodes[number] = Node(kind: .regular, bytes: Array(text.utf8), synced: Array(text.utf8), time: state.time)
      state.names[path] = number
      if known == nil { state.touch(FilePaths.folder(of: path)) }
    }
  }

  /// Has another program set a file's times to now.
  func touch(_ path: String) {
    state.withLock { state in
      state.time += 1
      if let number = state.names[path] { state.nodes[number]?.time = state.time }
    }
  }

  // MARK: Calls

  private func change<Result: Sendable>(
    _ path: String, _ body: (inout State) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try state.withLock { (state) throws(SystemError) in
      guard state.callsLeft > 0 else { throw SystemError("go on with", path, code: EIO) }
      state.callsLeft -= 1
      state.calls += 1
      state.time += 1
      return try body(&state)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> SystemError { SystemError("use", path, code: code) }

  func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
    try state.withLock { (state) throws(SystemError) in
      guard let number = state.names[path], let node = state.nodes[number] else { throw Self.failure(path, ENOENT) }
      return Self.status(node, number)
    }
  }

  func status(of file: OpenFile) throws(SystemError) -> FileStatus {
    try state.withLock { (state) throws(SystemError) in
      guard let number = state.open[file.descriptor], let node = state.nodes[number] else {
        throw Self.failure("\(file)", EBADF)
      }
      return Self.status(node, number)
    }
  }

  private static func status(_ node: Node, _ number: Int) -> FileStatus {
    let start = Duration.seconds(1_000_000)
    return FileStatus(
      kind: node.kind, device: 1, inode: UInt64(number), size: Int64(node.bytes.count),
      modified: start + .nanoseconds(node.time), changed: start + .nanoseconds(max(node.time, node.changed)),
      permissions: node.permissions, owner: node.owner, group: node.group)
  }

  func target(ofLink path: String) throws(SystemError) -> String { throw Self.failure(path, EINVAL) }

  func names(in folder: String) throws(SystemError) -> [String] {
    try state.withLock { (state) throws(SystemError) in
      guard state.names[folder] != nil else { throw Self.failure(folder, ENOENT) }
      return state.names.keys.filter { $0 != "/" && FilePaths.folder(of: $0) == folder }.map { FilePaths.name(of: $0) }
    }
  }

  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> OpenFile {
    let known = state.withLock { $0.names[path] }
    if purpose == .reading || (purpose == .locking && known != nil) {
      return try state.withLock { (state) throws(SystemError) in
        guard let number = state.names[path] else { throw Self.failure(path, ENOENT) }
        return state.open(number)
      }
    }
    if known != nil { throw Self.failure(path, EEXIST) }
    return try change(path) { (state) throws(SystemError) in
      guard state.names[FilePaths.folder(of: path)] != nil else { throw Self.failure(path, ENOENT) }
      let number = Int(state.next())
      state.nodes[number] = Node(kind: .regular, time: state.time)
      state.names[path] = number
      state.note(.add(path, number))
      return state.open(number)
    }
  }

  func close(_ file: OpenFile) {
    state.withLock { state in
      guard let number = state.open.removeValue(forKey: file.descriptor) else { return }
      if state.locks[number] == file.descriptor { state.locks[number] = nil }
    }
  }

  func contents(of file: OpenFile, name: String) throws(SystemError) -> SourceText {
    let bytes = state.withLock { state in state.open[file.descriptor].flatMap { state.nodes[$0]?.bytes } }
    return SourceText(bytes ?? [], name: name)
  }

  func write(_ bytes: [UInt8], from offset: Int, to file: OpenFile) throws(SystemError) -> Int {
    let part = bytes[offset...].prefix(chunk)
    try change("write") { (state) throws(SystemError) in
      guard let number = state.open[file.descriptor] else { throw Self.failure("write", EBADF) }
      state.nodes[number]?.bytes += part
      state.nodes[number]?.time = state.time
    }
    return part.count
  }

  func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(SystemError) {
    try setNode(file) { ($0.owner, $0.group) = (owner, group) }
  }

  func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(SystemError) {
    try setNode(file) { $0.permissions = permissions }
  }

  private func setNode(_ file: OpenFile, _ body: (inout Node) -> Void) throws(SystemError) {
    try change("set") { (state) throws(SystemError) in
      guard let number = state.open[file.descriptor], var node = state.nodes[number] else {
        throw Self.failure("set", EBADF)
      }
      body(&node)
      node.changed = state.time
      state.nodes[number] = node
    }
  }

  func synchronize(_ file: OpenFile) throws(SystemError) {
    try change("synchronise") { (state) throws(SystemError) in
      guard let number = state.open[file.descriptor], let node = state.nodes[number] else {
        throw Self.failure("synchronise", EBADF)
      }
      state.nodes[number]?.synced = node.bytes
      guard node.kind == .folder, let path = state.names.first(where: { $0.value == number })?.key else { return }
      // Its own names alone; those of other folders may stay behind.
      for change in state.nameChanges where change.folders.contains(path) { change.apply(to: &state.diskNames) }
      state.nameChanges.removeAll { $0.folders.contains(path) }
    }
  }

  func rename(_ path: String, to newPath: String, _ way: RenameWay = .replacing) throws(SystemError) {
    try change(path) { (state) throws(SystemError) in
      guard let number = state.names[path] else { throw Self.failure(path, ENOENT) }
      let other = state.names[newPath]
      for number in [number, other].compactMap({ $0 }) { state.nodes[number]?.changed = state.time }
      switch way {
      case .adding where other != nil: throw Self.failure(newPath, EEXIST)
      case .exchanging:
        guard let other else { throw Self.failure(newPath, ENOENT) }
        (state.names[path], state.names[newPath]) = (other, number)
        state.note(.exchange(path, newPath))
      case .adding, .replacing:
        (state.names[path], state.names[newPath]) = (nil, number)
        state.note(.rename(path, newPath))
      }
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemError) {
    try change(path) { (state) throws(SystemError) in
      guard let number = state.names[path] else { throw Self.failure(path, ENOENT) }
      if state.names[newPath] != nil { throw Self.failure(newPath, EEXIST) }
      state.names[newPath] = number
      state.note(.add(newPath, number))
    }
  }

  func remove(_ path: String) throws(SystemError) {
    if state.withLock({ $0.names[path] }) == nil { throw Self.failure(path, ENOENT) }
    try change(path) { (state) throws(SystemError) in
      state.names[path] = nil
      state.note(.remove(path))
    }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    if state.withLock({ $0.names[path] }) != nil { throw Self.failure(path, EEXIST) }
    try change(path) { (state) throws(SystemError) in
      let number = Int(state.next())
      state.nodes[number] = Node(kind: .folder, permissions: 0o755, time: state.time)
      state.names[path] = number
      state.note(.add(path, number))
    }
  }

  func removeFolder(_ path: String) throws(SystemError) {
    if try !names(in: path).isEmpty { throw Self.failure(path, ENOTEMPTY) }
    try remove(path)
  }

  func lock(_ file: OpenFile) throws(SystemError) -> Bool {
    try state.withLock { (state) throws(SystemError) in
      guard state.knowsFlock else { throw Self.failure("lock", ENOLCK) }
      guard let number = state.open[file.descriptor], state.locks[number] == nil else { return false }
      state.locks[number] = file.descriptor
      return true
    }
  }

  /// Makes it a file system without `flock`.
  func forgetFlock() { state.withLock { $0.knowsFlock = false } }

  func reasonToPoll(_ folder: String) -> String? { nil }
  /// Long after all that was written, so that times are telling.
  var now: Duration { .seconds(1_000_010) + .nanoseconds(state.withLock { $0.time }) }
  var process: ProcessMark { ProcessMark(number: 7, start: "1", machine: "memory") }
  func isRunning(_ process: ProcessMark) -> Bool { process == self.process }
}

extension MemoryFiles.State {
  /// Notes a change of names that was made; it changes the times of the folders.
  fileprivate mutating func note(_ change: MemoryFiles.NameChange) {
    nameChanges.append(change)
    for folder in change.folders { touch(folder) }
  }

  fileprivate mutating func touch(_ folder: String) {
    if let number = names[folder] { nodes[number]?.time = time }
  }

  fileprivate mutating func next() -> Int32 {
    lastNumber += 1
    return lastNumber
  }

  fileprivate mutating func open(_ number: Int) -> OpenFile {
    let descriptor = next()
    open[descriptor] = number
    return OpenFile(descriptor: descriptor)
  }
}
