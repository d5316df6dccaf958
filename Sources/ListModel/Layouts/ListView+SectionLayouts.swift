/// Finding out how a section is laid out, and placing its rows.
extension ListView {
  /// The layout of a section with the delegate's numbers in it; nil for a table.
  final func sectionLayout(of section: Int) -> SectionLayout? {
    let delegate = rawDelegate
    let asked = delegate?.list(self, layoutForSection: section) ?? layoutInForce
    guard asked != .table else { return nil }
    guard let delegate, asked.style != .table else { return SectionLayout(asked, width: viewportWidth) }
    var layout = asked
    layout.inset = delegate.list(self, layout: asked, insetForSection: section) ?? asked.inset
    setSpacings(&layout, section, delegate)
    if asked.style != .flow {
      layout.columnCount = delegate.list(self, layout: asked, columnCountForSection: section) ?? asked.columnCount
    }
    setEdges(&layout, section, delegate)
    return SectionLayout(layout, width: viewportWidth)
  }

  /// What lies side by side has the distance of items in a grid or flow, and that of columns in a waterfall.
  private func setSpacings(_ layout: inout ListLayout, _ section: Int, _ delegate: any ListDelegate) {
    let asked = layout
    let between = delegate.list(self, layout: asked, minimumInteritemSpacingForSection: section)
    if asked.style == .waterfall {
      layout.lineSpacing = between ?? asked.lineSpacing
      layout.columnSpacing =
        delegate.list(self, layout: asked, minimumColumnSpacingForSection: section) ?? asked.columnSpacing
    } else {
      layout.lineSpacing =
        delegate.list(self, layout: asked, minimumLineSpacingForSection: section) ?? asked.lineSpacing
      layout.columnSpacing = between ?? asked.columnSpacing
    }
  }

  private func setEdges(_ layout: inout ListLayout, _ section: Int, _ delegate: any ListDelegate) {
    let asked = layout
    layout.headerInset = delegate.list(self, layout: asked, insetForHeaderInSection: section) ?? asked.headerInset
    layout.footerInset = delegate.list(self, layout: asked, insetForFooterInSection: section) ?? asked.footerInset
  }

  /// Places the rows of flows and waterfalls down to the bottom of the viewport; answers whether the list has not changed
  /// meanwhile.
  final func placeRowsInView(_ anchor: ListPath?) -> Bool {
    var next = extents.firstSection(in: window)
    while let section = next {
      if !extents.sections[section].rows.body.measuresRows {
        let former = (extents.total, anchor.map { extents.row($0).top })
        let y = window.bottom - extents.rowsTop(section)
        let scrolls = scrolls
        guard placeRows(of: section, { $0.rowToPlace(toReach: y) }) else { return false }
        let top = anchor.map { extents.row($0).top }
        if former != (extents.total, top) { moves += 1 }
        guard scrolls == self.scrolls else { return false }
        if let top, let formerTop = former.1 { offset += top - formerTop }
      }
      next = extents.section(after: section, in: window)
    }
    return true
  }

  /// Places all rows up to a row that is scrolled to; answers whether the list has not changed meanwhile.
  final func placeRows(through path: ListPath) -> Bool {
    guard knowsDataSource, extents.contains(path), !extents.sections[path.section].rows.body.measuresRows else {
      return true
    }
    setNeedsLayout()
    return placeRows(of: path.section) { $0.rowToPlace(through: path.row) }
  }

  private func placeRows(of section: Int, _ next: (inout RowExtents) -> Int?) -> Bool {
    let revision = revision
    while let row = extents.change(section, { next(&$0.rows) }) {
      let size = size(of: ListPath(row: row, section: section))
      guard revision == self.revision else { return false }
      extents.change(section) { $0.rows.place(size, of: row) }
    }
    return true
  }

  private func size(of path: ListPath) -> ListSize {
    let layout = extents.sections[path.section].layout?.layout ?? layoutInForce
    return ListLimits.size(rawDelegate?.list(self, layout: layout, sizeForRowAt: path) ?? layout.itemSize)
  }
}
