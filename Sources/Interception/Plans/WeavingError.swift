/// The reason why a plan can't be read or woven, with the location; nothing is changed then.
public enum WeavingError: Error, Sendable, Equatable {
  /// An object in the plan has an unknown member.
  case unknownMember(WeavingPlan.Place, suggestion: String?)
  /// An object in the plan lacks a required member.
  case missingMember(WeavingPlan.Place)
  /// A member has an invalid value.
  case invalidValue(WeavingPlan.Place, problem: String)
  /// Two groups have the same name.
  case duplicateGroup(WeavingPlan.Place, name: String)
  /// The registry has no advice with this name.
  case unknownAdvice(WeavingPlan.Place, name: String, suggestion: String?)
  /// The advice isn't allowed at this position.
  case positionNotAllowed(WeavingPlan.Place, advice: String, position: AdvicePosition, allowed: [AdvicePosition])
  /// The pointcut, or this one of its terms, matches no message of any known class.
  case nothingMatches(WeavingPlan.Place, pointcut: Pointcut, suggestions: [String])
  /// The plan gives no result for advice that needs one, or one of another type.
  case unfittingResult(WeavingPlan.Place, class: String, selector: Selector, expected: String)
  /// The runtime refuses the hook.
  case refused(WeavingPlan.Place, AspectError)
  /// The weaving has no group with this name, or the group was reverted.
  case unknownGroup(name: String, suggestion: String?)
}

extension WeavingError {
  /// The location in the plan; nil if the error isn't in the plan.
  public var place: WeavingPlan.Place? {
    switch self {
    case .unknownMember(let place, _), .missingMember(let place), .invalidValue(let place, _),
      .duplicateGroup(let place, _), .unknownAdvice(let place, _, _), .positionNotAllowed(let place, _, _, _),
      .nothingMatches(let place, _, _), .unfittingResult(let place, _, _, _), .refused(let place, _):
      place
    case .unknownGroup: nil
    }
  }

  /// A description of the problem, without the location.
  public var problem: String {
    switch self {
    case .unknownMember(let place, let suggestion):
      "no plan has a member '\(place.member ?? "")'" + NameSuggestion.question([suggestion].compactMap(\.self))
    case .missingMember(let place):
      "the member '\(place.member ?? "")' is missing"
    case .invalidValue(_, let problem):
      problem
    case .duplicateGroup(_, let name):
      "a group named '\(name)' stands above"
    case .unknownAdvice(_, let name, let suggestion):
      "no advice is named '\(name)'" + NameSuggestion.question([suggestion].compactMap(\.self))
    case .positionNotAllowed(_, let advice, let position, let allowed):
      "'\(advice)' cannot stand \(position.rawValue), only \(allowed.map(\.rawValue).joined(separator: ", "))"
    case .nothingMatches(_, let pointcut, let suggestions):
      "'\(pointcut)' matches no message" + NameSuggestion.question(suggestions)
    case .unfittingResult(_, let name, let selector, let expected):
      "\(name).\(selector) returns \(expected), which the plan's result must give"
    case .refused(_, let error):
      error.description
    case .unknownGroup(let name, let suggestion):
      "no group named '\(name)' is woven" + NameSuggestion.question([suggestion].compactMap(\.self))
    }
  }
}

extension WeavingError: CustomStringConvertible {
  /// The location and the problem: `"groups[0].aspects[2].position: 'befor' is no position; did you mean 'before'?"`.
  public var description: String { place.map { "\($0): \(problem)" } ?? problem }
}
