/// Why a plan cannot be read or woven, and where in it; nothing has changed then.
public enum WeavingError: Error, Sendable, Equatable {
  /// An object of the plan has a member that none has.
  case unknownMember(WeavingPlan.Place, suggestion: String?)
  /// An object of the plan lacks a member that each has.
  case missingMember(WeavingPlan.Place)
  /// A member has a value that it cannot have.
  case invalidValue(WeavingPlan.Place, problem: String)
  /// Two groups have the same name.
  case duplicateGroup(WeavingPlan.Place, name: String)
  /// The registry has no advice of the name.
  case unknownAdvice(WeavingPlan.Place, name: String, suggestion: String?)
  /// The advice cannot stand there.
  case positionNotAllowed(WeavingPlan.Place, advice: String, position: AdvicePosition, allowed: [AdvicePosition])
  /// The pointcut means no message of any class that is known.
  case nothingMatches(WeavingPlan.Place, pointcut: Pointcut, suggestions: [String])
  /// The advice needs a result that the plan does not give, or gives as another type.
  case unfittingResult(WeavingPlan.Place, class: String, selector: Selector, expected: String)
  /// The runtime refuses the hook.
  case refused(WeavingPlan.Place, AspectError)
  /// The weaving has no group of the name, or has it no more.
  case unknownGroup(name: String, suggestion: String?)
}

extension WeavingError {
  /// Where in the plan; nil where the plan is not to blame.
  public var place: WeavingPlan.Place? {
    switch self {
    case .unknownMember(let place, _), .missingMember(let place), .invalidValue(let place, _),
      .duplicateGroup(let place, _), .unknownAdvice(let place, _, _), .positionNotAllowed(let place, _, _, _),
      .nothingMatches(let place, _, _), .unfittingResult(let place, _, _, _), .refused(let place, _):
      place
    case .unknownGroup: nil
    }
  }

  /// What is wrong, without the place.
  public var problem: String {
    switch self {
    case .unknownMember(let place, let suggestion):
      "no plan has a member '\(place.member ?? "")'" + WeavingError.question(suggestion)
    case .missingMember(let place):
      "the member '\(place.member ?? "")' is missing"
    case .invalidValue(_, let problem):
      problem
    case .duplicateGroup(_, let name):
      "a group named '\(name)' stands above"
    case .unknownAdvice(_, let name, let suggestion):
      "no advice is named '\(name)'" + WeavingError.question(suggestion)
    case .positionNotAllowed(_, let advice, let position, let allowed):
      "'\(advice)' cannot stand \(position.rawValue), only \(allowed.map(\.rawValue).joined(separator: ", "))"
    case .nothingMatches(_, let pointcut, let suggestions):
      "'\(pointcut)' matches no message" + WeavingError.question(suggestions)
    case .unfittingResult(_, let name, let selector, let expected):
      "\(name).\(selector) returns \(expected), which the plan's result must give"
    case .refused(_, let error):
      error.description
    case .unknownGroup(let name, let suggestion):
      "no group named '\(name)' is woven" + WeavingError.question(suggestion)
    }
  }

  private static func question(_ suggestion: String?) -> String { question(suggestion.map { [$0] } ?? []) }

  private static func question(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : "; did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
  }
}

extension WeavingError: CustomStringConvertible {
  /// The place and what is wrong: `"groups[0].aspects[2].position: 'befor' is no position; did you mean 'before'?"`.
  public var description: String { place.map { "\($0): \(problem)" } ?? problem }
}
