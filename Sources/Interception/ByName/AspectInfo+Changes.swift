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
  /// - Throws: ``AspectError`` where there is no such argument, its type is wrong, behind the implementation, and when the call is
  ///   over; then nothing has changed.
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

  /// Where a call under way keeps what there is beside its arguments, and those.
  @unsafe
  private func active(
    _ operation: String
  ) throws(AspectError) -> (arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer) {
    guard let arguments = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard let frame = unsafe frame else { throw joinPoint.unavailable(operation) }
    return unsafe (arguments, frame)
  }
}

/// What an advice stands around.
extension AspectInfo {
  /// Runs what the advice stands around, with the arguments as they are now; each time anew, the whole of it.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public func proceed() throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Runs what the advice stands around, with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public func proceed(with arguments: [Any]) throws -> Any {
    unsafe try joinPoint.proceed(with: arguments, in: active("proceed").frame)
  }

  /// Awaits what the advice stands around, with the arguments as they are now; each time anew, the whole of it.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed() async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Awaits what the advice stands around, with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed(with arguments: [Any]) async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(with: arguments, in: place.frame)
  }
}
