internal import Synchronization
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Counts the objects that the Swift runtime allocates on the heap: instances, closure contexts, arrays, boxes.
///
/// To allocate an object, the runtime calls the function in one of its variables, once instrumentation is enabled; this
/// type stores a function there that counts first. This is unsafe: the variable is found by its name and written with
/// the type that the runtime's sources declare, and a change of that type would go unnoticed. Therefore this is only in
/// a program that measures, and in no library. Memory that is allocated without the runtime, by `malloc` itself, is not
/// counted.
enum HeapAllocations {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private static let count = Atomic<Int>(0)
  /// The address of the runtime's original function.
  private static let original = Atomic<UInt>(0)

  /// Whether the runtime supports counting; reading this does not enable it.
  static var canBeCounted: Bool {
    #if os(Windows)
      return false
    #else
      return unsafe dlsym(nil, allocator) != nil && dlsym(nil, permission) != nil
    #endif
  }

  private static let allocator = "_swift_allocObject"
  private static let permission = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"

  /// Returns how many objects `body` allocated, or nil if the runtime does not support counting.
  ///
  /// - Precondition: No other thread allocates objects or counts references to them meanwhile, because the runtime also
  ///   switches its reference counting, which must not happen while it is in use.
  static func made(by body: () -> Void) -> Int? {
    #if os(Windows)
      return nil
    #else
      guard let variable = unsafe dlsym(nil, allocator),
        let isAsked = unsafe dlsym(nil, permission)
      else { return nil }
      // Both live as long as the process, and the runtime reads them as atomic words.
      let function = unsafe variable.assumingMemoryBound(to: Atomic<UInt>.self)
      let flag = unsafe isAsked.assumingMemoryBound(to: Atomic<Bool>.self)
      let counting: Allocate = { type, size, alignment in
        HeapAllocations.count.add(1, ordering: .relaxed)
        return unsafe HeapAllocations.allocate(type, size, alignment)
      }
      original.store(unsafe function.pointee.load(ordering: .relaxed), ordering: .relaxed)
      count.store(0, ordering: .relaxed)
      unsafe function.pointee.store(unsafeBitCast(counting, to: UInt.self), ordering: .sequentiallyConsistent)
      unsafe flag.pointee.store(true, ordering: .sequentiallyConsistent)
      body()
      unsafe flag.pointee.store(false, ordering: .sequentiallyConsistent)
      unsafe function.pointee.store(original.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
      return count.load(ordering: .relaxed)
    #endif
  }

  private static func allocate(_ type: UnsafeRawPointer?, _ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    let function = unsafe unsafeBitCast(original.load(ordering: .relaxed), to: Allocate.self)
    return unsafe function(type, size, alignment)
  }
}
