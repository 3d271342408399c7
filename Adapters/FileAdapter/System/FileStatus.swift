/// What a file system knows of a file.
@available(LiveSystems, *)
package struct FileStatus: Hashable, Sendable {
  /// What sort of file it is.
  package enum Kind: Hashable, Sendable { case regular, folder, link, other }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// When it was written, by the wall clock: the time since 1970.
  package var modified: Duration
  /// When it was written, named or given other rights, by the same clock.
  package var changed: Duration
  /// The permission bits.
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32

  package init(
    kind: Kind, device: UInt64, inode: UInt64, size: Int64, modified: Duration, changed: Duration, permissions: UInt32,
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

  /// Whether it is the same file and was not written since; it may have another name, which changes its time of change.
  func holdsSame(as other: FileStatus) -> Bool {
    identity == other.identity && size == other.size && modified == other.modified
  }

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
  package let modified: Duration
  package let changed: Duration

  /// The longest tick of a file system in use, FAT's.
  private static let tick: Int64 = 2

  /// Whether the file was written, or replaced, since it had another signature. A new mode or name is no new version.
  package func isAnotherVersion(than other: FileSignature) -> Bool {
    identity != other.identity || size != other.size || modified != other.modified
  }

  /// Whether an equal signature, later, will mean that nothing was changed after `moment`.
  package func isConclusive(at moment: Duration) -> Bool {
    // A file may have any time of 64 bits, so nothing is added to it.
    max(modified, changed).components.seconds < moment.components.seconds - Self.tick
  }
}
