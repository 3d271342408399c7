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
    _ error: StoreError, retryAfter: Duration? = nil, isTransient: Bool = false, isUnclear: Bool = false,
    status: Int? = nil
  ) {
    self.error = error
    self.retryAfter = retryAfter
    self.isTransient = isTransient
    self.isUnclear = isUnclear
    self.status = status
  }

  static var cancelled: RESTFailure { RESTFailure(StoreError(.cancelled, "the request was cancelled")) }

  /// Any error of a request, as a failure.
  init(_ error: any Error, at location: String) {
    switch error {
    case let failure as RESTFailure: self = failure
    case _ where Task.isCancelled: self = .cancelled
    case let error as HTTPTransportError: self.init(error, at: location)
    case is DeadlinePassed:
      self.init(
        StoreError(.limitExceeded, "the server took too long to answer", at: location), isTransient: true,
        isUnclear: true)
    case let error as StoreError: self.init(error)
    default: self.init(StoreError(.other, "\(error)", at: location))
    }
  }

  private init(_ error: HTTPTransportError, at location: String) {
    switch error {
    case .cannotConnect(let why):
      self.init(StoreError(.unavailable, "the server cannot be reached: \(why)", at: location), isTransient: true)
    case .interrupted(let why):
      self.init(
        StoreError(.unavailable, "the answer did not come whole: \(why)", at: location), isTransient: true,
        isUnclear: true)
    case .timedOut:
      self.init(
        StoreError(.unavailable, "the server stopped answering", at: location), isTransient: true, isUnclear: true)
    case .tooLarge(let limit):
      self.init(
        StoreError(
          .limitExceeded, "the answer is larger than \(limit) bytes", at: location,
          advice: "raise the limit, or ask for pages"), isUnclear: true)
    case .contentCoding(let coding):
      self.init(
        StoreError(
          .malformed, "the answer is in a coding that was not asked for: \(ASCII.printable(coding))", at: location,
          advice: Self.codingAdvice), isUnclear: true)
    case .cancelled:
      // A task that was cancelled has been told apart before: it is the transport that gave up, having been shut down
      // for instance.
      self.init(
        StoreError(.unavailable, "the transport gave the request up", at: location), isTransient: true, isUnclear: true)
    }
  }

  private static var codingAdvice: String {
    #if canImport(FoundationNetworking) && !AsyncHTTPClient
      "have the server send it without one, or switch the package trait AsyncHTTPClient on, which decodes gzip and deflate"
    #else
      "have the server send it without one, or as gzip"
    #endif
  }

  /// What a status stands for that is neither success nor expected (RFC 9110, section 15).
  init(status: Int, retryAfter: Duration?, at location: String) {
    let kind: StoreError.Kind
    let message: String
    switch status {
    case 401, 403, 407: (kind, message) = (.notPermitted, "the server does not let us")
    case 404, 410: (kind, message) = (.unavailable, "there is nothing at the address")
    case 408, 425, 429: (kind, message) = (.unavailable, "the server asks for patience")
    case 409, 412, 428: (kind, message) = (.conflict, "the server holds something newer")
    case 413: (kind, message) = (.limitExceeded, "the server finds the request too large")
    case 500...: (kind, message) = (.unavailable, "the server failed")
    case 400..<500: (kind, message) = (.refused, "the server refuses the request")
    default: (kind, message) = (.malformed, "the server answers with a status that was not asked for")
    }
    self.init(
      StoreError(kind, "\(message) (status \(status))", at: location), retryAfter: retryAfter,
      isTransient: [500, 502, 503, 504].contains(status), isUnclear: status >= 500, status: status)
  }
}
