import Foundation
import StoreInterface

/// The last answer on disk: one file that holds the pages with what they are validated by, so that neither is ever
/// there without the other.
///
/// The file is a line of JSON that describes the pages, then their bodies one after another. It is written beside its
/// place and renamed, readable for this user alone, and carries a fingerprint of everything; one that is damaged is as
/// good as none. An answer marked no-store is not written.
struct AnswerCache: Sendable {
  private struct Head: Codable {
    var version = 1
    var url: String
    var account: String
    var accept: String
    var fingerprint: UInt64
    var pages: [PageHead]
  }

  private struct PageHead: Codable {
    var url: URL
    var finalURL: URL
    var validators: EntityValidators
    var freshness: Freshness
    var vary: Vary
    var mark: String?
    var next: URL?
    var length: Int
    var cacheFields: HTTPFields
  }

  private let folder: URL
  private let account: String
  private let url: String
  private let accept: String
  private let limit: Int

  init(_ cache: RESTCache, url: URL, accept: String, limit: Int) {
    folder = cache.folder
    account = cache.account
    self.url = url.absoluteString
    self.accept = accept
    self.limit = limit
  }

  var file: URL {
    var name = Fingerprint()
    name.add("\(url)\n\(account)\n\(accept)".utf8)
    return folder.appendingPathComponent(String(name.value, radix: 16) + ".rest-answer")
  }

  /// Writes an answer in the place of the one before. That nothing is written when that fails only costs a full answer
  /// at the next start.
  func write(_ pages: [StoredPage<some Sendable>]) {
    guard !pages.isEmpty, !pages.contains(where: { $0.isNoStore || $0.body == nil }) else { return remove() }
    var fingerprint = Fingerprint()
    for page in pages { fingerprint.add(page.body ?? []) }
    let heads = pages.map { page in
      PageHead(
        url: page.url, finalURL: page.finalURL, validators: page.validators, freshness: page.freshness,
        vary: page.vary, mark: page.mark, next: page.next, length: page.body?.count ?? 0,
        cacheFields: page.cacheFields)
    }
    var head = Head(url: url, account: account, accept: accept, fingerprint: 0, pages: heads)
    guard let unsigned = try? encoded(head) else { return }
    fingerprint.add(unsigned)
    head.fingerprint = fingerprint.value
    guard var data = try? encoded(head) else { return }
    data.append(0x0A)
    for page in pages { data.append(contentsOf: page.body ?? []) }
    let manager = FileManager.default
    try? manager.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let temporary = folder.appendingPathComponent("\(file.lastPathComponent).\(UUID().uuidString)")
    guard
      manager.createFile(atPath: temporary.path, contents: data, attributes: [.posixPermissions: 0o600]),
      unsafe rename(temporary.path, file.path) == 0
    else {
      try? manager.removeItem(at: temporary)
      return
    }
  }

  /// Forgets the answer: RFC 9111, section 4.4, after a write.
  func remove() { try? FileManager.default.removeItem(at: file) }

  /// The answer of the last start, where there is one and it is whole.
  func read<Item>(
    as type: Item.Type, decode: ([UInt8], HTTPResponseHead) throws -> [Item]
  ) -> [StoredPage<Item>] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let size = attributes?[.size] as? Int, size <= limit + (1 << 20),
      let data = try? Data(contentsOf: file), let end = data.firstIndex(of: 0x0A),
      var head = try? JSONDecoder().decode(Head.self, from: data[..<end]),
      head.version == 1, head.url == url, head.account == account, head.accept == accept
    else { return [] }
    var pages: [StoredPage<Item>] = []
    var offset = data.index(after: end)
    var fingerprint = Fingerprint()
    for page in head.pages {
      guard page.length >= 0, page.length <= data.endIndex - offset else { return [] }
      let body = [UInt8](data[offset..<offset + page.length])
      offset += page.length
      fingerprint.add(body)
      let head = HTTPResponseHead(status: 200, fields: page.cacheFields)
      guard let items = try? decode(body, head) else { return [] }
      pages.append(
        StoredPage(
          url: page.url, finalURL: page.finalURL, validators: page.validators, freshness: page.freshness,
          cacheFields: page.cacheFields, vary: page.vary, isNoStore: false, mark: page.mark, next: page.next,
          items: items, body: body))
    }
    let expected = head.fingerprint
    head.fingerprint = 0
    guard offset == data.endIndex, let unsigned = try? encoded(head) else { return [] }
    fingerprint.add(unsigned)
    return fingerprint.value == expected ? pages : []
  }

  private func encoded(_ head: Head) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(head)
  }
}
