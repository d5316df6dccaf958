#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#elseif canImport(WinSDK)
  public import WinSDK
#endif

/// A number that no other running thread has; never zero.
@inlinable
@inline(__always)
func currentThread() -> UInt {
  #if canImport(WinSDK)
    return UInt(GetCurrentThreadId()) &<< 12
  #elseif canImport(Darwin)
    return unsafe UInt(bitPattern: pthread_self())
  #else
    return UInt(pthread_self())
  #endif
}
