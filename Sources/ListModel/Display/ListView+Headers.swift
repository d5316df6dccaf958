/// Headers and footers: the delegate's view, or one that shows the data source's title, or none.
///
/// They are measured when the list is loaded, or when they become visible if the delegate estimates them. Their views
/// are requested when they become visible, or earlier if no height is given.
extension ListView {
  /// The height of a header or footer that shows a title.
  static let titleHeight = 28.0

  final func measureHeadersAndFooters() {
    guard !data.isMeasuring else { return }
    data.isMeasuring = true
    defer { data.isMeasuring = false }
    for _ in 0..<Self.mostAttempts where measure(extents.sections.indices) { return }
  }

  /// Measures headers and footers, or requests estimates for them; returns whether the list stayed unchanged.
  final func measure(_ sections: some Sequence<Int>) -> Bool {
    cycle.hold()
    defer { cycle.release() }
    let revision = revision
    // A change of the delegate makes the heights invalid.
    let delegate = measuringDelegate
    var measures: [SectionMeasure] = []
    for section in sections {
      let layout = sectionLayout(of: section, delegate)
      guard isCurrent(revision) else { return false }
      let header = edgeExtent(of: .header, section, layout?.asked, delegate)
      guard isCurrent(revision) else { return false }
      let footer = edgeExtent(of: .footer, section, layout?.asked, delegate)
      guard isCurrent(revision) else { return false }
      measures.append(SectionMeasure(section: section, layout: layout, header: header, footer: footer))
    }
    extents.apply(measures, estimate: estimate)
    return true
  }

  private func edgeExtent(
    of edge: SectionEdge, _ section: Int, _ layout: ListLayout?, _ delegate: (any ListDelegate)?
  ) -> EdgeExtent {
    if let estimate = delegate?.list(self, estimatedHeightFor: edge, inSection: section) {
      return EdgeExtent(height: ListLimits.estimate(estimate), isEstimated: true)
    }
    return EdgeExtent(height: ListLimits.height(height(of: edge, section, layout, delegate)))
  }

  /// Requests the view of a header or footer.
  final func view(of edge: SectionEdge, _ section: Int) -> ListCell? {
    rawDelegate?.list(self, viewFor: edge, inSection: section)
      ?? supplement(ofKind: edge.elementKind, of: section)
      ?? titleView(rawDataSource?.list(self, titleFor: edge, inSection: section))
  }

  /// Requests the data source's view for a header or footer with a height, as a collection does; nil in a table.
  private func supplement(ofKind kind: String, of section: Int) -> ListCell? {
    guard let layout = extents.sections[section].layout?.layout, layout.style != .table else { return nil }
    return rawDataSource?.list(self, viewForSupplementaryElementOfKind: kind, at: ListPath(row: 0, section: section))
  }

  /// Requests the height of a header or footer.
  final func height(
    of edge: SectionEdge, _ section: Int, _ layout: ListLayout?, _ delegate: (any ListDelegate)?
  ) -> Double {
    if let layout, layout.style != .table,
      let size = delegate?.list(self, layout: layout, referenceSizeFor: edge, inSection: section)
    {
      return axis.turned(size).height
    }
    let common = edge == .header ? layout?.headerHeight : layout?.footerHeight
    if let asked = delegate?.list(self, heightFor: edge, inSection: section) ?? common { return asked }
    let fixed = edge == .header ? sectionHeaderHeight : sectionFooterHeight
    return height(fixed, of: delegate?.list(self, viewFor: edge, inSection: section)) {
      rawDataSource?.list(self, titleFor: edge, inSection: section)
    }
  }

  private func height(_ fixed: Double?, of view: ListCell?, title: () -> String?) -> Double {
    guard let view else { return title() == nil ? 0 : fixed ?? Self.titleHeight }
    let height = fixed ?? axis.fitting(view, across: breadth) ?? Self.titleHeight
    view.isHeaderFooter = view.isHeaderFooter ?? true
    recycle(view)
    return height
  }

  private func titleView(_ title: String?) -> ListCell? {
    guard let title else { return nil }
    let view = ListTitleView(reuseIdentifier: nil)
    view.title = title
    return view
  }
}

/// The delegate's methods about headers and footers, by edge.
extension ListDelegate {
  fileprivate func list(_ list: ListView, estimatedHeightFor edge: SectionEdge, inSection section: Int) -> Double? {
    switch edge {
    case .header: self.list(list, estimatedHeightForHeaderInSection: section)
    case .footer: self.list(list, estimatedHeightForFooterInSection: section)
    }
  }

  fileprivate func list(_ list: ListView, heightFor edge: SectionEdge, inSection section: Int) -> Double? {
    switch edge {
    case .header: self.list(list, heightForHeaderInSection: section)
    case .footer: self.list(list, heightForFooterInSection: section)
    }
  }

  fileprivate func list(
    _ list: ListView, layout: ListLayout, referenceSizeFor edge: SectionEdge, inSection section: Int
  ) -> ListSize? {
    switch edge {
    case .header: self.list(list, layout: layout, referenceSizeForHeaderInSection: section)
    case .footer: self.list(list, layout: layout, referenceSizeForFooterInSection: section)
    }
  }

  fileprivate func list(_ list: ListView, viewFor edge: SectionEdge, inSection section: Int) -> ListCell? {
    switch edge {
    case .header: self.list(list, viewForHeaderInSection: section)
    case .footer: self.list(list, viewForFooterInSection: section)
    }
  }

  func list(_ list: ListView, willDisplay view: ListCell, as place: EdgePlace) {
    switch place.edge {
    case .header: self.list(list, willDisplayHeaderView: view, forSection: place.section)
    case .footer: self.list(list, willDisplayFooterView: view, forSection: place.section)
    }
  }

  func list(_ list: ListView, didEndDisplaying view: ListCell, as place: EdgePlace) {
    switch place.edge {
    case .header: self.list(list, didEndDisplayingHeaderView: view, forSection: place.section)
    case .footer: self.list(list, didEndDisplayingFooterView: view, forSection: place.section)
    }
  }
}

extension ListDataSource {
  fileprivate func list(_ list: ListView, titleFor edge: SectionEdge, inSection section: Int) -> String? {
    switch edge {
    case .header: self.list(list, titleForHeaderInSection: section)
    case .footer: self.list(list, titleForFooterInSection: section)
    }
  }
}
