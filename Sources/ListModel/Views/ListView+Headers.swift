/// Headers and footers: the delegate's view, or one that shows the data source's title, or none.
extension ListView {
  /// The height of a header or footer that shows a title.
  private static let titleHeight = 28.0

  final func measureHeadersAndFooters() {
    for section in extents.sections.indices { measureHeaderAndFooter(of: section) }
  }

  final func measureHeaderAndFooter(of section: Int) {
    extents.sections[section].header = height(
      rawDelegate?.list(self, heightForHeaderInSection: section), sectionHeaderHeight,
      rawDataSource?.list(self, titleForHeaderInSection: section)
    ) { rawDelegate?.list(self, viewForHeaderInSection: section) }
    extents.sections[section].footer = height(
      rawDelegate?.list(self, heightForFooterInSection: section), sectionFooterHeight,
      rawDataSource?.list(self, titleForFooterInSection: section)
    ) { rawDelegate?.list(self, viewForFooterInSection: section) }
  }

  final func headerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForHeaderInSection: section)
      ?? titleView(rawDataSource?.list(self, titleForHeaderInSection: section))
  }

  final func footerView(of section: Int) -> ListCell? {
    rawDelegate?.list(self, viewForFooterInSection: section)
      ?? titleView(rawDataSource?.list(self, titleForFooterInSection: section))
  }

  private func height(
    _ asked: Double?, _ fixed: Double?, _ title: String?, view: () -> ListCell?
  ) -> Double {
    if let asked { return max(0, asked) }
    if let view = view() {
      return max(0, fixed ?? view.fittingHeight(forWidth: viewportSize.width) ?? Self.titleHeight)
    }
    return title == nil ? 0 : max(0, fixed ?? Self.titleHeight)
  }

  private func titleView(_ title: String?) -> ListCell? {
    guard let title else { return nil }
    let view = ListTitleView(reuseIdentifier: nil)
    view.title = title
    return view
  }
}
