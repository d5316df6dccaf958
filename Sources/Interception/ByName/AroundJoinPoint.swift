/// Advice by name around calls whose types are known, or in their place; a call's frame is a ``Frame``.
///
/// An answer that does not fit the message is reported and does not count, nor does nil: then the outcome of the latest proceed
/// is that of the call. Where there was none, an advice around the call proceeds now, and one in its place does not.
@safe
final class AroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AroundCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// A call, and what the latest proceed came to.
  @unsafe
  struct Frame {
    let call: UnsafeMutablePointer<Call>
    var latest: Outcome?
  }

  /// Runs advice that answers with a result.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Answer) throws(Failure) -> Result {
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    // All three stay where they are until the advice has run.
    let outcome = unsafe withUnsafeMutablePointer(to: &call) { call -> Outcome in
      var frame = unsafe Frame(call: call, latest: nil)
      return unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe withUnsafeMutablePointer(to: &frame) { frame -> Outcome in
          let answer: Answer<Result, Failure> = answer {
            unsafe try show(
              target, arguments: UnsafeMutableRawPointer(arguments), frame: UnsafeMutableRawPointer(frame), to: advice)
          }
          switch answer {
          case .outcome(let outcome): return outcome
          case .nothing(let fault):
            if let latest = unsafe frame.pointee.latest { return latest }
            return position == .instead ? outcomeInPlace(after: fault) : unsafe proceed(call, arguments.pointee)
          }
        }
      }
    }
    return try outcome.get()
  }

  override func proceed(_ arguments: UnsafeMutableRawPointer, in frame: UnsafeMutableRawPointer) throws -> Any {
    unsafe try proceed(arguments.assumingMemoryBound(to: Arguments.self).pointee, frame)
  }

  override func proceed(with arguments: [Any], in frame: UnsafeMutableRawPointer) throws -> Any {
    unsafe try proceed(kind.make(arguments, as: Arguments.self), frame)
  }

  @unsafe
  private func proceed(_ arguments: Arguments, _ frame: UnsafeMutableRawPointer) throws -> Any {
    let frame = unsafe frame.assumingMemoryBound(to: Frame.self)
    let outcome = unsafe proceed(frame.pointee.call, arguments)
    unsafe frame.pointee.latest = outcome
    return try outcome.get()
  }

  @unsafe
  private func proceed(_ call: UnsafeMutablePointer<Call>, _ arguments: Arguments) -> Outcome {
    do throws(Failure) {
      return .success(unsafe try call.pointee.proceed(arguments))
    } catch {
      return .failure(error)
    }
  }
}
