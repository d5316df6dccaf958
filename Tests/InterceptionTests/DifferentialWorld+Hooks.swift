import Interception
import TestSupport

/// What an advice is installed on; a class by its type or by its class object.
enum DifferentialSite {
  case type(Plant.Type)
  case classObject(ClassObject)
  case object(Plant)
}

/// Arguments and results of one type as the numbers that the model knows them by.
struct DifferentialCoding<Arguments, Result>: Sendable {
  let message: InterceptionModel.Message
  let argument: @Sendable (Arguments) -> Int
  let makeArgument: @Sendable (Int) -> Arguments
  let result: @Sendable (Result) -> Int
  let makeResult: @Sendable (Int) -> Result
}

extension DifferentialCoding where Arguments == Int, Result == Int {
  static func numbers(_ message: InterceptionModel.Message) -> Self {
    Self(message: message, argument: { $0 }, makeArgument: { $0.short }, result: { $0 }, makeResult: { $0.short })
  }
}

extension DifferentialCoding where Arguments == Void, Result == Int {
  static var getter: Self {
    Self(message: .getter, argument: { 0 }, makeArgument: { _ in }, result: { $0 }, makeResult: { $0.short })
  }
}

extension DifferentialCoding where Arguments == Int, Result == Void {
  static var setter: Self {
    Self(message: .setter, argument: { $0 }, makeArgument: { $0.short }, result: { 0 }, makeResult: { _ in })
  }
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
