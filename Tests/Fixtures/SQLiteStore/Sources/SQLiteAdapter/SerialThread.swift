import Dispatch

/// Runs the jobs of an actor one after another on a thread that may block.
final class SerialThread: SerialExecutor {
  let queue = DispatchQueue(label: "SQLite")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
