public import AdServing
import FeedWeave
public import Interception
public import Placement

/// What a placer refuses, and what keeps it from placing.
public enum AdPlacerError: Error, Equatable, Sendable {
  /// It has no tenant.
  case noTenant
  /// Two tenants of one name.
  case duplicateTenant(String)
  /// A tenant's queue policy is out of range, or one of its house ads has no name; and which tenant it is.
  case invalidTenant(String, AdServingError)
  /// A lookahead below zero.
  case invalidLookahead(Int)
  /// The options' viewability rule is out of range.
  case invalidViewability(AdServingError)
  /// It is at work on a list already.
  case attached
  /// The weaver's list is gone.
  case noList
  /// Insertions that somebody else has asked for in the list, which a placer shares with nobody.
  case foreignInsertions(Int)
  /// A tenant has no name, or its rules can be met on no content; or they cannot be kept on the content that was loaded.
  case placement(PlacementError)
  /// The weaver's messages cannot be hooked.
  case hook(AspectError)
}

extension AdPlacerError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .noTenant: "a placer needs a tenant"
    case .duplicateTenant(let name): "two tenants are called '\(name)'"
    case .invalidTenant(let name, let error): "tenant '\(name)': \(error)"
    case .invalidLookahead(let rows): "a lookahead of \(rows) rows is below 0"
    case .invalidViewability(let error): "viewability: \(error)"
    case .attached: "the placer is at work on a list already"
    case .noList: "the weaver's list is gone"
    case .foreignInsertions(let count): "\(count) insertions of somebody else stand in the list"
    case .placement(let error): "\(error)"
    case .hook(let error): "\(error)"
    }
  }
}
