/// The feed that a made-up user sees under some rules.
struct SimulatedFeed {
  /// What is told of it.
  private(set) var measures = FeedMeasures()
  /// How often a place was refused, and why; not those that the content does not reach.
  private(set) var refusals: [RefusalReason: Int] = [:]
  /// The places for which no ad came.
  private(set) var unfilledCount = 0

  /// Merges a user's content page by page.
  ///
  /// Ads that run out refuse a place as ``RefusalReason/noAd``. A place for which none comes stays content, and moves no other.
  init(
    of user: SimulatedUser, under merger: FeedMerger, pageSize: Int?, traits: ContentTraits
  ) throws(PlacementError) {
    let pages = Page.pages(of: user.contentCounts, size: pageSize ?? .max)
    var cursor: FeedCursor?
    for (number, page) in pages.enumerated() {
      if page.beginsSection { cursor = cursor?.beginningSection() }
      let isSectionOver = number + 1 == pages.count || pages[number + 1].beginsSection
      let merged = try FeedPage(merger, counts: page.counts, adCount: .max, after: cursor, traits: traits)
      for part in merged.parts.indices { add(merged, part, isSectionOver: isSectionOver, user) }
      cursor = merged.cursor
    }
  }

  private mutating func add(_ page: FeedPage, _ part: Int, isSectionOver: Bool, _ user: SimulatedUser) {
    var filled: Set<Int> = []
    for decision in page.decisions(ofPart: part, isSectionOver: isSectionOver) {
      switch decision {
      case .refused(let place): if place.reason != .noContent { refusals[place.reason, default: 0] += 1 }
      case .placed where measures.adCount + filled.count == user.adCount: refusals[.noAd, default: 0] += 1
      case .placed(let place) where user.hasAd(for: place.path): filled.insert(place.ad)
      case .placed: unfilledCount += 1
      }
    }
    measures.append(page.measures(of: page.parts[part]) { filled.contains($0.ad) })
  }
}

extension SimulatedFeed {
  /// A page: how many content rows it has of each of its sections.
  struct Page: Equatable {
    /// Whether its first section begins with it; else it goes on from the page before.
    var beginsSection: Bool
    var counts: [Int]

    /// Sections cut into pages of so many rows; a section begins on a page that has room.
    static func pages(of sections: [Int], size: Int) -> [Page] {
      var pages: [Page] = []
      var room = 0
      for count in sections {
        var rest = count
        if room == 0 {
          pages.append(Page(beginsSection: true, counts: []))
          room = size
        }
        pages[pages.count - 1].counts.append(min(rest, room))
        rest -= min(rest, room)
        room -= count - rest
        while rest > 0 {
          pages.append(Page(beginsSection: false, counts: [min(rest, size)]))
          room = size - min(rest, size)
          rest -= min(rest, size)
        }
      }
      return pages
    }
  }
}
