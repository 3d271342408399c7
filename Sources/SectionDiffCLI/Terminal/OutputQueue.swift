internal import Dispatch

/// Writes on a thread of its own, so that a reader who stops reading stops nothing but the output: the threads that tasks
/// share are as few as the processors.
struct OutputQueue: Sendable {
  private let stream: Terminal.Stream
  private let queue: DispatchQueue

  /// Makes a queue; one for each stream.
  init(_ stream: Terminal.Stream) {
    self.stream = stream
    queue = DispatchQueue(label: "section-diff.output-\(stream.rawValue)")
  }

  /// Writes all bytes, after those that are being written.
  ///
  /// - Returns: Whether there still is a reader.
  /// - Throws: why the bytes could not be written.
  func write(_ bytes: [UInt8]) async throws(Failure) -> Bool {
    let result: Result<Bool, Failure> = await withCheckedContinuation { continuation in
      queue.async { [stream] in
        let result: Result<Bool, Failure>
        do throws(Failure) {
          result = .success(try Terminal.write(bytes, to: stream))
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
