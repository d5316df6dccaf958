#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if !canImport(WinSDK)
  /// A stack on which the handlers of faults run on this thread, so that they run also when its stack has overflowed.
  @safe
  struct AlternateStack: ~Copyable {
    // Only the system uses the memory, from when it is registered until the previous stack is put back.
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private var previous = unsafe stack_t()

    /// Registers a stack for this thread.
    init() {
      var alternate = unsafe stack_t()
      unsafe alternate.ss_sp = memory.baseAddress
      unsafe alternate.ss_size = numericCast(memory.count)
      unsafe sigaltstack(&alternate, &previous)
    }

    /// Puts the previous stack back; called on the same thread.
    deinit {
      var previous = unsafe previous
      unsafe sigaltstack(&previous, nil)
      unsafe memory.deallocate()
    }
  }
#endif
