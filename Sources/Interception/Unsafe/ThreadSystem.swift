#if os(Linux) || os(Android)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif

  /// Functions of the threads library; unavailable if the library lacks one of them.
  @safe
  struct ThreadSystem {
    typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
    typealias GetNumber = @convention(c) () -> Int32

    /// The thread-specific key whose destructor the system runs when a thread ends.
    let key: pthread_key_t
    private let getAttributes: GetAttributes
    private let getNumber: GetNumber

    static let shared = ThreadSystem()

    private init?() {
      // Swift doesn't import functions that aren't in POSIX.
      guard let attributes = unsafe dlsym(nil, "pthread_getattr_np"), let number = unsafe dlsym(nil, "gettid") else {
        return nil
      }
      unsafe getAttributes = unsafe unsafeBitCast(attributes, to: GetAttributes.self)
      getNumber = unsafe unsafeBitCast(number, to: GetNumber.self)
      var key = pthread_key_t()
      let status = unsafe pthread_key_create(&key) { value in
        guard let value = unsafe value, let system = ThreadSystem.shared else { return }
        unsafe ThreadStack.giveUp(
          unsafe ThreadStack.Pointer(value.assumingMemoryBound(to: ThreadStack.self)), by: system.currentThread)
      }
      guard status == 0 else { return nil }
      self.key = key
    }

    /// The system's number of the current thread.
    var currentThread: Int32 { getNumber() }

    /// The bounds of the current thread's stack.
    var currentBounds: (low: UInt, size: UInt)? {
      var attributes = pthread_attr_t()
      guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &start, &size) == 0, let start = unsafe start else { return nil }
      let end = UInt(bitPattern: start) + UInt(size)
      // The reported stack of the main thread may extend down over other memory; only its upper 64 MB are taken as its
      // own.
      let low = max(UInt(bitPattern: start), end &- 64 << 20)
      return (low, end - low)
    }
  }
#endif
