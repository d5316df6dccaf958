/// What an advice may change.
extension AspectInfo {
  /// Replaces all arguments, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where their number or a type is wrong, behind the implementation, and when the call is over; then
  ///   nothing has changed.
  public func setArguments(_ values: [Any]) throws(AspectError) {
    let address = unsafe try changeableArguments("setArguments")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replaceAll(with: values, at: address)
    }
  }

  /// Replaces one argument, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where there is no such argument, its type is wrong, behind the implementation, and when the call
  ///   is over; then nothing has changed.
  public func setArgument(_ value: Any, at index: Int) throws(AspectError) {
    let address = unsafe try changeableArguments("setArgument")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replace(index, with: value, at: address)
    }
  }

  /// Replaces what the call returned, or the error that it threw, by a result.
  ///
  /// - Throws: ``AspectError`` where its type is wrong, ahead of the result, and when the call is over; then nothing has changed.
  public func setResult(_ value: Any) throws(AspectError) {
    unsafe try joinPoint.setResult(value, in: active("setResult").frame)
  }

  @unsafe
  private func changeableArguments(_ operation: String) throws(AspectError) -> UnsafeMutableRawPointer {
    guard let address = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard joinPoint.argumentsMayChange else { throw joinPoint.unavailable(operation) }
    return unsafe address
  }
}
