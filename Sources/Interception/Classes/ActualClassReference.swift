import Synchronization

/// The word in which an object keeps its class object, as the object's personal class reaches it.
///
/// It counts no reference to the object: one that is taken under the lock may turn out to be the last, with which the object
/// would go right there.
@safe
struct ActualClassReference {
  // An atomic of an object stays where it is. Whoever keeps this gives it up before the object's memory goes.
  private let word: UnsafePointer<Atomic<UInt>>

  init(of object: InterceptableObject) {
    unsafe word = withUnsafePointer(to: object.actual) { unsafe $0 }
  }

  /// The class object that stands there.
  var classObject: ClassObject? { unsafe ClassObject.from(bits: word.pointee.load(ordering: .acquiring)) }

  /// Moves the object to another class.
  func set(_ classObject: ClassObject) {
    unsafe word.pointee.store(classObject.bits, ordering: .releasing)
  }
}
