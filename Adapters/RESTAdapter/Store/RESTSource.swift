public import Foundation

/// What is polled: a URL, and the format of its response.
///
///     RESTSource(url, format: .json())
///     RESTSource(url, format: .json(), paging: .links())
public struct RESTSource<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Where the records are.
  public var url: URL
  /// How an answer becomes records.
  public var format: RESTFormat<Item>
  /// How an answer continues.
  public var paging: RESTPaging
  /// Gives a record a key of its own whose key the answer has had so many times already, on whichever page. Where it is
  /// not given, ``RESTOptions/duplicates`` says what is done.
  public var distinguished: (@Sendable (_ item: Item, _ times: Int) -> Item)?

  /// Makes a source.
  public init(_ url: URL, format: RESTFormat<Item>, paging: RESTPaging = .none) {
    self.url = url
    self.format = format
    self.paging = paging
  }
}

/// Whether an answer has pages.
public enum RESTPaging: Hashable, Sendable {
  /// One answer is everything.
  case none
  /// A field `Link` with the relation `next` leads on (RFC 8288).
  ///
  /// - Parameters:
  ///   - maximumPages: With more pages the poll fails.
  ///   - agreement: How it is made sure that the pages are of one moment.
  case links(maximumPages: Int = 100, agreement: PageAgreement = .everyPage)
}

/// How it is made sure that pages, which are read one after another, are of one moment. Else a record that moves from
/// the third page to the second while the second has been read already would be in none.
public enum PageAgreement: Hashable, Sendable {
  /// When all pages were read, each is requested once more, on the condition that it has changed; they agree when none
  /// has. Every page then was as it was read from the moment when the last one was read until the moment when the
  /// first one was requested again, so all were valid at one moment. Costs one small answer for each page, and only when
  /// something has changed; without validators, the pages again. What it relies on: a page that changes and changes
  /// back in that time gets another validator.
  case everyPage
  /// Only the first page is requested once more. Enough where each change shows there: pages sorted by the time of
  /// change, or a count in every answer.
  case firstPage
  /// All pages name the same value of this header field, such as a revision of the whole. Costs nothing.
  case field(String)
}
