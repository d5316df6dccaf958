#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#elseif canImport(WinSDK)
  private import WinSDK
#endif

/// Yields the processor to another thread.
func pauseThread() {
  #if canImport(WinSDK)
    _ = SwitchToThread()
  #else
    _ = sched_yield()
  #endif
}
