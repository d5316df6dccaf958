/// A category of an ad in a taxonomy.
public struct AdCategory: Sendable, Hashable {
  /// The number of the taxonomy, as AdCOM has it; 1 is that of the IAB in its first version.
  public var taxonomy: Int
  /// The name of the category in the taxonomy, such as `IAB3-1`.
  public var name: String

  /// Creates a category.
  public init(taxonomy: Int = 1, name: String) { (self.taxonomy, self.name) = (taxonomy, name) }
}

/// What decides beside which rows and other ads an ad may be shown, and at which places.
public struct AdFacts: Hashable, Sendable {
  /// Whom the ad advertises for; one of whom nobody is known is no other's.
  public var advertisers: [String]
  /// The categories of the ad.
  public var categories: [AdCategory]
  /// The content rows that the ad refuses.
  public var blocks: RowBlocks
  /// What a thousand impressions pay; nil if it is not known, which meets no floor.
  public var price: Price?

  /// Makes the facts of an ad.
  public init(
    advertisers: [String] = [], categories: [AdCategory] = [], blocks: RowBlocks = RowBlocks(), price: Price? = nil
  ) {
    (self.advertisers, self.categories, self.blocks, self.price) = (advertisers, categories, blocks, price)
  }

  /// Makes the facts of an ad, with its advertisers and its price.
  public init(_ ad: Ad<some Any>, categories: [AdCategory] = [], blocks: RowBlocks = RowBlocks()) {
    self.init(advertisers: ad.advertisers, categories: categories, blocks: blocks, price: ad.price)
  }
}

/// Why an ad is not shown at a place.
public enum AdjacencyRefusal: Hashable, Sendable {
  /// The author of a row beside the place is blocked.
  case author(String)
  /// A row beside the place has a tag that is blocked.
  case tag(String)
  /// A row beside the place has a word that is blocked.
  case word(String)
  /// A row beside the place has a higher risk than is accepted.
  case risk(ContentRisk)
  /// An ad of the same advertiser is too close.
  case advertiser(String)
  /// An ad of the same category is too close.
  case category(AdCategory)
  /// The page has as many ads of the advertiser as it may have.
  case tooMany(String)
  /// The ad pays less than the floor of the place, in another currency, or nobody knows what.
  case belowFloor(Price)
}

extension AdjacencyRefusal: CustomStringConvertible {
  /// The reason in English.
  public var description: String {
    switch self {
    case .author(let author): "the author '\(author)' is blocked"
    case .tag(let tag): "the tag '\(tag)' is blocked"
    case .word(let word): "the word '\(word)' is blocked"
    case .risk(let risk): "the risk is \(risk)"
    case .advertiser(let name): "another ad of '\(name)' is too close"
    case .category(let category): "another ad of category '\(category.name)' is too close"
    case .tooMany(let name): "the page has enough ads of '\(name)'"
    case .belowFloor(let floor): "it does not meet the floor of \(floor)"
    }
  }
}
