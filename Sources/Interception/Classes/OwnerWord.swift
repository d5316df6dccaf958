import Synchronization

/// The word in which an object says what class it is of, reached without a reference to the object.
///
/// With the registry in hand an object must not be retained, however briefly: the last other reference may go meanwhile, and the
/// object would then be freed under the lock.
@safe
struct OwnerWord: @unchecked Sendable {
  // Inside the object, which takes this back before it goes.
  private let word: UnsafePointer<Atomic<UInt>>

  init(of object: InterceptableObject) {
    // An atomic cannot be copied, so that this is where the object has it.
    unsafe word = withUnsafePointer(to: object.actual) { unsafe $0 }
  }

  /// The class object, as bits.
  var bits: UInt { unsafe word.pointee.load(ordering: .acquiring) }

  func store(_ bits: UInt) {
    unsafe word.pointee.store(bits, ordering: .releasing)
  }
}
