import Interception
import TestSupport

/// The body of one advice: it notes that it runs, and does what its script says.
final class DifferentialAdvice: @unchecked Sendable {
  private unowned let world: DifferentialWorld
  private let identifier: Int
  private let script: InterceptionModel.Script
  private let captured: Captured

  init(_ world: DifferentialWorld, _ identifier: Int, _ script: InterceptionModel.Script) {
    self.world = world
    self.identifier = identifier
    self.script = script
    captured = Captured(world.alive)
  }

  /// What it throws.
  var failure: ModelFailure { ModelFailure(identifier) }

  /// Notes that the advice runs, does its steps, and answers what else it does.
  func callAsFunction(_ argument: Int, _ outcome: InterceptionModel.Outcome? = nil) -> InterceptionModel.Script {
    world.begin(identifier, script, argument, outcome)
  }

  /// What an observer does that hears.
  func hear(_ change: PropertyChange<Plant, Int>) {
    world.hear(identifier, script, "\(change.phase)", change.old, change.new)
  }

  /// What an advice does that has what it stands around in its hands, which does not throw.
  func proceed<Arguments, Result>(
    _ coding: DifferentialCoding<Arguments, Result>, _ arguments: Arguments, _ proceed: (Arguments) -> Result
  ) -> Result {
    let argument = coding.argument(arguments)
    let script = self(argument)
    var sum = script.change
    for change in script.proceeds {
      let result = coding.result(proceed(coding.makeArgument(argument + change)))
      note(proceeded: .success(result))
      sum += result
    }
    return coding.makeResult(sum)
  }

  func note(proceeded outcome: InterceptionModel.Outcome) { world.note(.proceeded(identifier, outcome)) }

  /// What an advice does that has what it stands around in its hands, and may throw.
  func proceed(
    _ argument: Int, _ proceed: (Int) throws(ModelFailure) -> Int
  ) throws(ModelFailure) -> Int {
    let script = self(argument)
    var sum = script.change
    for change in script.proceeds {
      do throws(ModelFailure) {
        let result = try proceed((argument + change).short)
        note(proceeded: .success(result))
        sum = (sum + result).short
      } catch {
        note(proceeded: .failure(error))
        if !script.recovers { throw error }
      }
    }
    if script.fails { throw failure }
    return sum
  }
}

extension InterceptionModel.Script {
  /// What an after advice makes of an outcome.
  func change(_ outcome: InterceptionModel.Outcome) -> InterceptionModel.Outcome {
    switch outcome {
    case .success(let result): .success((result + change).short)
    case .failure(let error): recovers ? .success(change) : .failure(ModelFailure((error.code + change).short))
    }
  }
}

extension InterceptionModel.Position {
  /// The position as the runtime knows it.
  var real: AdvicePosition {
    switch self {
    case .before: .before
    case .after: .after
    case .afterReturning: .afterReturning
    case .afterThrowing: .afterThrowing
    case .instead: .instead
    case .around: .around
    }
  }

  init?(_ real: AdvicePosition) { self.init(rawValue: real.rawValue) }
}

extension InterceptionModel.Refusal {
  /// The refusal as the model knows it.
  init(_ error: AspectError) {
    func message(_ selector: Selector) -> InterceptionModel.Message? {
      InterceptionModel.Message.allCases.first { $0.name == selector.name }
    }
    let refusal: Self? =
      switch error {
      case .selectorBlacklisted(let name, _): .blacklisted(name)
      case .deallocationPosition(let name, _, let position):
        InterceptionModel.Position(position).map { .deallocationPosition(name, $0) }
      case .doesNotRespond(let name, let selector, _): message(selector).map { .doesNotRespond(name, $0) }
      case .alreadyHooked(let name, let selector, let other):
        message(selector).map { .alreadyHooked(name, $0, hookedIn: other) }
      case .classPairUnavailable(let name): .pairUnavailable(name)
      case .classInUse(let name, let objects, let subclasses):
        .inUse(name, objects: objects, subclasses: subclasses)
      case .notASubclass(let name, let other): .notASubclass(name, of: other)
      case .objectDeallocated(let name, let selector): message(selector).map { .gone(name, $0) }
      default: nil
      }
    self = refusal ?? .other("\(error)")
  }
}
