import RecordFormats
import StoreInterface

/// Why a request led to nothing.
@available(LiveSystems, *)
struct RESTFailure: Error, Sendable {
  var error: StoreError
  /// How long the server asked to be left alone.
  var retryAfter: Duration?
  /// Whether the server has refused the request: a status 4xx.
  var isRefused: Bool { (400..<500).contains(status ?? 0) }
  /// Whether a stale answer may be used instead: the server or the network failed (RFC 5861, section 4).
  var isTransient = false
  /// Whether the server may have done what it was asked.
  var isUnclear = false
  /// Whether asking once more cannot change the answer.
  var isFinal = false
  /// The status, where there was one.
  var status: Int?

  init(
    _ kind: StoreError.Kind, _ message: String, at location: String? = nil, advice: String? = nil,
    isTransient: Bool = false, isUnclear: Bool = false, status: Int? = nil
  ) {
    error = StoreError(kind, message, at: location, advice: advice)
    self.isTransient = isTransient
    self.isUnclear = isUnclear
    self.status = status
  }

  init(_ error: StoreError) { self.error = error }

  static var cancelled: RESTFailure { RESTFailure(.cancelled, "the request was cancelled") }

  /// Any error of a request, as a failure.
  init(_ error: any Error, at location: String) {
    switch error {
    case let failure as RESTFailure: self = failure
    case _ where Task.isCancelled: self = .cancelled
    case let error as HTTPTransportError: self.init(error, at: location)
    case is DeadlinePassed:
      self.init(.limitExceeded, "the server took too long to answer", at: location, isTransient: true, isUnclear: true)
    case let error as StoreError: self.init(error)
    default: self.init(.other, "\(error)", at: location)
    }
  }

  private init(_ error: HTTPTransportError, at location: String) {
    switch error {
    case .cannotConnect(let why):
      self.init(.unavailable, "the server cannot be reached: \(why)", at: location, isTransient: true)
    case .interrupted(let why):
      self.init(.unavailable, "the response is incomplete: \(why)", at: location, isTransient: true, isUnclear: true)
    case .timedOut:
      self.init(.unavailable, "the server stopped answering", at: location, isTransient: true, isUnclear: true)
    case .tooLarge(let limit):
      self.init(
        .limitExceeded, "the response is larger than \(limit) bytes", at: location,
        advice: "raise the limit, or use pages", isUnclear: true)
    case .contentCoding(let coding):
      self.init(
        .malformed, "the response has a content coding that was not requested: \(ASCII.printable(coding))",
        at: location, advice: Self.codingAdvice, isUnclear: true)
    case .cancelled:
      // A task that was cancelled has been distinguished before: it is the transport that gave up, having been shut
      // down for instance.
      self.init(.unavailable, "the transport abandoned the request", at: location, isTransient: true, isUnclear: true)
    }
  }

  private static var codingAdvice: String {
    #if canImport(FoundationNetworking) && !AsyncHTTPClient
      "let the server send it without one, or build with the package trait AsyncHTTPClient, which decodes gzip and deflate"
    #else
      "let the server send it without one, or as gzip"
    #endif
  }

  /// What a response represents that is neither success nor expected: by its status (RFC 9110, section 15), and by the
  /// pause that it asks for.
  init(_ response: RESTResponse, pausingAtMost cap: Duration) {
    let status = response.head.status
    let kind: StoreError.Kind
    let message: String
    switch status {
    case 401, 403, 407: (kind, message) = (.notPermitted, "the server denies access")
    case 404, 410: (kind, message) = (.unavailable, "the server has nothing at this address")
    case 408, 425, 429: (kind, message) = (.unavailable, "the server asks to try again later")
    case 409, 412: (kind, message) = (.conflict, "the server has a newer version")
    case 428: (kind, message) = (.refused, "the server takes no write without an entity tag; see RESTWriting.entityTag")
    case 413: (kind, message) = (.limitExceeded, "the request is too large for the server")
    case 500...: (kind, message) = (.unavailable, "the server failed")
    case 400..<500: (kind, message) = (.refused, "the server refuses the request")
    default: (kind, message) = (.malformed, "the server answered with an unexpected status")
    }
    self.init(
      kind, "\(message) (status \(status))", at: response.request.url.shown,
      isTransient: [500, 502, 503, 504].contains(status), isUnclear: status >= 500, status: status)
    let now = response.responseTime
    retryAfter = RetryAfter.delay(response.head.fields, now: now, cap: cap)
    if retryAfter == nil, let limit = RateLimit.delay(response.head, now: now, cap: cap) {
      retryAfter = limit
      // A limit is why a 403 or a 429 came. Any other refusal stays what it is when the limit is over.
      isFinal = isRefused && status != 403 && status != 429
    }
  }

  /// What a decoder says, in a line.
  init(decoding error: any Error, at location: String) {
    switch error {
    case let error as StoreError:
      self.init(error)
      self.error.location = error.location ?? location
    case let error as FormatError:
      let position = error.position.map { ":\($0.line):\($0.column)" } ?? ""
      self.init(
        error.kind == .tooDeep ? .limitExceeded : .malformed, error.problem, at: location + position,
        advice: error.advice.isEmpty ? nil : error.advice)
    case let error as DecodingError: self.init(.malformed, error.sentence, at: location)
    default: self.init(.malformed, "the response cannot be read: \(error)", at: location)
    }
  }
}
