/// Headers and footers: the delegate's view, or one that shows the data source's title, or none.
///
/// They are measured when the list is loaded; their views are asked for when they come into view, or when nobody gives a height.
extension ListView {
  /// The height of a header or footer that shows a title.
  private static let titleHeight = 28.0

  final func measureHeadersAndFooters() {
    guard !isMeasuring else { return }
    isMeasuring = true
    defer { isMeasuring = false }
    for _ in 0..<Self.mostAttempts where measure(extents.sections.indices) { return }
  }

  /// Measures headers and footers; answers whether the list has not changed meanwhile.
  final func measure(_ sections: some Sequence<Int>) -> Bool {
    layoutHolds += 1
    defer { layoutHolds -= 1 }
    let revision = revision
    for section in sections {
      guard let header = height(headerHeight(of: section), revision),
        let footer = height(footerHeight(of: section), revision)
      else { return false }
      extents.setHeader(header, footer: footer, of: section)
    }
    return true
  }

  final func headerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForHeaderInSection: section)
      ?? titleView(rawDataSource?.list(self, titleForHeaderInSection: section))
  }

  final func footerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForFooterInSection: section)
      ?? titleView(rawDataSource?.list(self, titleForFooterInSection: section))
  }

  private func height(_ answer: Double, _ revision: Int) -> Double? {
    revision == self.revision ? ListLimits.height(answer) : nil
  }

  private func headerHeight(of section: Int) -> Double {
    if let asked = rawDelegate?.list(self, heightForHeaderInSection: section) { return asked }
    return height(sectionHeaderHeight, of: rawDelegate?.list(self, viewForHeaderInSection: section)) {
      rawDataSource?.list(self, titleForHeaderInSection: section)
    }
  }

  private func footerHeight(of section: Int) -> Double {
    if let asked = rawDelegate?.list(self, heightForFooterInSection: section) { return asked }
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
