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

/// A memory fence that one thread issues for all threads of the process, so that the others needn't.
///
/// On Linux this is `membarrier(2)`, private and expedited. On systems without such a fence, ``isAvailable`` is false,
/// and each thread must issue its fences itself.
enum HeavyFence {
  /// Whether the system has such a fence.
  #if os(Linux) || os(Android)
    static let isAvailable = call(.registerPrivateExpedited) == 0
  #else
    static var isAvailable: Bool { false }
  #endif

  /// Issues the fence; on return, every thread of the process has passed a full fence.
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
      // `syscall` is variadic, so Swift doesn't import it. On the platforms below, its integer arguments are passed
      // like those of any other function.
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
