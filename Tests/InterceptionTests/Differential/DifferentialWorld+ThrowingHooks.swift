import Interception
import TestSupport

/// Hooks on a message that throws.
extension DifferentialWorld {
  /// Advice on a message that throws, written as advice that does not.
  func hookThatReturns(
    _ message: ThrowingMessage<Plant, Int, Int, ModelFailure>, _ site: DifferentialSite, _ position: AdvicePosition,
    _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    let before: @Sendable (inout BeforeCall<Plant, Int>) -> Void = { call in
      call.arguments = (call.arguments + run(call.arguments).change).short
    }
    let after: @Sendable (inout AfterCall<Plant, Int, Int, ModelFailure>) -> Void = { call in
      call.outcome = run(call.arguments, call.outcome).change(call.outcome)
    }
    let returning: @Sendable (inout ReturnedCall<Plant, Int, Int>) -> Void = { call in
      call.result = (call.result + run(call.arguments, .success(call.result)).change).short
    }
    let throwing: @Sendable (inout ThrownCall<Plant, Int, ModelFailure>) -> Void = { call in
      call.error = ModelFailure((call.error.code + run(call.arguments, .failure(call.error)).change).short)
    }
    let around: @Sendable (inout AroundCall<Plant, Int, Int, ModelFailure>) -> Int = { call in
      let script = run(call.arguments)
      return script.proceeds.reduce(script.change) { sum, change in
        do throws(ModelFailure) {
          let result = try call.proceed((call.arguments + change).short)
          run.note(proceeded: .success(result))
          return (sum + result).short
        } catch {
          run.note(proceeded: .failure(error))
          return sum
        }
      }
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

  /// Advice on a message that throws, written as advice that may.
  func hookThatThrows(
    _ message: ThrowingMessage<Plant, Int, Int, ModelFailure>, _ site: DifferentialSite, _ position: AdvicePosition,
    _ options: AspectOptions, _ run: DifferentialAdvice
  ) throws(AspectError) -> AspectToken {
    let before: @Sendable (inout BeforeCall<Plant, Int>) throws(ModelFailure) -> Void = { call throws(ModelFailure) in
      let script = run(call.arguments)
      if script.fails { throw run.failure }
      call.arguments = (call.arguments + script.change).short
    }
    let after: @Sendable (inout AfterCall<Plant, Int, Int, ModelFailure>) throws(ModelFailure) -> Void = {
      call throws(ModelFailure) in
      let script = run(call.arguments, call.outcome)
      if script.fails { throw run.failure }
      call.outcome = script.change(call.outcome)
    }
    let returning: @Sendable (inout ReturnedCall<Plant, Int, Int>) throws(ModelFailure) -> Void = {
      call throws(ModelFailure) in
      let script = run(call.arguments, .success(call.result))
      if script.fails { throw run.failure }
      call.result = (call.result + script.change).short
    }
    let throwing: @Sendable (inout ThrownCall<Plant, Int, ModelFailure>) throws(ModelFailure) -> Void = {
      call throws(ModelFailure) in
      let script = run(call.arguments, .failure(call.error))
      if script.fails { throw run.failure }
      call.error = ModelFailure((call.error.code + script.change).short)
    }
    let around: @Sendable (inout AroundCall<Plant, Int, Int, ModelFailure>) throws(ModelFailure) -> Int = {
      call throws(ModelFailure) in
      try run.proceed(call.arguments) { argument throws(ModelFailure) in try call.proceed(argument) }
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
}
