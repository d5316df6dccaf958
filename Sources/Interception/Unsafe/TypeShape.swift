/// Information about a type that the standard library gives no safe access to.
///
/// It is read from the compiler-emitted type metadata, whose layout is part of Swift's stable ABI.
@safe
struct TypeShape {
  /// The elements of a tuple with their offsets; nil for a type that isn't a tuple.
  let elements: [ArgumentsLayout.Element]?
  /// Whether it is a function type.
  let isFunction: Bool

  /// Reads the shape of a type.
  init(of type: any Any.Type) {
    // Type metadata is never freed, and begins with a word that contains its kind.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let kind = unsafe metadata.load(as: UInt.self)
    isFunction = kind == TypeShape.functionKind
    elements = kind == TypeShape.tupleKind ? unsafe TypeShape.elements(ofTuple: metadata) : nil
  }

  private static var tupleKind: UInt { 0x301 }
  private static var functionKind: UInt { 0x302 }

  /// Reads a tuple's metadata: its kind, the number of elements, their labels, then a type and an offset for each.
  @unsafe
  private static func elements(ofTuple metadata: UnsafeRawPointer) -> [ArgumentsLayout.Element] {
    let word = MemoryLayout<UInt>.size
    let count = Int(unsafe metadata.load(fromByteOffset: word, as: UInt.self))
    return (0..<count).map { index in
      let place = (3 + 2 * index) * word
      return ArgumentsLayout.Element(
        type: unsafe metadata.load(fromByteOffset: place, as: Any.Type.self),
        offset: Int(unsafe metadata.load(fromByteOffset: place + word, as: UInt32.self)))
    }
  }
}
