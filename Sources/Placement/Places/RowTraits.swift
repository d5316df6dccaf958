/// What placement rules may ask of rows: what they are tagged with, and whether an ad may stand beside them.
///
/// A merger is told it of the rows' own values, a plan of their paths. The closures are asked only about rows that a place
/// named by the rules would stand beside, and may be asked more than once.
///
/// ```swift
/// let traits = RowTraits<Post>(tags: \.tags, isAdAllowedBeside: { !$0.isObituary })
/// let page = try merger.merge(posts, with: ads, traits: traits)
/// ```
public struct RowTraits<Row>: Sendable {
  /// Answers the tags of a row; nil where they are not known, so that rules cannot `avoid` any.
  public var tags: (@Sendable (Row) -> [String])?
  /// Answers whether an ad may stand right before or right after a row; nil where it may beside each.
  public var isAdAllowedBeside: (@Sendable (Row) -> Bool)?

  /// Makes traits of what is known of the rows.
  public init(
    tags: (@Sendable (Row) -> [String])? = nil, isAdAllowedBeside: (@Sendable (Row) -> Bool)? = nil
  ) {
    self.tags = tags
    self.isAdAllowedBeside = isAdAllowedBeside
  }

  /// Rows of which nothing is known but how many there are.
  public static var none: RowTraits { RowTraits() }

  /// The same asked of whatever leads to a row.
  @usableFromInline
  func lookingUp<Key>(_ row: @escaping @Sendable (Key) -> Row) -> RowTraits<Key> {
    var traits = RowTraits<Key>()
    if let tags { traits.tags = { tags(row($0)) } }
    if let isAdAllowedBeside { traits.isAdAllowedBeside = { isAdAllowedBeside(row($0)) } }
    return traits
  }
}

/// What placement rules may ask of content rows, which are told apart by their paths.
public typealias ContentTraits = RowTraits<UserPath>
