public import Synchronization

/// An atomic word that refers to an object, or to none.
///
/// A word either owns a reference to its object or doesn't; the code that stores the object chooses, and keeps an object
/// that isn't owned alive while it may be read.
@safe @usableFromInline
struct AtomicReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  @usableFromInline let word: Atomic<UInt>

  /// Creates a word that refers to no object.
  init() {
    word = Atomic(0)
  }

  /// Creates a word that refers to an object, which it doesn't own.
  init(unowned object: Object) {
    word = Atomic(Unretained(object).bits)
  }

  /// Creates a word that refers to an object and owns it.
  init(owned object: Object) {
    word = Atomic(Unretained(retaining: object).bits)
  }

  /// The object; nil if there is none.
  @inlinable
  var current: Unretained<Object>? { Unretained(bits: word.load(ordering: .acquiring)) }

  /// The object of a word that is known to refer to one.
  @inlinable
  var assigned: Unretained<Object> { Unretained(nonzero: word.load(ordering: .acquiring)) }

  /// Whether the word refers to this object.
  func refers(to object: Object) -> Bool { word.load(ordering: .acquiring) == Unretained(object).bits }

  /// Refers to an object from now on, and doesn't own it.
  func store(unowned object: Object) {
    word.store(Unretained(object).bits, ordering: .releasing)
  }

  /// Refers to an object from now on, and owns it; a former object isn't released.
  func store(owned object: Object) {
    word.store(Unretained(retaining: object).bits, ordering: .releasing)
  }
}

// MARK: - Owning

/// Words that own their objects.
extension AtomicReference {
  /// Gives up the object and returns it, owned by the caller; nil if there is none.
  func take() -> Unretained<Object>? { Unretained(bits: word.exchange(0, ordering: .acquiring)) }

  /// Takes over the caller's reference to an object.
  ///
  /// - Precondition: there is no object, and no other thread stores one meanwhile.
  func store(_ owned: Unretained<Object>) { word.store(owned.bits, ordering: .releasing) }

  /// Releases the object, if any, but goes on referring to it; called once, before the word's owner is deallocated.
  func release() {
    if let current { unsafe current.reference.release() }
  }
}
