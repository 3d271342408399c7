#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  #if canImport(Darwin)
    package import Darwin
  #elseif canImport(Glibc)
    package import Glibc
  #elseif canImport(Musl)
    package import Musl
  #else
    package import Android
  #endif

  /// A value that many tasks and threads use, one at a time.
  ///
  ///     let names = Locked<[String]>([])
  ///     names.withLock { $0.append("Ada") }
  ///
  /// This is the system's own mutex and a value beside it. The thread sanitiser knows that mutex; the one of the module
  /// Synchronization it does not see on Linux, and takes every use of what that guards for a race.
  ///
  /// `@unchecked Sendable` holds, because the value is reached by ``withLock(_:)`` alone, which holds the mutex for as long
  /// as it lends the value, and because parts of the value come in and go out as `sending` only: no one else has one.
  @safe
  package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    // Both pointers are made in `init`, point to initialised memory until `deinit`, and never leave this class.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// Guards a value.
    package init(_ value: consuming sending Value) {
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      let code = unsafe pthread_mutex_init(mutex, nil)
      // Without attributes only a lack of resources makes it fail.
      precondition(code == 0, "a mutex cannot be made: error \(code)")
      unsafe self.value = .allocate(capacity: 1)
      unsafe self.value.initialize(to: value)
    }

    deinit {
      // No one holds the mutex: its holder would hold this object, too.
      unsafe value.deinitialize(count: 1)
      unsafe value.deallocate()
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deinitialize(count: 1)
      unsafe mutex.deallocate()
    }

    /// Lends the value to a closure, to read and to change, while no one else has it.
    ///
    /// The closure must not ask for the same value again: it would wait for itself.
    ///
    /// - Returns: What the closure returns.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&value.pointee)
    }
  }
#else
  package import Synchronization

  /// A value that many tasks and threads use, one at a time, on systems without POSIX threads: WASI and Windows.
  package final class Locked<Value: ~Copyable>: Sendable {
    @usableFromInline let mutex: Mutex<Value>

    /// Guards a value.
    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Lends the value to a closure, to read and to change, while no one else has it.
    ///
    /// The closure must not ask for the same value again: it would wait for itself.
    ///
    /// - Returns: What the closure returns.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  }
#endif
