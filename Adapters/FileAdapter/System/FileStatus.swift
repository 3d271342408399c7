/// A moment as file systems write it down: time since 1970, by the wall clock.
@available(LiveSystems, *)
package struct FileTime: Hashable, Comparable, Sendable {
  package var seconds: Int64
  package var nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// How long after this another moment is.
  package func duration(to other: FileTime) -> Duration {
    .seconds(other.seconds) - .seconds(seconds) + .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// What a file system knows of a file.
@available(LiveSystems, *)
package struct FileStatus: Hashable, Sendable {
  /// What sort of file it is.
  package enum Kind: Hashable, Sendable { case regular, folder, link, other }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  package var modified: FileTime
  package var changed: FileTime
  /// The permission bits.
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32

  package init(
    kind: Kind, device: UInt64, inode: UInt64, size: Int64, modified: FileTime, changed: FileTime, permissions: UInt32,
    owner: UInt32, group: UInt32
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.permissions = permissions
    self.owner = owner
    self.group = group
  }

  /// Which file it is, whatever it is called and holds.
  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// By what a change is noticed.
  package var signature: FileSignature {
    FileSignature(identity: identity, size: size, modified: modified, changed: changed)
  }
}

/// Which file it is, whatever it is called and holds.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// By what a change of a file is noticed without reading it.
///
/// File systems write times down in ticks of some milliseconds, some of two seconds. A file that was changed twice in one
/// tick can have the same signature each time. So a signature that was taken less than two ticks after the file's times
/// proves nothing, and the file is read again; git calls such an entry racily clean.
@available(LiveSystems, *)
package struct FileSignature: Hashable, Sendable {
  package let identity: FileIdentity
  package let size: Int64
  package let modified: FileTime
  package let changed: FileTime

  /// The longest tick of a file system in use, FAT's.
  private static let tick: Int64 = 2

  /// Whether the file was written, or replaced, since it had another signature. A new mode or name is no new version.
  package func isAnotherVersion(than other: FileSignature) -> Bool {
    identity != other.identity || size != other.size || modified != other.modified
  }

  /// Whether an equal signature, later, will mean that nothing was changed after `moment`.
  package func isTelling(at moment: FileTime) -> Bool {
    let newest = max(modified, changed)
    return newest.seconds + Self.tick < moment.seconds
  }
}
