package import Foundation

/// What is done about a response that may be a redirect: RFC 9110, section 15.4.
package enum Redirect: Hashable, Sendable {
  /// It is not a redirect.
  case none
  /// The request is sent again, there.
  case follow(URL)
  /// It is not sent again, because of this.
  case refuse(String)

  /// Decides about a response to a request that was sent to these addresses, in order.
  ///
  /// What changes something is sent again only where the server requests the same method (307, 308), and only within
  /// the origin: its body is not for others.
  package static func decision(
    _ head: HTTPResponseHead, method: String, visited: [URL], maximumCount: Int
  ) -> Redirect {
    guard [301, 302, 303, 307, 308].contains(head.status), let last = visited.last else { return .none }
    let isSafe = method == "GET" || method == "HEAD"
    // See Other after a write: it is done, and what came of it can be seen elsewhere (section 15.4.4).
    if !isSafe, head.status == 303 { return .none }
    guard let location = head.fields["Location"],
      let target = URL(string: location, relativeTo: last)?.absoluteURL.withoutFragment,
      let to = Origin(target), let from = Origin(last)
    else { return .refuse("the server redirects to an address that cannot be requested") }
    if target.user != nil || target.password != nil {
      return .refuse("the server redirects to an address with a user name")
    }
    if from.scheme == "https", to.scheme == "http" {
      return .refuse("the server redirects from https to http, where others could read it")
    }
    if !isSafe, head.status == 301 || head.status == 302 { return .refuse("the server redirects a write") }
    if !isSafe, from != to { return .refuse("the server redirects a write to another origin") }
    if visited.contains(target) { return .refuse("the redirects of the server form a loop") }
    if visited.count > max(0, maximumCount) {
      return .refuse("the server redirects more than \(max(0, maximumCount)) times")
    }
    return .follow(target)
  }
}
