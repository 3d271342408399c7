import Foundation
import StoreInterface

/// The last answer on disk: one file that holds the pages with what they are validated by, so that neither is ever
/// there without the other.
///
/// The file is a line with the fingerprint of all that follows, a line of JSON that describes the pages, then their bodies
/// one after another. It is written under another name and renamed, readable for this user alone; a damaged one
/// is ignored. An answer marked no-store is not written.
struct AnswerCache: Sendable {
  /// What the answer is to.
  private struct Key: Codable, Hashable {
    var version = 2
    var url: String
    var account: String
    var accept: String
  }

  private struct Head: Codable {
    var key: Key
    var pages: [PageHead]
    /// How many bytes the body of each page has.
    var lengths: [Int]
  }

  private let folder: URL
  private let key: Key
  private let limit: Int
  /// How often the answer was forgotten.
  private let removals = Locked(0)

  init(_ cache: RESTCache, url: URL, accept: String, limit: Int) {
    folder = cache.folder
    key = Key(url: url.absoluteString, account: cache.account, accept: accept)
    self.limit = limit
  }

  private var file: URL {
    let name = Fingerprint(of: "\(key.url)\n\(key.account)\n\(key.accept)".utf8).text
    return folder.appendingPathComponent(name + ".rest-answer")
  }

  /// What an answer that is requested now must not have been forgotten since.
  var generation: Int { removals.withLock { $0 } }

  /// Writes an answer in the place of the one before, unless the answer was forgotten since a generation: then this one is
  /// as old. That nothing is written when that fails only costs a full answer at the next start.
  func write(_ pages: [StoredPage<some Sendable>], since generation: Int) {
    let bodies = pages.compactMap(\.body)
    guard !pages.isEmpty, bodies.count == pages.count, !pages.contains(where: \.head.isNoStore) else { return remove() }
    let head = Head(key: key, pages: pages.map(\.head), lengths: bodies.map(\.count))
    guard var line = try? JSONEncoder().encode(head) else { return }
    line.append(0x0A)
    let fingerprint = bodies.reduce(into: Fingerprint(of: line)) { $0.add($1) }
    var data = Data("\(fingerprint.text)\n".utf8) + line
    for body in bodies { data.append(contentsOf: body) }
    let manager = FileManager.default
    try? manager.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let temporary = folder.appendingPathComponent("\(file.lastPathComponent).\(UUID().uuidString)")
    let isMade = manager.createFile(
      atPath: temporary.path, contents: data, attributes: [.posixPermissions: 0o600])
    let isWritten = removals.withLock { count in
      guard isMade, count == generation else { return false }
      return unsafe rename(temporary.path, file.path) == 0
    }
    if !isWritten { try? manager.removeItem(at: temporary) }
  }

  /// Forgets the answer: RFC 9111, section 4.4, after a write.
  func remove() {
    removals.withLock { count in
      count += 1
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// The answer of the last start, where there is one and it is whole.
  func read<Item>(
    as type: Item.Type, decode: ([UInt8], HTTPResponseHead) throws -> [Item]
  ) -> [StoredPage<Item>] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let size = attributes?[.size] as? Int, size - (1 << 20) <= limit, let data = try? Data(contentsOf: file)
    else { return [] }
    let parts = data.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(Fingerprint(of: data[parts[1].startIndex...]).text.utf8),
      let head = try? JSONDecoder().decode(Head.self, from: parts[1]), head.key == key
    else { return [] }
    var rest = parts[2]
    var pages: [StoredPage<Item>] = []
    for (page, length) in zip(head.pages, head.lengths) {
      let body = [UInt8](rest.prefix(max(0, length)))
      rest = rest.dropFirst(body.count)
      guard let items = try? decode(body, HTTPResponseHead(status: 200, fields: page.cacheFields)) else { return [] }
      pages.append(StoredPage(head: page, items: items, body: body))
    }
    return pages
  }
}
