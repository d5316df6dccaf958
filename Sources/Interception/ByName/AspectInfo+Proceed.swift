/// What an advice stands around.
extension AspectInfo {
  /// Runs the rest of the call, inner advice and implementation, with the arguments as they are now; each time again.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public func proceed() throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public func proceed(with arguments: [Any]) throws -> Any {
    unsafe try joinPoint.proceed(with: arguments, in: active("proceed").frame)
  }

  /// Awaits the rest of the call, inner advice and implementation, with the arguments as they are now; each time again.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed() async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Awaits the rest of the call with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed(with arguments: [Any]) async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(with: arguments, in: place.frame)
  }

  /// Where a call under way keeps what there is beside its arguments, and those.
  @unsafe
  func active(
    _ operation: String
  ) throws(AspectError) -> (arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer) {
    guard let arguments = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard let frame = unsafe frame else { throw joinPoint.unavailable(operation) }
    return unsafe (arguments, frame)
  }
}
