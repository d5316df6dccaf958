/// Headers and footers: the delegate's view, or one that shows the data source's title, or none.
///
/// They are measured when the list is loaded, or when they become visible if the delegate estimates them. Their views
/// are requested when they become visible, or earlier if no height is given.
extension ListView {
  /// The height of a header or footer that shows a title.
  private static let titleHeight = 28.0

  final func measureHeadersAndFooters() {
    guard !isMeasuring else { return }
    isMeasuring = true
    defer { isMeasuring = false }
    for _ in 0..<Self.mostAttempts where measure(extents.sections.indices) { return }
  }

  /// Measures headers and footers, or requests estimates for them; returns whether the list stayed unchanged.
  final func measure(_ sections: some Sequence<Int>) -> Bool {
    cycle.hold()
    defer { cycle.release() }
    let revision = revision
    var measures: [SectionMeasure] = []
    for section in sections {
      let layout = sectionLayout(of: section)
      guard isCurrent(revision) else { return false }
      let header = headerEdge(of: section, layout?.layout)
      guard isCurrent(revision) else { return false }
      let footer = footerEdge(of: section, layout?.layout)
      guard isCurrent(revision) else { return false }
      measures.append(SectionMeasure(section: section, layout: layout, header: header, footer: footer))
    }
    extents.apply(measures, estimate: estimate)
    return true
  }

  private func headerEdge(of section: Int, _ layout: ListLayout?) -> EdgeExtent {
    if let estimate = rawDelegate?.list(self, estimatedHeightForHeaderInSection: section) {
      return EdgeExtent(height: ListLimits.estimate(estimate), isEstimated: true)
    }
    return EdgeExtent(height: ListLimits.height(headerHeight(of: section, layout)))
  }

  private func footerEdge(of section: Int, _ layout: ListLayout?) -> EdgeExtent {
    if let estimate = rawDelegate?.list(self, estimatedHeightForFooterInSection: section) {
      return EdgeExtent(height: ListLimits.estimate(estimate), isEstimated: true)
    }
    return EdgeExtent(height: ListLimits.height(footerHeight(of: section, layout)))
  }

  final func headerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForHeaderInSection: section)
      ?? supplement(ofKind: ListElementKind.sectionHeader, of: section)
      ?? titleView(rawDataSource?.list(self, titleForHeaderInSection: section))
  }

  final func footerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForFooterInSection: section)
      ?? supplement(ofKind: ListElementKind.sectionFooter, of: section)
      ?? titleView(rawDataSource?.list(self, titleForFooterInSection: section))
  }

  /// Requests the data source's view for a header or footer with a height, as a collection does; nil in a table.
  private func supplement(ofKind kind: String, of section: Int) -> ListCell? {
    guard let layout = extents.sections[section].layout?.layout, layout.style != .table else { return nil }
    return rawDataSource?.list(self, viewForSupplementaryElementOfKind: kind, at: ListPath(row: 0, section: section))
  }

  final func headerHeight(of section: Int, _ layout: ListLayout?) -> Double {
    if let layout, layout.style != .table,
      let size = rawDelegate?.list(self, layout: layout, referenceSizeForHeaderInSection: section)
    {
      return size.height
    }
    if let asked = rawDelegate?.list(self, heightForHeaderInSection: section) ?? layout?.headerHeight { return asked }
    return height(sectionHeaderHeight, of: rawDelegate?.list(self, viewForHeaderInSection: section)) {
      rawDataSource?.list(self, titleForHeaderInSection: section)
    }
  }

  final func footerHeight(of section: Int, _ layout: ListLayout?) -> Double {
    if let layout, layout.style != .table,
      let size = rawDelegate?.list(self, layout: layout, referenceSizeForFooterInSection: section)
    {
      return size.height
    }
    if let asked = rawDelegate?.list(self, heightForFooterInSection: section) ?? layout?.footerHeight { return asked }
    return height(sectionFooterHeight, of: rawDelegate?.list(self, viewForFooterInSection: section)) {
      rawDataSource?.list(self, titleForFooterInSection: section)
    }
  }

  private func height(_ fixed: Double?, of view: ListCell?, title: () -> String?) -> Double {
    guard let view else { return title() == nil ? 0 : fixed ?? Self.titleHeight }
    let height = fixed ?? view.fittingHeight(forWidth: viewportWidth) ?? Self.titleHeight
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
