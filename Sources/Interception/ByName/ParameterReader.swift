/// Hands an advice its parameters one by one: the info, then the call's arguments where they stand in memory.
///
/// Whoever makes one promises that the advice's types are those of the message.
@unsafe
struct ParameterReader {
  private let info: AspectInfo
  private var index = 0

  init(_ info: AspectInfo) {
    unsafe self.info = info
  }

  /// The next parameter.
  @inline(__always)
  mutating func next<Parameter>(as type: Parameter.Type) -> Parameter {
    defer { unsafe index += 1 }
    guard unsafe index > 0 else { return unsafe unsafeBitCast(info, to: Parameter.self) }
    // An advice runs while the call is under way, and then it has arguments.
    let address = unsafe info.argumentsAddress.unsafelyUnwrapped
    return unsafe info.joinPoint.layout.value(of: info.joinPoint.layout.elements[index - 1], at: address)
  }
}
