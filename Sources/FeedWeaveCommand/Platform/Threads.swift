#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work on several threads of the system.
enum Threads {
  /// Runs `work` on `count` threads, of which this one is one, and returns when all have ended.
  ///
  /// If the system starts no more threads, it runs on those that there are; on Windows on this one.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    #if !canImport(WinSDK)
      let threads = (1..<max(count, 1)).compactMap { _ in start(work) }
      work()
      for thread in threads { pthread_join(thread, nil) }
    #else
      work()
    #endif
  }

  /// Runs `work` on a thread of its own, which nobody waits for; returns false if the system starts none.
  static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    #if !canImport(WinSDK)
      guard let thread = start(work) else { return false }
      pthread_detach(thread)
      return true
    #else
      return false
    #endif
  }

  #if !canImport(WinSDK)
    private final class Job: Sendable {
      let work: @Sendable () -> Void
      init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
      // The thread takes the reference over; without a thread it is released here.
      let job = unsafe Unmanaged.passRetained(Job(work))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let result = unsafe pthread_create(
        &thread, nil,
        { context in
          #if canImport(Darwin)
            unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work()
          #else
            if let context = unsafe context { unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().work() }
          #endif
          return nil
        }, job.toOpaque())
      if result == 0 { return thread }
      unsafe job.release()
      return nil
    }
  #endif
}

/// A number that counts up, and on which threads wait for their turn.
@safe
final class Turns: @unchecked Sendable {
  #if !canImport(WinSDK)
    // Only touched while the mutex is held.
    private var current = 0
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe condition.initialize(to: pthread_cond_t())
      unsafe pthread_mutex_init(mutex, nil)
      unsafe pthread_cond_init(condition, nil)
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe pthread_mutex_destroy(mutex)
      unsafe condition.deallocate()
      unsafe mutex.deallocate()
    }

    /// Waits until the number is `turn`.
    func wait(for turn: Int) {
      unsafe pthread_mutex_lock(mutex)
      while current != turn { unsafe pthread_cond_wait(condition, mutex) }
      unsafe pthread_mutex_unlock(mutex)
    }

    /// Counts up, and wakes those whose turn it is.
    func advance() {
      unsafe pthread_mutex_lock(mutex)
      current += 1
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
  #else
    func wait(for turn: Int) {}
    func advance() {}
  #endif
}
