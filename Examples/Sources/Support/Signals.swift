@preconcurrency import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals of the process as a stream: each of `numbers` as it arrives, instead of what it would do by itself.
///
///     for await _ in signals(SIGINT, SIGTERM) { break }     // waits until the program should end
///
/// Signals that arrive while the last one is being handled are delivered as one.
public func signals(_ numbers: Int32...) -> AsyncStream<Int32> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let sources = numbers.map { number in
      // Without this the signal would still end the process.
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.activate()
      return source
    }
    continuation.onTermination = { _ in
      for source in sources { source.cancel() }
    }
  }
}
