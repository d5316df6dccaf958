/// Where an ad of a tenant would stand, and what else stands in its section and in the feed.
struct Standing: Sendable {
  var section: Int
  /// The content rows before it, and those of the section.
  var content: Int
  var contentCount: Int
  /// The tenant's ads in the section and in the feed, and all tenants' ads in the section.
  var own = 0
  var ownInAll = 0
  var all = 0
  /// The ads that the tenant has; nil for as many as are wanted.
  var adCount: Int?
  /// The nearest ads of any tenant.
  var above: Neighbour?
  var below: Neighbour?
}

/// Another ad near a place: the content rows before it, whose it is, and the gap that its tenant asks for.
struct Neighbour: Hashable, Sendable {
  var content: Int
  var tenant: Int
  var gap: Int
}

extension Standing {
  /// The tenant's share of all rows of the section if the ad stood there.
  var share: Double { Double(own + 1) / Double(contentCount + all + 1) }

  /// Whether another ad stands exactly at the end.
  var isEndTaken: Bool { above?.content == contentCount || below?.content == contentCount }
}
