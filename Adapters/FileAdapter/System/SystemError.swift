package import StoreInterface

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// What was to be done, as in “cannot rename”.
  package let action: String
  package let path: String
  /// What the system said.
  package let code: Int32

  package init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// There is no such file.
  package var meansAbsence: Bool { code == ENOENT || code == ENOTDIR }
  /// There is one already.
  package var meansPresence: Bool { code == EEXIST }
  /// The file system cannot do that at all.
  package var meansUnsupported: Bool {
    [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, ENOLCK].contains(code)
  }
  /// The file is not open for writing.
  var meansNotWritable: Bool { code == EBADF }
  /// Links that lead in a circle.
  static var tooManyLinks: Int32 { ELOOP }
  /// What was read makes no sense.
  static var unreadable: Int32 { EIO }
  /// A folder that was to go holds something.
  var meansNotEmpty: Bool { code == ENOTEMPTY || code == EEXIST }
  /// A folder where a file was to be.
  static var isAFolder: Int32 { EISDIR }
  /// What others have made of the folder makes it impossible for every program.
  var isForGood: Bool { [ENOENT, ENOTDIR, EISDIR, EEXIST, ENOTEMPTY, ENAMETOOLONG, EINVAL, EPERM].contains(code) }
  /// A file where a folder was to be.
  static var notAFolder: Int32 { ENOTDIR }
}

extension SystemError {
  /// What calls return, or `nil` where there is no such file.
  static func ifPresent<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value? {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.meansAbsence { return nil }
      throw error
    }
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "\(path): cannot \(action): \(reason)" }

  /// What the system says of the code.
  package var reason: String { unsafe String(cString: strerror(code)) }
}

extension StoreError {
  /// What a failed call means for a store.
  package init(_ error: SystemError) {
    let (kind, advice): (Kind, String?) =
      switch error.code {
      case ENOENT: (.unavailable, "check the path")
      case ENOTDIR: (.unavailable, "a part of the path is a file; check the path")
      case EISDIR: (.unavailable, "name a file in it")
      case EACCES, EPERM: (.notPermitted, "give this user the right")
      case EROFS: (.notPermitted, "the file system is read-only")
      case ENOSPC, EDQUOT: (.limitExceeded, "make room on the disk")
      case EMFILE, ENFILE: (.limitExceeded, "close files, or raise the limit of open ones")
      default: (.unavailable, nil)
      }
    self.init(kind, "cannot \(error.action): \(error.reason)", at: error.path, advice: advice)
  }
}
