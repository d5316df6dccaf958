/// What placement rules may ask of content rows: what they are tagged with, and whether they bear an ad beside them.
///
/// The closures are asked only about rows that a place named by the rules stands beside, and may be asked more than once.
///
/// ```swift
/// let traits = ContentTraits(tags: { posts[$0.row].tags }, isAdAllowedBeside: { !posts[$0.row].isObituary })
/// let plan = try PlacementPlan(rules: rules, userCounts: [posts.count], traits: traits)
/// ```
public struct ContentTraits: Sendable {
  /// Answers the tags of a content row; nil where they are not known, so that rules cannot `avoid` any.
  public var tags: (@Sendable (UserPath) -> [String])?
  /// Answers whether an ad may stand right before or right after a content row; nil where it may beside each.
  public var isAdAllowedBeside: (@Sendable (UserPath) -> Bool)?

  /// Tells what is known of the content.
  public init(
    tags: (@Sendable (UserPath) -> [String])? = nil, isAdAllowedBeside: (@Sendable (UserPath) -> Bool)? = nil
  ) {
    self.tags = tags
    self.isAdAllowedBeside = isAdAllowedBeside
  }

  /// Content of which nothing is known but how much there is.
  public static let none = ContentTraits()
}
