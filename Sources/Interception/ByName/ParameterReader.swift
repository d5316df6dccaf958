/// Hands an advice its parameters one by one: the info, then the call's arguments from where they stand in memory.
///
/// Whoever makes one promises that the advice's types are those of the message.
@unsafe
@usableFromInline
struct ParameterReader {
  @usableFromInline let info: AspectInfo
  @usableFromInline var index = 0

  @inlinable
  @inline(__always)
  init(_ info: AspectInfo) {
    unsafe self.info = info
  }

  /// The next parameter.
  @inlinable
  @inline(__always)
  mutating func next<Parameter>(as type: Parameter.Type) -> Parameter {
    defer { unsafe index += 1 }
    guard unsafe index > 0 else { return unsafe unsafeBitCast(info, to: Parameter.self) }
    return unsafe info.place(ofArgument: index - 1).assumingMemoryBound(to: Parameter.self).pointee
  }
}
