/// A row of a merged feed: content, or an ad.
public enum FeedEntry<Content, Ad> {
  /// A content row, with its user path.
  case content(Content, UserPath)
  /// An ad, with its slot.
  case ad(Ad, AdSlot)
}

extension FeedEntry: Sendable where Content: Sendable, Ad: Sendable {}
extension FeedEntry: Equatable where Content: Equatable, Ad: Equatable {}
extension FeedEntry: Hashable where Content: Hashable, Ad: Hashable {}

extension FeedEntry {
  /// The content; nil for an ad.
  @inlinable
  public var content: Content? {
    if case .content(let content, _) = self { content } else { nil }
  }

  /// The ad; nil for content.
  @inlinable
  public var ad: Ad? {
    if case .ad(let ad, _) = self { ad } else { nil }
  }

  /// The slot of the ad; nil for content.
  @inlinable
  public var slot: AdSlot? {
    if case .ad(_, let slot) = self { slot } else { nil }
  }
}

/// The position of an ad in a merged feed, its tenant, and whether a fixed or a repeated position names it.
///
/// It takes 16 bytes, so that an entry with small content and ads is returned in registers.
/// ``FeedMerger/origin(of:)`` returns the rule that names it.
public struct AdSlot: Hashable, Sendable {
  /// The section in the lower 24 bits, the tenant above them.
  @usableFromInline let sectionAndTenant: Int32
  @usableFromInline let row: Int32
  @usableFromInline let contentRow: Int32
  /// The number of the ad, or the complement of that number for an ad at a fixed position.
  @usableFromInline let number: Int32

  /// The largest number of a section.
  static let sectionLimit = 1 << 24 - 1
  /// The largest number of tenants.
  static let tenantLimit = 127

  /// Makes the slot of a place, whose section and tenant are within the limits.
  /// - Throws: ``PlacementError/invalidCount(_:)`` for a number above ``RowMap/limit``.
  init(_ joint: JointPlace) throws(PlacementError) {
    let place = joint.place
    let most = max(place.path.row, place.ad)
    guard most <= RowMap.limit else { throw .invalidCount(most) }
    sectionAndTenant = Int32(place.path.section) | Int32(joint.tenant) << 24
    row = Int32(place.path.row)
    contentRow = Int32(place.content.row)
    if case .fixed = place.origin { number = ~Int32(place.ad) } else { number = Int32(place.ad) }
  }

  @usableFromInline var section: Int { Int(sectionAndTenant & 0xFF_FFFF) }
  /// The number of the ad's tenant in ``FeedMerger/tenants``.
  @inlinable public var tenant: Int { Int(sectionAndTenant >> 24) }
  /// The feed path of the ad.
  @inlinable public var path: FeedPath { FeedPath(section: section, row: Int(row)) }
  /// The content row that the ad precedes; for a trailing ad the row after the last.
  @inlinable public var content: UserPath { UserPath(section: section, row: Int(contentRow)) }
  /// The number of the ad among those of its tenant, counted from 0 over all pages.
  @inlinable public var ad: Int { Int(number < 0 ? ~number : number) }
  /// The number of the ad in its section, counted from 1, those of all tenants included.
  @inlinable public var ordinal: Int { Int(row) - Int(contentRow) + 1 }
  /// Whether a fixed position names it; otherwise a repeated one does.
  @inlinable public var isFixed: Bool { number < 0 }
}

extension AdSlot: CustomStringConvertible {
  /// The slot as text, such as `ad 2 at feed 0:15`.
  public var description: String { "ad \(ad) at \(path)" }
}

extension PlacementRules {
  /// Returns the place of a slot, with the rule that names it.
  ///
  /// A slot does not say from where `nearest` moved it, so that this is then the closest of the fixed positions;
  /// ``MergedFeed/places`` has the one that names it.
  public func place(of slot: AdSlot) -> Place {
    Place(
      path: slot.path, content: slot.content, ad: slot.ad, ordinal: slot.ordinal,
      origin: slot.isFixed ? .fixed(fixedPosition(of: slot)) : .repeated(every: every ?? 0, from: from))
  }

  private func fixedPosition(of slot: AdSlot) -> Int {
    if nearest == nil { return slot.path.row }
    let row = slot.content.row
    return at.sorted().enumerated().min { abs($0.1 - $0.0 - row) < abs($1.1 - $1.0 - row) }?.1 ?? slot.path.row
  }
}
