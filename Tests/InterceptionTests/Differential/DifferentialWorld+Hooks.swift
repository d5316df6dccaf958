import Interception
import TestSupport

/// What an advice is installed on; a class by its type or by its class object.
enum DifferentialSite {
  case type(Plant.Type)
  case classObject(ClassObject)
  case object(Plant)
}

extension DifferentialWorld {
  /// Advice on a message that does not throw.
  func hook<Arguments, Result>(
    _ message: Message<Plant, Arguments, Result>, _ coding: DifferentialCoding<Arguments, Result>,
    _ site: DifferentialSite, _ position: AdvicePosition, _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    let before: @Sendable (inout BeforeCall<Plant, Arguments>) -> Void = { call in
      let argument = coding.argument(call.arguments)
      call.arguments = coding.makeArgument(argument + run(argument).change)
    }
    let after: @Sendable (inout AfterCall<Plant, Arguments, Result, Never>) -> Void = { call in
      let result = coding.result(call.result)
      call.result = coding.makeResult(result + run(coding.argument(call.arguments), .success(result)).change)
    }
    let returning: @Sendable (inout ReturnedCall<Plant, Arguments, Result>) -> Void = { call in
      let result = coding.result(call.result)
      call.result = coding.makeResult(result + run(coding.argument(call.arguments), .success(result)).change)
    }
    let throwing: @Sendable (inout ThrownCall<Plant, Arguments, Never>) -> Void = { call in
      _ = run(coding.argument(call.arguments))
    }
    let around: @Sendable (inout AroundCall<Plant, Arguments, Result, Never>) -> Result = { call in
      run.proceed(coding, call.arguments) { call.proceed($0) }
    }
    switch (site, position) {
    case (.type(let type), .before):
      return try message.hook(on: type, .before, options, advice: before)
    case (.classObject(let classObject), .before):
      return try classObject.hook(message, .before, options, advice: before)
    case (.object(let object), .before):
      return try object.hook(message, .before, options, advice: before)
    case (.type(let type), .after):
      return try message.hook(on: type, .after, options, advice: after)
    case (.classObject(let classObject), .after):
      return try classObject.hook(message, .after, options, advice: after)
    case (.object(let object), .after):
      return try object.hook(message, .after, options, advice: after)
    case (.type(let type), .afterReturning):
      return try message.hook(on: type, .afterReturning, options, advice: returning)
    case (.classObject(let classObject), .afterReturning):
      return try classObject.hook(message, .afterReturning, options, advice: returning)
    case (.object(let object), .afterReturning):
      return try object.hook(message, .afterReturning, options, advice: returning)
    case (.type(let type), .afterThrowing):
      return try message.hook(on: type, .afterThrowing, options, advice: throwing)
    case (.classObject(let classObject), .afterThrowing):
      return try classObject.hook(message, .afterThrowing, options, advice: throwing)
    case (.object(let object), .afterThrowing):
      return try object.hook(message, .afterThrowing, options, advice: throwing)
    case (.type(let type), .instead):
      return try message.hook(on: type, .instead, options, advice: around)
    case (.classObject(let classObject), .instead):
      return try classObject.hook(message, .instead, options, advice: around)
    case (.object(let object), .instead):
      return try object.hook(message, .instead, options, advice: around)
    case (.type(let type), .around):
      return try message.hook(on: type, .around, options, advice: around)
    case (.classObject(let classObject), .around):
      return try classObject.hook(message, .around, options, advice: around)
    case (.object(let object), .around):
      return try object.hook(message, .around, options, advice: around)
    }
  }

  /// Advice on the last message.
  func hookDeallocation(
    _ site: DifferentialSite, _ position: AdvicePosition, _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    let message = InterceptableObject.deallocation
    let before: @Sendable (inout BeforeCall<InterceptableObject, Void>) -> Void = { _ in _ = run(0) }
    switch (site, position) {
    case (.type(let type), .before):
      return try message.hook(on: type, .before, options, advice: before)
    case (.classObject(let classObject), .before):
      return try classObject.hook(message, .before, options, advice: before)
    case (.object(let object), .before):
      return try object.hook(message, .before, options, advice: before)
    case (.type(let type), .after):
      return try message.hook(on: type, .after, options, advice: { _ in })
    case (.classObject(let classObject), .after):
      return try classObject.hook(message, .after, options, advice: { _ in })
    case (.object(let object), .after):
      return try object.hook(message, .after, options, advice: { _ in })
    case (.type(let type), .afterReturning):
      return try message.hook(on: type, .afterReturning, options, advice: { _ in })
    case (.classObject(let classObject), .afterReturning):
      return try classObject.hook(message, .afterReturning, options, advice: { _ in })
    case (.object(let object), .afterReturning):
      return try object.hook(message, .afterReturning, options, advice: { _ in })
    case (.type(let type), .afterThrowing):
      return try message.hook(on: type, .afterThrowing, options, advice: { _ in })
    case (.classObject(let classObject), .afterThrowing):
      return try classObject.hook(message, .afterThrowing, options, advice: { _ in })
    case (.object(let object), .afterThrowing):
      return try object.hook(message, .afterThrowing, options, advice: { _ in })
    case (.type(let type), .instead):
      return try message.hook(on: type, .instead, options, advice: { _ in })
    case (.classObject(let classObject), .instead):
      return try classObject.hook(message, .instead, options, advice: { _ in })
    case (.object(let object), .instead):
      return try object.hook(message, .instead, options, advice: { _ in })
    case (.type(let type), .around):
      return try message.hook(on: type, .around, options, advice: { _ in })
    case (.classObject(let classObject), .around):
      return try classObject.hook(message, .around, options, advice: { _ in })
    case (.object(let object), .around):
      return try object.hook(message, .around, options, advice: { _ in })
    }
  }
}
