#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#elseif canImport(Darwin)
  public import Darwin
#elseif canImport(WinSDK)
  public import WinSDK
  private import ucrt
#endif

/// Calls of the operating system.
enum System {
  /// Waits for a moment between two looks at something: yields the processor in the first hundred rounds, then sleeps.
  static func pauseThread(inRound round: Int) {
    #if canImport(WinSDK)
      if round < 100 { _ = SwitchToThread() } else { Sleep(1) }
    #else
      _ = round < 100 ? sched_yield() : usleep(100)
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
#endif

// MARK: - Thread-specific pointers

/// A pointer that each thread has for itself; a thread that ends hands it over before.
@safe @usableFromInline
struct ThreadPointer: Sendable {
  #if canImport(WinSDK)
    @usableFromInline let key: DWORD
  #else
    @usableFromInline let key: pthread_key_t
  #endif

  #if canImport(Darwin)
    typealias Ended = UnsafeMutableRawPointer
  #else
    typealias Ended = UnsafeMutableRawPointer?
  #endif

  /// Creates the pointers of all threads, which are nil at first; `end` gets that of each thread that ends.
  init(end: @escaping @convention(c) (Ended) -> Void) {
    #if canImport(WinSDK)
      key = unsafe FlsAlloc(end)
      let isMade = key != FLS_OUT_OF_INDEXES
    #else
      var key = pthread_key_t()
      let isMade = unsafe pthread_key_create(&key, end) == 0
      self.key = key
    #endif
    guard isMade else { fatalError("the system has no more thread-specific pointers") }
  }

  /// The current thread's pointer; nil if it has none.
  @inlinable
  var current: UnsafeMutableRawPointer? {
    #if canImport(WinSDK)
      unsafe FlsGetValue(key)
    #else
      unsafe pthread_getspecific(key)
    #endif
  }

  /// Sets the current thread's pointer.
  func set(_ pointer: UnsafeRawPointer) {
    #if canImport(WinSDK)
      _ = unsafe FlsSetValue(key, UnsafeMutableRawPointer(mutating: pointer))
    #else
      _ = unsafe pthread_setspecific(key, pointer)
    #endif
  }
}
