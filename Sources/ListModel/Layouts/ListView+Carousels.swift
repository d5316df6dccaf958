public import Interception

/// Scrolling the sections that are carousels, each by itself.
extension ListView {
  /// The message of ``contentOffset(inSection:)``.
  public static let contentOffsetInSection = Message<ListView, Int, Double>("contentOffset(inSection:)") {
    list, section in
    list.carousel(ofCallerSection: section)?.rows.offset ?? 0
  }

  /// Returns how far a carousel is scrolled, which is zero again after a reload; zero for any other section.
  public final func contentOffset(inSection section: Int) -> Double { send(ListView.contentOffsetInSection, section) }

  /// The message of ``setContentOffset(_:inSection:)``.
  public static let setContentOffsetInSection = Message<ListView, (offset: Double, section: Int), Void>(
    "setContentOffset(_:inSection:)"
  ) { list, request in
    guard let section = list.carousel(ofCallerSection: request.section)?.section else { return }
    list.scrollCarousel(section) { $0.scroll(to: request.offset) }
  }

  /// Scrolls a carousel to an offset, which is limited to its rows; does nothing in any other section.
  public final func setContentOffset(_ offset: Double, inSection section: Int) {
    send(ListView.setContentOffsetInSection, (offset: offset, section: section))
  }

  /// Returns the carousel that the caller means after a layout; nil for any other section.
  private func carousel(ofCallerSection section: Int) -> (section: Int, rows: CarouselRows)? {
    let named = callerSection(section)
    layoutRaw()
    let section = current(named).section
    return carousel(section).map { (section: section, rows: $0) }
  }

  /// Returns the rows of a section if it exists and is a carousel.
  fileprivate final func carousel(_ section: Int) -> CarouselRows? {
    extents.sections.indices.contains(section) ? extents.sections[section].rows as? CarouselRows : nil
  }

  /// Notifies the delegate of each carousel in view whose offset has changed since its last notification.
  final func reportCarousels() {
    let revision = revision
    for section in extents.sections(in: window) where extents.sections[section].layout?.layout.style == .carousel {
      guard var rows = carousel(section), rows.offset != rows.reported else { continue }
      rows.reported = rows.offset
      extents.change(section) { $0.rows = rows }
      rawDelegate?.list(self, didScrollSection: section)
      guard isCurrent(revision) else { return }
    }
  }

  /// Scrolls a section if it is a carousel.
  final func scrollCarousel(_ section: Int, _ scroll: (inout CarouselRows) -> Void) {
    guard var rows = carousel(section) else { return }
    let former = rows.offset
    scroll(&rows)
    guard rows.offset != former else { return }
    extents.change(section) { $0.rows = rows }
    setNeedsLayout()
  }
}

/// Scrolling carousels by a finger.
extension ListDisplay {
  /// Scrolls the carousel at a point of the content by a distance; a positive one shows later rows.
  ///
  /// - Returns: whether there is a carousel that could be scrolled.
  @discardableResult
  public func scrollCarousel(at point: ListPoint, by distance: Double) -> Bool {
    list.asList {
      list.layoutRaw()
      guard let section = list.extents.section(at: list.axis.turned(point).y), let rows = list.carousel(section) else {
        return false
      }
      list.setContentOffset(rows.offset + distance, inSection: section)
      let isScrolled = list.carousel(section).map { $0.offset != rows.offset } ?? false
      list.layoutIfNeeded()
      return isScrolled
    }
  }
}
