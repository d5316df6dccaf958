#if os(Linux) || os(Android)
  #if canImport(Glibc)
    private import Glibc
  #elseif canImport(Musl)
    private import Musl
  #elseif canImport(Android)
    private import Android
  #endif
#endif
import Synchronization

/// A fence that one thread asks for on behalf of all others of the process, so that those need none of their own.
///
/// On Linux it is `membarrier(2)`, private and expedited. Where the system has none, ``isAvailable`` answers false and each
/// thread must fence for itself.
enum HeavyFence {
  /// Whether the system has one; else threads must fence for themselves.
  #if os(Linux) || os(Android)
    static let isAvailable = call(.registerPrivateExpedited) == 0
  #else
    static var isAvailable: Bool { false }
  #endif

  /// Returns when every thread of the process has passed a full fence since the call.
  static func issue() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    #if os(Linux) || os(Android)
      if isAvailable, call(.privateExpedited) != 0 { preconditionFailure("membarrier failed after registration") }
    #endif
  }

  #if os(Linux) || os(Android)
    private enum Command: Int {
      case privateExpedited = 8
      case registerPrivateExpedited = 16
    }

    private typealias SystemCall = @convention(c) (Int, Int, Int, Int) -> Int

    private static let systemCall: SystemCall? = {
      // `syscall` is variadic, which Swift does not import; on the platforms below, its integer arguments are passed as those of
      // any function are.
      guard let symbol = unsafe dlsym(nil, "syscall") else { return nil }
      return unsafe unsafeBitCast(symbol, to: SystemCall.self)
    }()

    private static func call(_ command: Command) -> Int {
      #if arch(x86_64)
        return systemCall?(324, command.rawValue, 0, 0) ?? -1
      #elseif arch(arm64)
        return systemCall?(283, command.rawValue, 0, 0) ?? -1
      #else
        return -1
      #endif
    }
  #endif
}
