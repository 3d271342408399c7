#if AsyncHTTPClient
  public import AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOPosix

  /// Sends requests by async-http-client; there with the package trait `AsyncHTTPClient`.
  ///
  /// The client is the caller's, who shuts it down; ``makeClient(decompressedBytes:)`` makes one that follows no
  /// redirects and decodes what is compressed. For example:
  ///
  ///     let client = AsyncHTTPTransport.makeClient()
  ///     let store = RESTStore(polling: source, transport: AsyncHTTPTransport(client))
  ///     …
  ///     try await client.shutdown()
  public struct AsyncHTTPTransport: HTTPTransport {
    /// One for all stores that are given none. Its client stays for as long as the process.
    static let shared = AsyncHTTPTransport(makeClient())

    private let client: HTTPClient

    /// Makes a transport over a client, which must follow no redirects.
    public init(_ client: HTTPClient) { self.client = client }

    /// Makes a client as a transport needs it.
    ///
    /// - Parameter decompressedBytes: A body that is compressed is decoded up to so many bytes.
    public static func makeClient(decompressedBytes: Int = 1 << 30) -> HTTPClient {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow, decompression: .enabled(limit: .size(decompressedBytes)))
      // Waiting for a connection of the pool counts as connecting.
      configuration.timeout.connect = .seconds(30)
      // The store decides when to try again.
      configuration.connectionPool.retryConnectionEstablishment = false
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
      var message = HTTPClientRequest(url: request.url.absoluteString)
      message.method = HTTPMethod(rawValue: request.method)
      for field in request.fields.fields { message.headers.add(name: field.name, value: field.value) }
      if request.fields["Accept-Encoding"] == nil {
        message.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
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
      let (stream, pieces) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
      let limit = request.maximumBodyBytes
      let body = response.body
      let reader = Task {
        var received = 0
        do {
          for try await buffer in body {
            received += buffer.readableBytes
            if received > limit { throw HTTPTransportError.tooLarge(limit: limit) }
            pieces.yield(Array(buffer.readableBytesView))
          }
          pieces.finish()
        } catch {
          pieces.finish(throwing: HTTPTransportError(error, hasAnswered: true))
        }
      }
      pieces.onTermination = { _ in reader.cancel() }
      return HTTPExchange(head: head, body: stream)
    }
  }

  extension HTTPTransportError {
    fileprivate init(_ error: any Error, hasAnswered: Bool) {
      switch error {
      case let error as HTTPTransportError: self = error
      case is CancellationError: self = .cancelled
      case let error as HTTPClientError: self.init(error)
      case is NIOConnectionError: self = .cannotConnect("nobody answers there")
      case is ChannelError where !hasAnswered: self = .cannotConnect("nobody answers there")
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
          .cannotConnect("nobody answers there")
        } else {
          .interrupted("the connection was lost (\(error.shortDescription))")
        }
    }
  }
#endif
