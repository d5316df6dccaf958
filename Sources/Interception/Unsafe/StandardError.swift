#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#elseif canImport(WinSDK)
  private import ucrt
#endif

/// Writes a line to the standard error stream, unbuffered; write errors are ignored.
func writeToStandardError(_ line: String) {
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
