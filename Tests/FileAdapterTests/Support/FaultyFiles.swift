import FileAdapter
import Foundation
import RecordFormats
import StoreInterface

/// A call to the file system, as tests name it.
enum FileCall: Hashable, Sendable {
  case status(String, followingLinks: Bool)
  case statusOfOpen
  case linkTarget(String)
  case names(String)
  case open(String, OpenPurpose)
  case contents(String)
  case write
  case setOwner, setPermissions
  case synchronize
  case rename(to: String)
  case link(to: String)
  case remove(String)
  case makeFolder(String)
  case removeFolder(String)
  case lock
}

extension FileCall {
  /// Whether a file for a record is made, under whatever name.
  var makesFile: Bool {
    switch self {
    case .open(let path, .creating), .open(let path, .creatingForAll): !path.contains(".lock")
    default: false
    }
  }
}

/// A file system that tells what is asked of it, and fails on request.
final class FaultyFiles: FileSystem {
  typealias Fault = @Sendable (FileCall) -> Int32?

  private struct State {
    var calls: [FileCall] = []
    var fault: Fault?
    var isOnce = false
    var process: ProcessMark?
    var running: Set<Int32>?
    var reasonToPoll: String?
    var before: (@Sendable (FileCall) -> Void)?
    var secondsAhead: Int64 = 0
    var now: Duration?
    var reasonsAsked = 0
    var onlyReplaces = false
    var failsAfter: Fault?
  }

  private let base: any FileSystem
  private let state = Locked(State())

  init(_ base: any FileSystem = SystemFiles()) { self.base = base }

  /// Has calls fail with the code that `fault` gives.
  func fail(_ fault: @escaping Fault) {
    state.withLock { ($0.fault, $0.isOnce) = (fault, false) }
  }

  /// Has the next call fail for which `fault` gives a code.
  func failOnce(_ fault: @escaping Fault) {
    state.withLock { ($0.fault, $0.isOnce) = (fault, true) }
  }

  /// Has the next rename or link that `fault` gives a code for do its work, and fail all the same.
  func failOnceDone(_ fault: @escaping Fault) { state.withLock { $0.failsAfter = fault } }

  func heal() { state.withLock { ($0.fault, $0.failsAfter) = (nil, nil) } }

  /// Has `body` called before each call.
  func before(_ body: @escaping @Sendable (FileCall) -> Void) { state.withLock { $0.before = body } }

  /// Makes it a file system that can only replace one file by another.
  func onlyReplace() { state.withLock { $0.onlyReplaces = true } }

  func poll(because reason: String) { state.withLock { $0.reasonToPoll = reason } }

  func pretendToBe(_ process: ProcessMark, running: Set<Int32>) {
    state.withLock { ($0.process, $0.running) = (process, running) }
  }

  /// Has the wall clock go so far ahead of the times of files.
  func setAhead(seconds: Int64) { state.withLock { $0.secondsAhead = seconds } }

  /// Has the wall clock stand still.
  func stopClock(at moment: Duration) { state.withLock { $0.now = moment } }

  /// How often somebody asked whether a folder has to be polled.
  var reasonsAsked: Int { state.withLock { $0.reasonsAsked } }

  var calls: [FileCall] { state.withLock { $0.calls } }
  func forgetCalls() { state.withLock { $0.calls = [] } }

  private func pass(_ call: FileCall, _ path: String) throws(SystemError) {
    let before = state.withLock { $0.before }
    before?(call)
    let code = state.withLock { state in
      state.calls.append(call)
      let code = state.fault?(call)
      if code != nil, state.isOnce { state.fault = nil }
      return code
    }
    if let code { throw SystemError("do \(call)", path, code: code) }
  }

  func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
    try pass(.status(path, followingLinks: followingLinks), path)
    return try base.status(of: path, followingLinks: followingLinks)
  }
  func status(of file: OpenFile) throws(SystemError) -> FileStatus {
    try pass(.statusOfOpen, "")
    return try base.status(of: file)
  }
  func target(ofLink path: String) throws(SystemError) -> String {
    try pass(.linkTarget(path), path)
    return try base.target(ofLink: path)
  }
  func names(in folder: String) throws(SystemError) -> [String] {
    try pass(.names(folder), folder)
    return try base.names(in: folder)
  }
  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> OpenFile {
    try pass(.open(path, purpose), path)
    return try base.open(path, for: purpose)
  }
  func close(_ file: OpenFile) { base.close(file) }
  func contents(of file: OpenFile, name: String) throws(SystemError) -> SourceText {
    try pass(.contents(name), name)
    return try base.contents(of: file, name: name)
  }
  func write(_ bytes: [UInt8], from offset: Int, to file: OpenFile) throws(SystemError) -> Int {
    try pass(.write, "")
    return try base.write(bytes, from: offset, to: file)
  }
  func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(SystemError) {
    try pass(.setOwner, "")
    try base.setOwner(owner, group: group, of: file)
  }
  func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(SystemError) {
    try pass(.setPermissions, "")
    try base.setPermissions(permissions, of: file)
  }
  func synchronize(_ file: OpenFile) throws(SystemError) {
    try pass(.synchronize, "")
    try base.synchronize(file)
  }
  func rename(_ path: String, to newPath: String, _ way: RenameWay) throws(SystemError) {
    try pass(.rename(to: newPath), path)
    if way != .replacing, state.withLock({ $0.onlyReplaces }) { throw SystemError("rename", path, code: EINVAL) }
    try base.rename(path, to: newPath, way)
    try failDone(.rename(to: newPath), path)
  }
  private func failDone(_ call: FileCall, _ path: String) throws(SystemError) {
    let code = state.withLock { state in
      let code = state.failsAfter?(call)
      if code != nil { state.failsAfter = nil }
      return code
    }
    if let code { throw SystemError("do \(call)", path, code: code) }
  }
  func link(_ path: String, to newPath: String) throws(SystemError) {
    try pass(.link(to: newPath), path)
    try base.link(path, to: newPath)
    try failDone(.link(to: newPath), path)
  }
  func remove(_ path: String) throws(SystemError) {
    try pass(.remove(path), path)
    try base.remove(path)
  }
  func makeFolder(_ path: String) throws(SystemError) {
    try pass(.makeFolder(path), path)
    try base.makeFolder(path)
  }
  func removeFolder(_ path: String) throws(SystemError) {
    try pass(.removeFolder(path), path)
    try base.removeFolder(path)
  }
  func lock(_ file: OpenFile) throws(SystemError) -> Bool {
    try pass(.lock, "")
    return try base.lock(file)
  }
  func reasonToPoll(_ folder: String) -> String? {
    state.withLock { state in
      state.reasonsAsked += 1
      return state.reasonToPoll
    } ?? base.reasonToPoll(folder)
  }
  var now: Duration {
    let (ahead, now) = state.withLock { ($0.secondsAhead, $0.now) }
    return (now ?? base.now) + .seconds(ahead)
  }
  var process: ProcessMark { state.withLock { $0.process } ?? base.process }
  func isRunning(_ process: ProcessMark) -> Bool {
    state.withLock { $0.running?.contains(process.number) } ?? base.isRunning(process)
  }
}
