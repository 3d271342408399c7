/// What ends a row in a delimited file.
public enum Newline: String, Sendable, Hashable {
  /// A line feed.
  case lf = "\n"
  /// A carriage return and a line feed, as RFC 4180 writes it.
  case crlf = "\r\n"
}
