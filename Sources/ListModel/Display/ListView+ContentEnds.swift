/// What is at the two ends of a list's content.
struct ContentEnds {
  fileprivate var inset = ListInsets.zero
  fileprivate var header: ListCell?
  fileprivate var footer: ListCell?
}

/// The ends of the content: free space, and a header and a footer of the whole list.
extension ListView {
  /// The free space above and below the content at the ends of scrolling, for bars that cover the viewport.
  ///
  /// Negative values count as zero. In a list that scrolls vertically, left and right are ignored; else top and bottom.
  /// A list that shows its top continues to show it. Pinned headers and footers, and rows that are scrolled to, keep clear of the space.
  public final var contentInset: ListInsets {
    get { ends.inset }
    set {
      let (wasAtTop, new) = (isAtTop, ListLimits.insets(newValue))
      guard new != ends.inset else { return }
      ends.inset = new
      if wasAtTop { offset = topOffset }
      setNeedsLayout()
    }
  }

  /// The view above all sections; nil for none.
  ///
  /// It is as high as it wants to be at the width of the list, or 28 units if it does not say. It belongs to the list,
  /// not to a section, so that neither data source nor delegate hears of it. On a ``display`` it is a supplement of the
  /// kind ``ListElementKind/tableHeader``.
  public final var tableHeaderView: ListCell? {
    get { ends.header }
    set {
      ends.header = newValue
      setNeedsLayout()
      measureEnds()
    }
  }

  /// The view below all sections; nil for none; otherwise like ``tableHeaderView``.
  public final var tableFooterView: ListCell? {
    get { ends.footer }
    set {
      ends.footer = newValue
      setNeedsLayout()
      measureEnds()
    }
  }

  /// Measures the list's header and footer; rows in view stay where they are.
  final func measureEnds() {
    let height = { (view: ListCell?) in
      view.map { ListLimits.height(self.axis.fitting($0, across: self.breadth) ?? Self.titleHeight) } ?? 0
    }
    let heights = (header: height(ends.header), footer: height(ends.footer))
    guard heights != extents.ends else { return }
    keepingRowInView { extents.setEnds(header: heights.header, footer: heights.footer) }
    cycle.noteMove()
    setNeedsLayout()
  }

  /// The list's header and footer, if they are in view, each with its kind and rectangle.
  final var endsInView: [(kind: String, view: ListCell, frame: ListRect)] {
    let header = ListExtent(top: 0, height: extents.ends.header)
    let footer = ListExtent(top: extents.total - extents.ends.footer, height: extents.ends.footer)
    return [(ListElementKind.tableHeader, ends.header, header), (ListElementKind.tableFooter, ends.footer, footer)]
      .compactMap { kind, view, extent in
        guard let view, extent.overlaps(window) else { return nil }
        return (kind: kind, view: view, frame: rect(extent))
      }
  }
}

// MARK: - Pinned headers and footers

extension ListView {
  /// Returns where a header or footer is displayed: in its place, or at an edge of the viewport if it is pinned there.
  final func displayedExtent(of edge: SectionEdge, _ section: Int) -> ListExtent {
    var extent = extents.extent(of: edge, section)
    guard isPinned(edge, section) else { return extent }
    switch edge {
    case .header:
      let end = extents.rowsTop(section) + extents.sections[section].rows.total
      extent.top = max(extent.top, min(window.top + alongInset.top, end - extent.height))
    case .footer:
      let start = extents.rowsTop(section)
      extent.top = min(extent.top, max(window.bottom - alongInset.bottom - extent.height, start))
    }
    return extent
  }

  /// The insets of the content, whose top is before the content in the scroll direction.
  final var alongInset: ListInsets { axis.turned(contentInset) }

  /// Whether a header or footer is displayed elsewhere than in its place.
  final func isMoved(_ edge: SectionEdge, _ section: Int) -> Bool {
    isPinned(edge, section) && displayedExtent(of: edge, section).top != extents.extent(of: edge, section).top
  }

  /// Returns the heights at the top and the bottom of the viewport in which a row of a section may be covered.
  final func coveredHeights(inSection section: Int) -> (above: Double, below: Double) {
    let height = { (edge: SectionEdge) in
      self.isPinned(edge, section) ? self.extents.sections[section][edge].height : 0
    }
    return (above: alongInset.top + height(.header), below: alongInset.bottom + height(.footer))
  }

  /// Whether a displayed header or footer lies over the rows at a point.
  final func isCovered(_ point: ListPoint) -> Bool {
    shown.edges.keys.contains {
      isMoved($0.edge, $0.section) && frame(of: $0.edge, $0.section).contains(point)
    }
  }

  /// The part of the viewport that no bar, header or footer covers.
  package final var uncoveredViewport: ListRect {
    layoutRaw()
    let (inset, offset) = (alongInset, keptInContent(offset))
    var (top, bottom) = (offset + inset.top, offset + window.height - inset.bottom)
    for place in shown.edges.keys where isMoved(place.edge, place.section) {
      let extent = displayedExtent(of: place.edge, place.section)
      switch place.edge {
      case .header: top = max(top, extent.bottom)
      case .footer: bottom = min(bottom, extent.top)
      }
    }
    return rect(ListExtent(top: top, height: max(0, bottom - top)))
  }

  private func isPinned(_ edge: SectionEdge, _ section: Int) -> Bool {
    guard let layout = extents.sections[section].layout?.layout else { return false }
    return (edge == .header ? layout.pinsHeaders : layout.pinsFooters) && extents.sections[section][edge].height > 0
  }
}
