#if AsyncHTTPClient
  public import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import StoreInterface

  /// Sends requests by async-http-client; there with the package trait `AsyncHTTPClient`.
  ///
  /// The client is the caller's, who shuts it down; ``makeClient()`` makes one that follows no redirects and leaves what
  /// is compressed to the transport. For example:
  ///
  ///     let client = AsyncHTTPTransport.makeClient()
  ///     let store = RESTStore(polling: source, transport: AsyncHTTPTransport(client))
  ///     …
  ///     try await client.shutdown()
  ///
  /// `gzip` and `deflate` are decoded as the body is read, some kilobytes at a time: an answer that swells is given up at
  /// ``HTTPRequest/maximumBodyBytes`` and takes no memory before. A stream that is cut, damaged or continues after its
  /// end is ``HTTPTransportError/interrupted(_:)``. Any other coding is ``HTTPTransportError/contentCoding(_:)``. The
  /// coded body of any other status than 2xx is dropped.
  ///
  /// A store that is given no transport uses one that obeys `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. A
  /// client of your own has the proxy that its configuration names.
  public struct AsyncHTTPTransport: HTTPTransport {
    /// One for all stores that are given none. Its clients stay for as long as the process.
    static let shared = AsyncHTTPTransport(environment: ProcessInfo.processInfo.environment)

    private let clients: Clients

    /// Makes a transport over a client, which must follow no redirects and decompress nothing.
    public init(_ client: HTTPClient) { clients = Clients(direct: client, settings: nil) }

    /// Makes a transport that uses the proxies that the environment names. Its clients are never shut down.
    init(environment: [String: String]) {
      clients = Clients(direct: Self.makeClient(), settings: ProxySettings(environment: environment))
    }

    /// Makes a client as a transport needs it.
    public static func makeClient() -> HTTPClient {
      HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    fileprivate static var configuration: HTTPClient.Configuration {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      // Waiting for a connection of the pool counts as connecting.
      configuration.timeout.connect = .seconds(30)
      // The store decides when to try again.
      configuration.connectionPool.retryConnectionEstablishment = false
      return configuration
    }

    /// Sends a request.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
      // NIO ends the process with a port of more than 16 bits.
      guard Origin(request.url) != nil else { throw .cannotConnect("the address cannot be requested by http") }
      let (client, forward) = try clients.client(for: request.url)
      var message = HTTPClientRequest(url: forward?.address ?? request.url.absoluteString)
      message.method = HTTPMethod(rawValue: request.method)
      for field in request.fields.fields { message.headers.add(name: field.name, value: field.value) }
      if request.fields["Accept-Encoding"] == nil {
        message.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
      }
      if let forward {
        message.headers.replaceOrAdd(name: "Host", value: forward.host)
        if let credentials = forward.credentials {
          message.headers.add(
            name: "Proxy-Authorization", value: "Basic \(Data(credentials.utf8).base64EncodedString())")
        }
      }
      if let body = request.body { message.body = .bytes(body) }
      let response: HTTPClientResponse
      do {
        // How long an answer may take is up to the store, which cancels.
        response = try await client.execute(message, timeout: .hours(24))
      } catch {
        throw HTTPTransportError(error, hasAnswered: false)
      }
      var fields = HTTPFields()
      for header in response.headers { fields.append(header.name, header.value) }
      let head = HTTPResponseHead(status: Int(response.status.code), fields: fields)
      let codings = head.codings(answering: request.method)
      // Of any other status than 2xx the head counts, whatever its body is in.
      if !codings.isEmpty, !(200..<300).contains(head.status) { return HTTPExchange(head: head) }
      let body = try Self.body(of: response, codedBy: codings, limit: request.maximumBodyBytes)
      return HTTPExchange(head: head, body: body)
    }

    /// The decoded body, piece by piece, as fast as it is read.
    private static func body(
      of response: HTTPClientResponse, codedBy codings: [String], limit: Int
    ) throws(HTTPTransportError) -> AsyncThrowingStream<[UInt8], any Error> {
      var inflater: Inflater?
      switch codings {
      case []: inflater = nil
      case ["gzip"], ["x-gzip"]: inflater = Inflater(.gzip)
      case ["deflate"]: inflater = Inflater(.deflate)
      default: throw .contentCoding(codings.joined(separator: ", "))
      }
      let reader = BodyReader(response.body, inflater, limit: limit)
      return AsyncThrowingStream<[UInt8], any Error> { try await reader.next() }
    }
  }

  /// Decodes a body, one piece when one is requested. When it is let go, so is the connection.
  private actor BodyReader {
    /// So much is decoded at a time.
    private static let pieceBytes = 1 << 16

    private var buffers: HTTPClientResponse.Body.AsyncIterator
    private var inflater: Inflater?
    private let limit: Int
    private var received = 0

    init(_ body: HTTPClientResponse.Body, _ inflater: Inflater?, limit: Int) {
      buffers = body.makeAsyncIterator()
      self.inflater = inflater
      self.limit = limit
    }

    func next() async throws -> [UInt8]? {
      do {
        while true {
          guard let piece = try await piece() else { return nil }
          received += piece.count
          if received > limit { throw HTTPTransportError.tooLarge(limit: limit) }
          if !piece.isEmpty { return piece }
        }
      } catch {
        throw HTTPTransportError(error, hasAnswered: true)
      }
    }

    /// What is decoded next; nothing where more must be received first, nil at the end.
    private func piece() async throws -> [UInt8]? {
      if let piece = try inflater?.inflate(atMost: Self.pieceBytes), !piece.isEmpty { return piece }
      var buffers = buffers
      let buffer = try await buffers.next(isolation: self)
      self.buffers = buffers
      guard let buffer else {
        guard inflater?.isComplete != false else {
          throw HTTPTransportError.interrupted("its compressed stream is truncated")
        }
        return nil
      }
      if inflater == nil { return Array(buffer.readableBytesView) }
      inflater?.feed(buffer.readableBytesView)
      return []
    }
  }

  /// The clients in use: one for what is requested directly, and one for each proxy.
  private final class Clients: Sendable {
    /// How a request of http goes to a proxy (RFC 9112, section 3.2.2).
    struct Forward {
      var address: String
      var host: String
      var credentials: String?
    }

    private struct Key: Hashable {
      var proxy: ProxySettings.Proxy
      var isForwarded: Bool
    }

    private let direct: HTTPClient
    private let settings: ProxySettings?
    private let proxied = Locked<[Key: HTTPClient]>([:])

    init(direct: HTTPClient, settings: ProxySettings?) {
      self.direct = direct
      self.settings = settings
    }

    func client(for url: URL) throws(HTTPTransportError) -> (HTTPClient, Forward?) {
      guard let proxy = settings?.proxy(for: url) else { return (direct, nil) }
      switch proxy {
      case .unusable(let why): throw .cannotConnect(why)
      case .http(let host, let port, let credentials) where url.scheme != "https":
        guard let authority = Self.authority(of: url), var components = URLComponents(string: url.absoluteString) else {
          throw .cannotConnect("the address has no host")
        }
        (components.scheme, components.host, components.port) = ("http", host, port)
        (components.user, components.password, components.fragment) = (nil, nil, nil)
        guard let address = components.string else { throw .cannotConnect("the proxy's address cannot be used") }
        let client = client(Key(proxy: proxy, isForwarded: true)) { configuration in
          configuration.http1_1ConnectionDebugInitializer = { ForwardedTarget.add(to: $0) }
        }
        return (client, Forward(address: address, host: authority, credentials: credentials))
      case .http(let host, let port, let credentials):
        let client = client(Key(proxy: proxy, isForwarded: false)) { configuration in
          configuration.proxy = .server(
            host: host, port: port,
            authorization: credentials.map { .basic(credentials: Data($0.utf8).base64EncodedString()) })
        }
        return (client, nil)
      case .socks(let host, let port):
        let client = client(Key(proxy: proxy, isForwarded: false)) { configuration in
          configuration.proxy = .socksServer(host: host, port: port)
        }
        return (client, nil)
      }
    }

    private func client(_ key: Key, _ change: (inout HTTPClient.Configuration) -> Void) -> HTTPClient {
      proxied.withLock { clients in
        if let client = clients[key] { return client }
        var configuration = AsyncHTTPTransport.configuration
        change(&configuration)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        clients[key] = client
        return client
      }
    }

    /// Host and port as a field `Host` has them.
    private static func authority(of url: URL) -> String? {
      guard let host = url.host else { return nil }
      let name = host.contains(":") ? "[\(host)]" : host
      return url.port.map { "\(name):\($0)" } ?? name
    }
  }

  /// Makes the target of a request absolute, as a proxy of http needs it: async-http-client asks proxies for tunnels
  /// alone, which most refuse for port 80.
  private final class ForwardedTarget: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
        try pipeline.addHandler(ForwardedTarget(), position: .after(encoder))
      }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard case .head(var head) = unwrapOutboundIn(data), let host = head.headers["Host"].first else {
        return context.write(data, promise: promise)
      }
      head.uri = "http://\(host)\(head.uri)"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
  }

  extension HTTPTransportError {
    fileprivate init(_ error: any Error, hasAnswered: Bool) {
      switch error {
      case let error as HTTPTransportError: self = error
      case is CancellationError: self = .cancelled
      case Inflater.Damage.malformed(let why): self = .interrupted("its compressed stream is damaged: \(why)")
      case is Inflater.Damage: self = .interrupted("its compressed stream has data after its end")
      case let error as HTTPClientError: self.init(error)
      case let error as IOError where error.errnoCode == ECONNREFUSED:
        self = .cannotConnect("no server answers")
      case is NIOConnectionError: self = .cannotConnect("no server answers")
      case ChannelError.connectPending, ChannelError.connectTimeout: self = .cannotConnect("no server answers")
      case is NIOSSLExtraError where !hasAnswered: self = .cannotConnect("the server's identity cannot be verified")
      case NIOSSLError.handshakeFailed(let cause) where !hasAnswered:
        // The one text of BoringSSL for every certificate that is not trusted.
        let isUntrusted = "\(cause)".contains("CERTIFICATE_VERIFY_FAILED")
        self = .cannotConnect(
          isUntrusted ? "the server's identity cannot be verified" : "no secure connection could be made")
      default: self = .interrupted("the connection was lost (\(type(of: error)))")
      }
    }

    private init(_ error: HTTPClientError) {
      self =
        if error == .cancelled {
          .cancelled
        } else if error == .deadlineExceeded || error == .readTimeout || error == .writeTimeout {
          .timedOut
        } else if error == .connectTimeout || error == .getConnectionFromPoolTimeout {
          .cannotConnect("no server answers")
        } else if error == .invalidProxyResponse || error == .proxyAuthenticationRequired {
          .cannotConnect("the proxy refuses to forward the request")
        } else {
          .interrupted("the connection was lost (\(error.shortDescription))")
        }
    }
  }
#endif
