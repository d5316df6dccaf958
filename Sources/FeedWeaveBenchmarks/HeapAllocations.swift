internal import Synchronization
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Counts the objects that the Swift runtime makes on the heap: instances, the contexts of closures, arrays, boxes.
///
/// The runtime calls the function behind a variable of its own to make one, once instruments ask it to; this puts a function
/// there that counts first. It is unsafe: the variable is found by its name and written as what the runtime's sources say it is,
/// and nothing would notice if they came to say something else. So it stands in this file, in a program that measures, and
/// nowhere in a library. Memory that is asked for without the runtime, by `malloc` itself, is not seen.
enum HeapAllocations {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private static let count = Atomic<Int>(0)
  /// The function that was there before, as an address.
  private static let original = Atomic<UInt>(0)

  /// Whether the runtime can be asked; which asks it nothing yet.
  static var canBeCounted: Bool {
    #if os(Windows)
      return false
    #else
      return unsafe dlsym(nil, allocator) != nil && dlsym(nil, permission) != nil
    #endif
  }

  private static let allocator = "_swift_allocObject"
  private static let permission = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"

  /// How many objects `body` made; nil where the runtime cannot be asked.
  ///
  /// - Precondition: no other thread makes or counts references to objects meanwhile: the runtime goes another way for those,
  ///   too, and does not bear its being changed under way.
  static func made(by body: () -> Void) -> Int? {
    #if os(Windows)
      return nil
    #else
      guard let variable = unsafe dlsym(nil, allocator),
        let isAsked = unsafe dlsym(nil, permission)
      else { return nil }
      // Both live as long as the process, and are read by the runtime as atomic words.
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
