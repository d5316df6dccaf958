#if os(Linux) || os(Android)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #endif

  /// What the threads library says; there is none where it lacks one of the functions.
  @safe
  struct ThreadSystem {
    typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
    typealias GetNumber = @convention(c) () -> Int32

    /// What the system runs a destructor for as a thread ends.
    let key: pthread_key_t
    private let getAttributes: GetAttributes
    private let getNumber: GetNumber

    static let shared = ThreadSystem()

    private init?() {
      // Swift does not import what is not in POSIX.
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

    /// The number that the system has given the current thread.
    var currentThread: Int32 { getNumber() }

    /// Where the current thread's stack lies.
    var currentBounds: (low: UInt, size: UInt)? {
      var attributes = pthread_attr_t()
      guard unsafe getAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &start, &size) == 0, let start = unsafe start else { return nil }
      let end = UInt(bitPattern: start) + UInt(size)
      // The main thread's may be said to reach as far down as anything lies, now; but it has so much for itself.
      let low = max(UInt(bitPattern: start), end &- 64 << 20)
      return (low, end - low)
    }
  }
#endif
