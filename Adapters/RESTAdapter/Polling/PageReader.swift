import Foundation
import RecordFormats
import StoreBuilding
import StoreInterface

/// Reads an answer, page by page, until all pages are of one moment.
@available(LiveSystems, *)
struct PageReader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Page = StoredPage<Item>

  let source: RESTSource<Item>
  let client: RESTClient
  let salt: UInt64

  /// What was read.
  struct Answer: Sendable {
    var pages: [Page]
    /// The records of all pages, each key once.
    var items: [Item] = []
    /// Whether all is as it was, page by page.
    var isUnchanged: Bool
  }

  /// Whether no cache on the way may answer.
  var skipsCaches = false

  private var limits: RESTLimits { client.options.limits }

  /// The fields of a request of its own: without credentials and conditions.
  var fields: HTTPFields {
    var fields: HTTPFields = ["Accept": source.format.accept]
    // RFC 9111, section 5.2.1.4: a cache on the way asks the server, too.
    if skipsCaches { fields["Cache-Control"] = "no-cache" }
    return fields
  }

  /// Reads all pages; those of the answer before may be found unchanged.
  func read(held: [Page]) async throws(RESTFailure) -> Answer {
    var answer = try await pages(held: held)
    answer.items = try items(of: answer.pages)
    return answer
  }

  /// The records of pages, each key once.
  func items(of pages: [Page]) throws(RESTFailure) -> [Item] {
    let all = pages.flatMap(\.items)
    var offsets: [Item.ID: Int] = [:]
    offsets.reserveCapacity(all.count)
    var unique: [Item] = []
    unique.reserveCapacity(all.count)
    var times: [Item.ID: Int] = [:]
    for var item in all {
      if let distinguished = source.distinguished, offsets[item.id] != nil {
        let count = times[item.id, default: 1]
        times[item.id] = count + 1
        item = distinguished(item, count)
      }
      guard let offset = offsets[item.id] else {
        offsets[item.id] = unique.count
        unique.append(item)
        continue
      }
      switch client.options.duplicates {
      case .refuse:
        throw RESTFailure(
          .malformed, "two records have the key \(item.id)", at: source.url.shown,
          advice: "choose another key, or say which record counts")
      case .keepFirst: break
      case .keepLast: unique[offset] = item
      }
    }
    return unique
  }

  /// Reads until the pages agree.
  private func pages(held: [Page]) async throws(RESTFailure) -> Answer {
    let first = try await walk(known: held)
    // Pages that are all what they were make an answer that was valid as a whole before.
    if first.isUnchanged || first.pages.count < 2 { return first }
    guard case .links(_, let agreement) = source.paging else { return first }
    var answer = first
    for _ in 0..<max(1, limits.pageAttempts) {
      switch agreement {
      case .field:
        let marks = Set(answer.pages.map(\.head.mark))
        if marks.count == 1, marks != [nil] { return answer }
        // Without conditions: a page that is as it was still names the value that it had then.
        answer = try await walk(known: [])
      case .firstPage:
        let again = try await page(answer.pages[0].head.url, known: answer.pages[0])
        if again.isUnchanged { return answer }
        answer = try await walk(known: answer.pages)
      case .everyPage:
        let again = try await walk(known: answer.pages)
        if again.isUnchanged { return Answer(pages: again.pages, isUnchanged: false) }
        answer = again
      }
      answer.isUnchanged = false
    }
    throw RESTFailure(
      .unavailable, "the pages kept changing while they were read", at: source.url.shown, isTransient: true)
  }

  /// Reads from the first page to the last.
  private func walk(known: [Page]) async throws(RESTFailure) -> Answer {
    var pages: [Page] = []
    var visited: Set<URL> = []
    var url: URL? = source.url.withoutFragment
    var isUnchanged = true
    var (bytes, records) = (0, 0)
    while let target = url {
      guard visited.insert(target).inserted else {
        throw RESTFailure(.malformed, "the links between the pages form a loop", at: target.shown)
      }
      if case .links(let maximum, _) = source.paging, pages.count >= maximum {
        throw RESTFailure(
          .limitExceeded, "there are more than \(maximum) pages", at: target.shown, advice: "raise the limit")
      }
      let (page, isSame): (Page, Bool)
      do throws(RESTFailure) {
        (page, isSame) = try await self.page(target, known: known.first { $0.head.url == target })
      } catch {
        // A page that the one before led to may be gone, and a 304 need not say so: it is requested without conditions.
        guard [404, 410].contains(error.status), !pages.isEmpty, !known.isEmpty else { throw error }
        return try await walk(known: [])
      }
      isUnchanged = isUnchanged && isSame
      bytes += page.body?.count ?? 0
      records += page.items.count
      if bytes > limits.totalBytes {
        throw RESTFailure(.limitExceeded, "the pages are larger than \(limits.totalBytes) bytes", at: source.url.shown)
      }
      if records > limits.records {
        throw RESTFailure(.limitExceeded, "the response has more than \(limits.records) records", at: source.url.shown)
      }
      pages.append(page)
      url = page.head.next
    }
    return Answer(pages: pages, isUnchanged: isUnchanged && pages.map(\.head.url) == known.map(\.head.url))
  }

  /// Reads a page, or finds that it is the known one.
  private func page(_ url: URL, known: Page?) async throws(RESTFailure) -> (page: Page, isUnchanged: Bool) {
    let response = try await client.send(HTTPRequest("GET", url, fields: fields)) { target, sent in
      known?.head.conditionalFields(for: target, sent) ?? [:]
    }
    switch response.head.status {
    case 200, 203: break
    case 304:
      if var page = known, page.head.validators.isConfirmed(by: response.head.fields),
        !page.head.conditionalFields(for: response.request.url, response.request.fields).isEmpty
      {
        page.head.revalidate(response, salt: salt)
        if case .links(_, let agreement) = source.paging {
          // RFC 9111, section 3.2: what the 304 names takes the place of what was said before, and the rest stays.
          if response.head.fields["Link"] != nil { page.head.next = try next(after: response) }
          if case .field(let name) = agreement { page.head.mark = response.head.fields[name] ?? page.head.mark }
        }
        return (page, true)
      }
      // It is about an answer that we do not have: ask for one without conditions.
      if known != nil { return try await self.page(url, known: nil) }
      throw RESTFailure(.malformed, "the server answered “not modified” to an unconditional request", at: url.shown)
    default: throw RESTFailure(response, pausingAtMost: client.options.maximumRetryAfter)
    }
    let page = try page(url, of: response)
    // Without validators it is the bytes that say whether anything is new.
    return (page, known.map { $0.body != nil && $0.body == page.body && $0.head.next == page.head.next } ?? false)
  }

  private func page(_ url: URL, of response: RESTResponse) throws(RESTFailure) -> Page {
    let fields = response.head.fields
    if let type = MediaType.type(fields), !source.format.acceptsMediaType(type) {
      throw RESTFailure(
        .malformed, "the server answered with \(ASCII.printable(type)), but \(source.format.accept) was requested",
        at: response.request.url.shown)
    }
    let items: [Item]
    do {
      items = try source.format.decode(response.body, response.head)
    } catch {
      throw RESTFailure(decoding: error, at: response.request.url.shown)
    }
    var head = PageHead(url, of: response, salt: salt)
    if case .links(_, let agreement) = source.paging {
      head.next = try next(after: response)
      if case .field(let name) = agreement { head.mark = fields[name] }
    }
    return Page(head: head, items: items, body: response.body)
  }

  /// Where the next page is. It may not lead from https to http.
  private func next(after response: RESTResponse) throws(RESTFailure) -> URL? {
    let url = response.request.url
    guard let target = LinkField.target("next", in: response.head.fields, base: url)?.withoutFragment else {
      return nil
    }
    guard let to = Origin(target), let from = Origin(url), !(from.scheme == "https" && to.scheme == "http") else {
      throw RESTFailure(.refused, "the next page has an address that is not polled", at: url.shown)
    }
    return target
  }
}
