#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  private import Darwin
#elseif canImport(WinSDK)
  private import WinSDK
  private import ucrt
#endif

/// Calls of the operating system.
enum System {
  /// Yields the processor to another thread.
  static func pauseThread() {
    #if canImport(WinSDK)
      _ = SwitchToThread()
    #else
      _ = sched_yield()
    #endif
  }

  /// Writes a line to the standard error stream, unbuffered; write errors are ignored.
  static func writeToStandardError(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // The pointer is used within this closure only.
    unsafe bytes.withUnsafeBytes { bytes in
      #if canImport(WinSDK)
        _ = unsafe _write(2, bytes.baseAddress, UInt32(bytes.count))
      #else
        _ = unsafe write(2, bytes.baseAddress, bytes.count)
      #endif
    }
  }
}

// MARK: - Memory barrier

#if os(Linux) || os(Android)
  extension System {
    /// A command of `membarrier(2)`.
    enum MemoryBarrier: Int {
      case privateExpedited = 8
      case registerPrivateExpedited = 16
    }

    private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

    private static let systemCall: SystemCall? = {
      // `syscall` is variadic, so Swift doesn't import it. On the platforms below, its integer arguments are passed
      // like those of any other function.
      guard let symbol = unsafe dlsym(nil, "syscall") else { return nil }
      return unsafe unsafeBitCast(symbol, to: SystemCall.self)
    }()

    /// Calls `membarrier(2)`; returns whether it succeeded.
    static func membarrier(_ command: MemoryBarrier) -> Bool {
      #if arch(x86_64)
        return systemCall?(324, command.rawValue, 0, 0) == 0
      #elseif arch(arm64)
        return systemCall?(283, command.rawValue, 0, 0) == 0
      #else
        return false
      #endif
    }
  }

  // MARK: - Threads

  extension System {
    /// Functions of the threads library; unavailable if the library lacks one of them.
    @safe
    struct Threads {
      typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
      typealias GetNumber = @convention(c) () -> Int32

      /// The thread-specific key whose destructor the system runs when a thread ends.
      private let key: pthread_key_t
      private let getAttributes: GetAttributes
      private let getNumber: GetNumber

      static let shared = Threads()

      private init?() {
        // Swift doesn't import functions that aren't in POSIX.
        guard let attributes = unsafe dlsym(nil, "pthread_getattr_np"), let number = unsafe dlsym(nil, "gettid") else {
          return nil
        }
        unsafe getAttributes = unsafe unsafeBitCast(attributes, to: GetAttributes.self)
        getNumber = unsafe unsafeBitCast(number, to: GetNumber.self)
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { value in
          guard let value = unsafe value, let system = Threads.shared else { return }
          unsafe ThreadStack.giveUp(
            unsafe ThreadStack.Pointer(value.assumingMemoryBound(to: ThreadStack.self)), by: system.currentThread)
        }
        guard status == 0 else { return nil }
        self.key = key
      }

      /// The system's number of the current thread.
      var currentThread: Int32 { getNumber() }

      /// The stack recorded for the current thread; nil if there is none.
      var stack: ThreadStack.Pointer? {
        unsafe pthread_getspecific(key).map { unsafe ThreadStack.Pointer($0.assumingMemoryBound(to: ThreadStack.self)) }
      }

      /// Records the current thread's stack until the thread ends; returns whether that succeeded.
      func record(_ stack: ThreadStack.Pointer) -> Bool {
        unsafe pthread_setspecific(key, stack) == 0
      }

      /// The bounds of the current thread's stack.
      var currentBounds: (low: UInt, size: UInt)? {
        var attributes = pthread_attr_t()
        guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        var start: UnsafeMutableRawPointer?
        var size = 0
        guard unsafe pthread_attr_getstack(&attributes, &start, &size) == 0, let start = unsafe start else {
          return nil
        }
        let end = UInt(bitPattern: start) + UInt(size)
        // The reported stack of the main thread may extend down over other memory; only its upper 64 MB are taken as
        // its own.
        let low = max(UInt(bitPattern: start), end &- 64 << 20)
        return (low, end - low)
      }
    }
  }
#endif
