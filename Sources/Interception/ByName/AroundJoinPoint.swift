/// Advice by name around calls whose types are known, or in their place; a call's frame is a ``Frame``.
@safe
final class AroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AroundCall<Receiver, Arguments, Result, Failure>

  /// A call, and what the latest proceed came to.
  @unsafe struct Frame {
    let call: UnsafeMutablePointer<Call>
    var latest: Swift.Result<Result, Failure>?
  }

  /// Runs advice that answers with a result.
  ///
  /// An answer that does not fit the message is reported and does not count, nor does nil: then the outcome of the latest proceed
  /// stands, and if there was none, the advice proceeds now.
  func run(_ call: inout Call) throws(Failure) -> Result {
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    // All three stay where they are until the advice has run.
    let outcome = unsafe withUnsafeMutablePointer(to: &call) { call in
      var frame = unsafe Frame(call: call, latest: nil)
      return unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe withUnsafeMutablePointer(to: &frame) { frame in
          let answer = unsafe answer(target, UnsafeMutableRawPointer(arguments), UnsafeMutableRawPointer(frame))
          return unsafe answer ?? frame.pointee.latest ?? proceed(call, arguments.pointee)
        }
      }
    }
    return try outcome.get()
  }

  /// What the advice answers; nil where that does not count.
  @unsafe
  private func answer(
    _ target: Unmanaged<InterceptableObject>, _ arguments: UnsafeMutableRawPointer, _ frame: UnsafeMutableRawPointer
  ) -> Swift.Result<Result, Failure>? {
    do {
      guard let value = unsafe try runAdvice(target, arguments: arguments, frame: frame) else { return nil }
      return .success(try kind.result(value))
    } catch let error as Failure {
      return .failure(error)
    } catch {
      kind.report(error)
      return nil
    }
  }

  override func proceed(_ arguments: UnsafeMutableRawPointer?, in frame: UnsafeMutableRawPointer) throws -> Any {
    guard let arguments = unsafe arguments?.assumingMemoryBound(to: Arguments.self) else { throw callEnded }
    return unsafe try proceed(arguments.pointee, frame)
  }

  override func proceed(with arguments: [Any], in frame: UnsafeMutableRawPointer) throws -> Any {
    let made = try kind.wording { () throws(ArgumentsMismatch) in try layout.make(arguments, as: Arguments.self) }
    return unsafe try proceed(made, frame)
  }

  @unsafe
  private func proceed(_ arguments: Arguments, _ frame: UnsafeMutableRawPointer) throws -> Any {
    let frame = unsafe frame.assumingMemoryBound(to: Frame.self)
    let outcome = unsafe proceed(frame.pointee.call, arguments)
    unsafe frame.pointee.latest = outcome
    return try outcome.get()
  }

  @unsafe
  private func proceed(_ call: UnsafeMutablePointer<Call>, _ arguments: Arguments) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      return .success(unsafe try call.pointee.proceed(arguments))
    } catch {
      return .failure(error)
    }
  }
}
