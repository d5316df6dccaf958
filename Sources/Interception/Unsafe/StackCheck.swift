#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#elseif canImport(Darwin)
  private import Darwin
#elseif canImport(WinSDK)
  private import WinSDK
#endif

/// The check of a debug build's sends that names the message whose sends end the thread's stack.
@usableFromInline
enum StackCheck {
  /// The end of each thread's stack.
  private static let ends = unsafe ThreadPointer { _ in }
  /// The memory that is left for the words.
  private static let reserve: UInt = 48 << 10

  /// Traps with the name of a send if there is little left of the thread's stack; does nothing in release builds.
  ///
  /// The condition is a parameter, since the compiler would warn of code that a constant leaves out.
  @inlinable
  static func check(_ name: @autoclosure () -> String, if isDebugBuild: Bool) {
    if isDebugBuild { check(name) }
  }

  @usableFromInline @inline(never)
  static func check(_ name: () -> String) {
    var here: UInt8 = 0
    // Only the address is used. A sanitizer may have moved the variable elsewhere, which is not near the end.
    let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    let end = unsafe UInt(bitPattern: ends.current ?? findEnd())
    guard address &- end < reserve else { return }
    fatalError("the stack ends in a send of \(name()): does its original send it again?")
  }

  /// Finds and keeps the lowest address of the current thread's stack.
  @inline(never)
  private static func findEnd() -> UnsafeMutableRawPointer? {
    var end: UnsafeMutableRawPointer?
    #if canImport(Darwin)
      let thread = pthread_self()
      unsafe end = pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread)
    #elseif canImport(WinSDK)
      var low: ULONG_PTR = 0
      var high: ULONG_PTR = 0
      unsafe GetCurrentThreadStackLimits(&low, &high)
      unsafe end = UnsafeMutableRawPointer(bitPattern: UInt(low))
    #else
      var attributes = pthread_attr_t()
      var size = 0
      guard let getAttributes = unsafe getAttributes, unsafe getAttributes(pthread_self(), &attributes) == 0 else {
        return nil
      }
      unsafe pthread_attr_getstack(&attributes, &end, &size)
      unsafe pthread_attr_destroy(&attributes)
    #endif
    if let end = unsafe end { unsafe ends.set(end) }
    return unsafe end
  }

  #if !canImport(Darwin) && !canImport(WinSDK)
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, a GNU extension that Swift doesn't import everywhere.
    private static let getAttributes: GetAttributes? = {
      guard let symbol = unsafe dlsym(nil, "pthread_getattr_np") else { return nil }
      return unsafe unsafeBitCast(symbol, to: GetAttributes.self)
    }()
  #endif
}
