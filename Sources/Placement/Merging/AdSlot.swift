/// Where an ad of a merged feed stands, and whether a fixed or a repeated position put it there.
///
/// It takes 16 bytes, so that an entry of small content and ads is handed over in registers. ``PlacementRules/place(of:)`` has
/// the same with the rule's own words.
public struct AdSlot: Hashable, Sendable {
  @usableFromInline let section: Int32
  @usableFromInline let row: Int32
  @usableFromInline let contentRow: Int32
  /// Which of the ads it is; its complement for one at a fixed position.
  @usableFromInline let number: Int32

  /// The slot of a place.
  /// - Throws: ``PlacementError/invalidCount(_:)`` for a number above ``RowMap/limit``.
  init(_ place: Place) throws(PlacementError) {
    let most = max(place.path.section, place.path.row, place.ad)
    guard most <= RowMap.limit else { throw .invalidCount(most) }
    section = Int32(place.path.section)
    row = Int32(place.path.row)
    contentRow = Int32(place.content.row)
    if case .fixed = place.origin { number = ~Int32(place.ad) } else { number = Int32(place.ad) }
  }

  /// Where the ad stands.
  @inlinable public var path: FeedPath { FeedPath(section: Int(section), row: Int(row)) }
  /// The content row that it stands before; for a trailing ad the row after the last.
  @inlinable public var content: UserPath { UserPath(section: Int(section), row: Int(contentRow)) }
  /// Which of the ads stands there, counted from 0 over all pages.
  @inlinable public var ad: Int { Int(number < 0 ? ~number : number) }
  /// Which of its section's ads it is, counted from 1.
  @inlinable public var ordinal: Int { Int(row) - Int(contentRow) + 1 }
  /// Whether a fixed position put it there; else a repeated one did.
  @inlinable public var isFixed: Bool { number < 0 }
}

extension AdSlot: CustomStringConvertible {
  /// The slot in words: `ad 2 at feed 0:15`.
  public var description: String { "ad \(ad) at \(path)" }
}

extension PlacementRules {
  /// The place that a slot stands for, with the rule that put it there.
  public func place(of slot: AdSlot) -> Place {
    Place(
      path: slot.path, content: slot.content, ad: slot.ad, ordinal: slot.ordinal,
      origin: slot.isFixed ? .fixed(slot.path.row) : .repeated(every: every ?? 0, from: from))
  }
}
