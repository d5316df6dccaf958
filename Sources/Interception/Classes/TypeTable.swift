import Synchronization

/// Finds the class object of a class by its metadata address, without a lock, as each new object does.
enum TypeTable {
  /// The current table, retained by itself: it is replaced by larger ones, and never freed.
  private static let current = Atomic<UInt>(PointerTable.bits(retaining: PointerTable()))

  /// The class object of a class that has been registered.
  static func find(_ type: InterceptableObject.Type) -> ClassObject? {
    ClassObject.from(bits: table.value(for: key(type)))
  }

  /// Makes a class be found from now on.
  static func add(_ classObject: ClassObject, for type: InterceptableObject.Type, in registry: inout Registry) {
    let grown = table.adding(classObject.retainedBits(), for: key(type))
    if grown !== table { current.store(PointerTable.bits(retaining: grown), ordering: .releasing) }
  }

  private static var table: PointerTable { PointerTable.from(bits: current.load(ordering: .acquiring)) }

  private static func key(_ type: InterceptableObject.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }
}
