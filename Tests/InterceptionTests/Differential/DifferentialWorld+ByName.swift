import Interception
import TestSupport

/// Hooks by name, with advice that knows no types.
extension DifferentialWorld {
  func hookByName(
    _ advice: InterceptionModel.Advice, _ site: DifferentialSite, _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    let selector = Selector(advice.message.name)
    let options = HookOptions(advice.position.real, options)
    let boxed = BoxedAdvice { info in try run(info, advice.message, mayThrow: advice.mayThrow) }
    switch site {
    case .type(let type):
      return try Runtime.hook(ClassObject.of(type).name, selector, options, boxed)
    case .classObject(let classObject):
      guard let kind = classObject.message(selector) else { throw .unknownClass(name: selector.name, near: []) }
      return try kind.hook(boxed, at: options.position, on: classObject, options: options.options)
    case .object(let object):
      return try object.hook(selector: selector, options, boxed)
    }
  }
}

extension DifferentialAdvice {
  /// What an advice does that has been hooked by name; around a call and in its place, it answers the result.
  func callAsFunction(_ info: AspectInfo, _ message: InterceptionModel.Message, mayThrow: Bool) throws -> Any? {
    switch info.position {
    case .before: try runBefore(info, message, mayThrow)
    case .after, .afterReturning, .afterThrowing: try runAfter(info, message, mayThrow)
    case .around, .instead: return try runProceeding(info, message, mayThrow)
    }
    return nil
  }

  private func argument(_ info: AspectInfo) -> Int { info.arguments.first as? Int ?? 0 }

  private func runBefore(_ info: AspectInfo, _ message: InterceptionModel.Message, _ mayThrow: Bool) throws {
    let argument = argument(info)
    let script = self(argument)
    if script.fails && mayThrow { throw failure }
    if !info.arguments.isEmpty { try info.setArgument(message.argument(argument + script.change), at: 0) }
  }

  private func runAfter(_ info: AspectInfo, _ message: InterceptionModel.Message, _ mayThrow: Bool) throws {
    let error = info.error as? ModelFailure
    let result = info.result as? Int ?? 0
    let script = self(argument(info), error.map { .failure($0) } ?? .success(result))
    if script.fails && mayThrow { throw failure }
    if error == nil, message != .setter { try info.setResult(message.result(result + script.change)) }
    if error != nil, script.recovers, info.position == .after { try info.setResult(script.change) }
  }

  private func runProceeding(
    _ info: AspectInfo, _ message: InterceptionModel.Message, _ mayThrow: Bool
  ) throws -> Any {
    let argument = argument(info)
    let script = self(argument)
    var sum = message.result(script.change)
    for change in script.proceeds {
      let arguments: [Any] = info.arguments.isEmpty ? [] : [message.argument(argument + change)]
      do {
        let result = try info.proceed(with: arguments) as? Int ?? 0
        note(proceeded: .success(result))
        sum = message.result(sum + result)
      } catch let error as ModelFailure {
        note(proceeded: .failure(error))
        if mayThrow && !script.recovers { throw error }
      }
    }
    if script.fails && mayThrow { throw failure }
    return message == .setter ? () : sum
  }
}
