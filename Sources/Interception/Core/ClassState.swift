import Synchronization

/// A class's superclass and subclasses; accessed with the registry locked, except that the superclass of a shared class
/// is read without it, since it doesn't change after the class is published.
struct ClassHierarchy {
  /// The superclass; nil at the root.
  private(set) var parent: ClassObject?
  // A subclass removes itself before its deallocation.
  private var children: [ObjectIdentifier: Unretained<ClassObject>] = [:]

  init(parent: ClassObject?) {
    self.parent = parent
  }

  /// The direct subclasses, including personal classes with something installed.
  var subclasses: some Collection<ClassObject> { children.values.lazy.map(\.object) }

  /// Sets the superclass.
  mutating func inherit(from parent: ClassObject) {
    self.parent = parent
  }

  mutating func insert(_ child: ClassObject) {
    children[ObjectIdentifier(child)] = Unretained(child)
  }

  mutating func remove(_ child: ClassObject) {
    children[ObjectIdentifier(child)] = nil
  }
}

/// The records of what is installed in a class, one for each message; accessed with the registry locked.
///
/// Invariant: no record is empty.
struct LevelRegistrations {
  private var registrations: [Selector: LevelRegistration] = [:]

  var isEmpty: Bool { registrations.isEmpty }

  /// The records, in no order.
  var all: some Collection<LevelRegistration> { registrations.values }

  /// The installed aspects, by message.
  var aspects: [Aspect] { registrations.sorted { $0.key.name < $1.key.name }.flatMap(\.value.aspects) }

  subscript(selector: Selector) -> LevelRegistration? { registrations[selector] }

  /// Keeps the record of a message, or removes it if nothing is installed anymore.
  mutating func update(_ registration: LevelRegistration) {
    registrations[registration.kind.selector] = registration.isEmpty ? nil : registration
  }

  /// Removes and returns all records.
  mutating func removeAll() -> [LevelRegistration] {
    defer { registrations.removeAll() }
    return Array(registrations.values)
  }
}

/// The numbers of a class's objects and run-time implementations, and whether it was disposed of.
///
/// They are written with the registry locked, and read by any thread.
struct ClassUsage: ~Copyable {
  private let objects = Atomic<Int>(0)
  private let implementations = Atomic<Int>(0)
  private let disposal = Atomic<Bool>(false)

  /// The number of objects moved to this class minus those moved away; exact for a dynamic subclass.
  var objectCount: Int { objects.load(ordering: .relaxed) }

  /// Whether the class has run-time implementations.
  var hasImplementations: Bool { implementations.load(ordering: .acquiring) > 0 }

  /// Whether the class, a dynamic subclass, was disposed of.
  var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  func countObjects(_ change: Int) {
    objects.wrappingAdd(change, ordering: .relaxed)
  }

  func countImplementations(_ change: Int) {
    implementations.wrappingAdd(change, ordering: .releasing)
  }

  func dispose() {
    disposal.store(true, ordering: .releasing)
  }
}
