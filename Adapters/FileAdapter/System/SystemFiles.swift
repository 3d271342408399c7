package import RecordFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The system's own files.
@available(LiveSystems, *)
package struct SystemFiles: FileSystem {
  package init() {}

  // MARK: Asking

  package func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
    var status = stat()
    try call("look at", path) { unsafe followingLinks ? stat(path, &status) : lstat(path, &status) }
    return FileStatus(status)
  }

  package func status(of file: OpenFile) throws(SystemError) -> FileStatus {
    var status = stat()
    try call("look at", file.name) { unsafe fstat(file.descriptor, &status) }
    return FileStatus(status)
  }

  package func target(ofLink path: String) throws(SystemError) -> String {
    try check(path, "follow")
    // Longer than any path that the system takes.
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard count >= 0 else { throw SystemError("follow", path, code: errno) }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  package func names(in folder: String) throws(SystemError) -> [String] {
    try check(folder, "list")
    guard let stream = unsafe opendir(folder) else { throw SystemError("list", folder, code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw SystemError("list", folder, code: errno) }
    return names
  }

  // MARK: Open files

  package func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> OpenFile {
    try check(path, "open")
    let descriptor = retrying {
      switch purpose {
      case .reading: unsafe openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
      case .creating: unsafe openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      case .creatingForAll: unsafe openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      case .locking: unsafe openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
      }
    }
    guard descriptor >= 0 else {
      throw SystemError(purpose == .reading ? "open" : "create", path, code: errno)
    }
    return OpenFile(descriptor: descriptor)
  }

  package func close(_ file: OpenFile) { closeFile(file.descriptor) }

  package func contents(of file: OpenFile, name: String) throws(SystemError) -> SourceText {
    var status = stat()
    if unsafe fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw SystemError("read", name, code: EISDIR)
    }
    do {
      return try SourceText(descriptor: file.descriptor, name: name)
    } catch {
      throw SystemError("read", name, code: errno == 0 ? EIO : errno)
    }
  }

  package func write(_ bytes: [UInt8], from offset: Int, to file: OpenFile) throws(SystemError) -> Int {
    guard bytes.indices.contains(offset) else { return 0 }
    let count = unsafe bytes.withUnsafeBytes { all in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: all[offset...])
      return retrying { unsafe writeFile(file.descriptor, rest.baseAddress, rest.count) }
    }
    guard count > 0 else { throw SystemError("write", file.name, code: count < 0 ? errno : EIO) }
    return count
  }

  package func setOwner(_ owner: UInt32, group: UInt32, of file: OpenFile) throws(SystemError) {
    try call("keep the owner of", file.name) { fchown(file.descriptor, owner, group) }
  }

  package func setPermissions(_ permissions: UInt32, of file: OpenFile) throws(SystemError) {
    try call("keep the mode of", file.name) { fchmod(file.descriptor, mode_t(permissions)) }
  }

  package func synchronize(_ file: OpenFile) throws(SystemError) {
    #if canImport(Darwin)
      // There fsync leaves the disk's own cache alone.
      if fcntl(file.descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try call("synchronise", file.name) { retrying { fsync(file.descriptor) } }
  }

  // MARK: Names

  package func rename(_ path: String, to newPath: String, _ way: RenameWay) throws(SystemError) {
    try check(newPath, "rename to")
    try call("rename to \(newPath)", path) {
      way == .replacing ? unsafe renameFile(path, newPath) : unsafe renameFile(path, newPath, way)
    }
  }

  package func link(_ path: String, to newPath: String) throws(SystemError) {
    try call("link to \(newPath)", path) { unsafe linkFile(path, newPath) }
  }

  package func remove(_ path: String) throws(SystemError) {
    try call("remove", path) { unsafe unlink(path) }
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    try call("make the folder", path) { unsafe mkdir(path, 0o777) }
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    try call("remove the folder", path) { unsafe rmdir(path) }
  }

  package func lock(_ file: OpenFile) throws(SystemError) -> Bool {
    if retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw SystemError("lock", file.name, code: errno)
  }

  // MARK: The machine

  package var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Duration(time)
  }

  package func reasonToPoll(_ folder: String) -> String? {
    #if os(Linux)
      guard let status = try? status(of: folder, followingLinks: true),
        let text = try? SourceText(path: "/proc/self/mountinfo", access: .copied)
      else { return nil }
      // As the kernel splits the number of a device.
      let major = (status.device >> 8) & 0xFFF
      let minor = (status.device & 0xFF) | ((status.device >> 12) & 0xFFF00)
      let kind = Self.kind(ofDevice: "\(major):\(minor)", in: text.string(in: 0..<text.count))
      guard let kind, Self.remoteKinds.contains(kind) || kind.hasPrefix("fuse.") else { return nil }
      return "changes on \(kind) may be made by other machines"
    #elseif canImport(Darwin)
      var system = statfs()
      guard unsafe statfs(folder, &system) == 0, UInt32(system.f_flags) & UInt32(MNT_LOCAL) == 0 else { return nil }
      return "changes on a file system of the network may be made by other machines"
    #else
      return "this system reports no changes of files"
    #endif
  }

  /// The kind of file system of a device, by the list of mounts.
  ///
  ///     36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
  static func kind(ofDevice device: String, in mounts: String) -> String? {
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == device, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else {
        continue
      }
      return String(words[dash + 1])
    }
    return nil
  }

  /// Kinds of file systems that other machines can change.
  private static let remoteKinds: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse", "9p", "virtiofs", "ceph", "afs", "coda", "lustre", "gfs2", "ocfs2",
    "vboxsf", "vmhgfs", "prl_fs",
  ]

  package var process: ProcessMark {
    let number = getpid()
    // The namespace may change with a fork into another, so it is requested each time.
    let namespace = (try? target(ofLink: "/proc/self/ns/pid")) ?? ""
    return ProcessMark(
      number: number, start: start(of: number) ?? "", machine: Self.machine, boot: Self.boot, namespace: namespace)
  }

  package func isRunning(_ process: ProcessMark) -> Bool {
    if process.number <= 0 { return false }
    if kill(process.number, 0) != 0, errno == ESRCH { return false }
    guard !process.start.isEmpty, let start = start(of: process.number) else { return true }
    return start == process.start
  }

  /// When a process started, in the system's ticks; what comes after the name in parentheses, as the 20th word.
  private func start(of process: Int32) -> String? {
    #if os(Linux)
      guard let text = try? SourceText(path: "/proc/\(process)/stat", access: .copied),
        let end = text.string(in: 0..<text.count).utf8.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let words = text.string(in: 0..<text.count).utf8[end...].split(separator: UInt8(ascii: " "))
      return words.count > 20 ? String(words[20]) : nil
    #else
      return nil
    #endif
  }

  /// What distinguishes this machine from others, as long as no one gives it another name: on Linux its identity, which
  /// copies of one image may share, and the name.
  private static let machine: String = {
    var buffer = [UInt8](repeating: 0, count: 256)
    let code = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return Int32(-1) }
      return unsafe gethostname(start.assumingMemoryBound(to: CChar.self), bytes.count - 1)
    }
    let name = code == 0 ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : "?"
    return word(of: "/etc/machine-id") + "/" + name
  }()

  /// Which start of the machine this is; empty where the system does not say.
  private static let boot: String = word(of: "/proc/sys/kernel/random/boot_id")

  /// The first word of a file; empty where there is none.
  private static func word(of path: String) -> String {
    guard let text = try? SourceText(path: path, access: .copied) else { return "" }
    let words = text.string(in: 0..<text.count).split { $0.isWhitespace }
    return words.first.map(String.init) ?? ""
  }

  /// Makes a call that returns 0 where it has done its work.
  private func call(_ action: String, _ path: String, _ body: () -> Int32) throws(SystemError) {
    try check(path, action)
    guard body() == 0 else { throw SystemError(action, path, code: errno) }
  }

  /// C would take a path to end at a zero byte.
  private func check(_ path: String, _ action: String) throws(SystemError) {
    if path.utf8.contains(0) { throw SystemError(action, path, code: ENOENT) }
  }
}

extension OpenFile {
  /// What it is called in errors.
  fileprivate var name: String { "descriptor \(descriptor)" }
}

// The calls by names that the methods do not hide.
@unsafe private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
private func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
@unsafe private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
@unsafe private func renameFile(_ path: String, _ newPath: String) -> Int32 { unsafe rename(path, newPath) }
@unsafe private func renameFile(_ path: String, _ newPath: String, _ way: RenameWay) -> Int32 {
  #if canImport(Darwin)
    return unsafe renamex_np(path, newPath, UInt32(way == .adding ? RENAME_EXCL : RENAME_SWAP))
  #else
    guard let rename = unsafe renameWithFlags else {
      errno = ENOSYS
      return -1
    }
    // RENAME_NOREPLACE and RENAME_EXCHANGE of Linux, which the modules of the C libraries do not show.
    return unsafe rename(AT_FDCWD, path, AT_FDCWD, newPath, way == .adding ? 1 : 2)
  #endif
}
#if !canImport(Darwin)
  private typealias RenameWithFlags =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32
  /// `renameat2`, where the C library has it: glibc since 2.28. Looked up by its name, whose type is that of its manual page.
  @unsafe private let renameWithFlags: RenameWithFlags? = unsafe dlsym(nil, "renameat2").map {
    unsafe unsafeBitCast($0, to: RenameWithFlags.self)
  }
#endif
@unsafe private func linkFile(_ path: String, _ newPath: String) -> Int32 { unsafe link(path, newPath) }

@available(LiveSystems, *)
extension FileStatus {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size), modified: Duration(modified), changed: Duration(changed),
      permissions: UInt32(status.st_mode & 0o7777), owner: UInt32(status.st_uid), group: UInt32(status.st_gid))
  }
}

@available(LiveSystems, *)
extension Duration {
  fileprivate init(_ time: timespec) { self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }
}
