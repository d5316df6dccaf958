import ListModel

/// What a list should show, from heights alone.
extension TestFeed {
  struct Extent: Equatable {
    var name: String
    var top: Double
    var height: Double
  }

  /// Everything that has a height, from the top down.
  var content: [Extent] {
    var found: [Extent] = []
    var top = 0.0
    func add(_ name: String, _ height: Double) {
      if height > 0 { found.append(Extent(name: name, top: top, height: height)) }
      top += max(0, height)
    }
    for (number, section) in sections.enumerated() {
      add("header \(number)", section.header)
      for row in section.rows { add("tag \(row.tag)", row.height) }
      add("footer \(number)", section.footer)
    }
    return found
  }

  /// What is in view at an offset.
  func expected(at offset: Double) -> [Extent] {
    guard list.viewportSize.height > 0 else { return [] }
    let bottom = offset + list.viewportSize.height
    return content.filter { $0.top < bottom && $0.top + $0.height > offset }
  }

  /// What the list says it shows.
  var displayed: [Extent] {
    list.display.elements.map { element in
      let name: String =
        switch element.kind {
        case .row: "tag \((element.view as? TagCell)?.tag ?? -1)"
        case .header: "header \(list.indexOfHeader(element.view))"
        case .footer: "footer \(list.indexOfFooter(element.view))"
        case .supplement(let kind): kind
        }
      return Extent(name: name, top: element.frame.minY, height: element.frame.size.height)
    }
  }

  /// What is wrong with what the list shows, whether or not rows out of view have been measured.
  var fault: String? {
    let displayed = displayed
    if let fault = faults.first { return fault }
    if displayed.count != shown.count {
      return "\(shown.count) are displayed by the books, \(displayed.count) by the list"
    }
    let all = content.map(\.name)
    let viewport = list.display.viewport
    guard let first = displayed.first, let last = displayed.last else {
      return all.isEmpty || viewport.size.height <= 0 ? nil : "nothing is displayed of \(all.count)"
    }
    guard let start = all.firstIndex(of: first.name), all[start...].starts(with: displayed.map(\.name)) else {
      return "displayed are \(displayed.map(\.name)), not a part of \(all)"
    }
    for (extent, true_) in zip(displayed, content[start...]) where extent.height != true_.height {
      return "\(extent.name) has height \(extent.height)"
    }
    for (above, below) in zip(displayed, displayed.dropFirst()) where above.top + above.height != below.top {
      return "\(below.name) does not stand below \(above.name)"
    }
    if first.top > viewport.minY || first.top + first.height <= viewport.minY {
      return "\(first.name) is not the first"
    }
    let bottom = min(viewport.maxY, list.contentSize.height)
    if last.top >= bottom || last.top + last.height < bottom { return "\(last.name) is not the last of \(displayed)" }
    if viewport.minY < 0 || viewport.minY > max(0, list.contentSize.height - viewport.size.height) {
      return "offset \(viewport.minY) is outside the content"
    }
    return nil
  }

  /// Scrolls through everything, so that every row is measured.
  func measureAll() {
    let height = list.viewportSize.height
    list.viewportSize.height = 10
    defer { list.viewportSize.height = height }
    list.contentOffset = 0
    while true {
      list.layoutIfNeeded()
      let before = list.contentOffset
      list.display.scroll(by: 3)
      if list.contentOffset == before { break }
    }
    list.contentOffset = 0
  }
}

extension ListView {
  func indexOfHeader(_ view: ListCell) -> Int {
    (0..<numberOfSections).first { headerView(forSection: $0) === view } ?? -1
  }

  func indexOfFooter(_ view: ListCell) -> Int {
    (0..<numberOfSections).first { footerView(forSection: $0) === view } ?? -1
  }
}
