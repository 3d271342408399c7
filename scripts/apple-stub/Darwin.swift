// swift-format-ignore-file
// What the overlay of Darwin adds to its C header; see scripts/apple-check.
@_exported import Darwin
public var errno: Int32 { get { unsafe __error().pointee } set { unsafe __error().pointee = newValue } }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { unsafe open_impl(path, oflag, 0) }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { unsafe open_impl(path, oflag, Int32(mode)) }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { fcntl_impl(fd, cmd, 0) }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFLNK: mode_t { 0o120000 }
public var SIG_IGN: sig_t? { unsafe unsafeBitCast(1, to: sig_t?.self) }
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
