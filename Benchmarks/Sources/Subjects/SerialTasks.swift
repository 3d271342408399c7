#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// Runs tasks on the calling thread, one after another in the order in which they became ready: what goes from task to
/// task is then the same in every run, and one thread's work.
///
/// It takes the place of the global executor by the hook that the concurrency runtime has for that.
public enum SerialTasks {
  /// Why tasks cannot be run so.
  public struct NoHook: Error, CustomStringConvertible {
    /// The reason.
    public var description: String { "the concurrency runtime has no hook for its global executor here" }
  }

  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

  private static let ready = Mutex<[UnownedJob]>([])

  /// Where the runtime keeps its hook. The pointer is set once, and the hook by `run` alone.
  private nonisolated(unsafe) static let hook =
    dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)

  /// Calls `body`, then runs all tasks that are ready until none is, those included that become ready meanwhile.
  ///
  /// - Throws: What `body` throws; ``NoHook``.
  public static func run<Result>(_ body: () throws -> Result) throws -> Result {
    guard let hook else { throw NoHook() }
    let former = hook.pointee
    hook.pointee = { job, _ in SerialTasks.ready.withLock { $0.append(job) } }
    defer {
      drain()
      hook.pointee = former
    }
    return try body()
  }

  private static func drain() {
    // The executor that stands for none: a task may go on from it to an actor that is free, as from the global one.
    let none = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    while true {
      let jobs = ready.withLock { ready in
        defer { ready.removeAll(keepingCapacity: true) }
        return ready
      }
      if jobs.isEmpty { return }
      for job in jobs { job.runSynchronously(on: none) }
    }
  }
}
