public import AdServing
import FeedWeave
public import Interception
public import Placement

/// An error of a placer's configuration or work.
public enum AdPlacerError: Error, Equatable, Sendable {
  /// The placer has no tenant.
  case noTenant
  /// Two tenants have the same name.
  case duplicateTenant(String)
  /// The named tenant's queue policy is out of range, or one of its house ads has no name.
  case invalidTenant(String, AdServingError)
  /// The lookahead is negative.
  case invalidLookahead(Int)
  /// The options' viewability rule is out of range.
  case invalidViewability(AdServingError)
  /// The placer is already attached to a list.
  case attached
  /// The weaver's list no longer exists.
  case noList
  /// The list has other insertions, of this number.
  ///
  /// A placer needs all insertions to itself.
  case foreignInsertions(Int)
  /// A tenant has no name, or its rules can't be met by any content, or not by the content that was loaded.
  case placement(PlacementError)
  /// The weaver's messages can't be hooked.
  case hook(AspectError)
}

extension AdPlacerError: CustomStringConvertible {
  /// A description of the error.
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
