@unsafe internal import Dispatch

/// Runs an actor on a queue of its own: its calls to the file system block no thread that tasks share.
@available(LiveSystems, *)
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
