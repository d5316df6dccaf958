import Documents
import ListModel

@testable import TerminalUI

/// What a viewer shows, in an obvious way: the whole list is drawn, and a part of it is cut out.
struct SlowViewer {
  private let world: ViewerWorld
  private let layout: ViewerLayout
  /// Every line of the list.
  private(set) var lines: [CardLine] = []
  /// The section of each line.
  private var sections: [Int] = []
  /// The first line of each item that is shown.
  private(set) var tops: [Int: Int] = [:]

  init(_ world: ViewerWorld) {
    self.world = world
    layout = world.viewer.layout
    for (section, value) in world.sections.enumerated() {
      if let title = value.title {
        append([SectionHeader(title: title).line(columns: layout.cardColumns)], section)
      }
      for (row, item) in value.items.enumerated() where !item.isHidden {
        tops[item.number] = lines.count
        let isSelected = world.list.indexPathsForSelectedRows == [ListPath(row: row, section: section)]
        append(item.card.lines(columns: layout.cardColumns).map { line(of: $0, isSelected: isSelected) }, section)
        append([CardLine([])], section)
      }
    }
  }

  private mutating func append(_ new: [CardLine], _ section: Int) {
    lines += new
    sections += new.map { _ in section }
  }

  private func line(of card: CardLine, isSelected: Bool) -> CardLine {
    let margin = String(repeating: " ", count: layout.margin)
    guard isSelected, layout.margin > 0 else { return CardLine([.init(SafeText(margin))] + card.runs) }
    let bar = CardLine.Run(SafeText("▌" + margin.dropFirst()), Style(bold: true, foreground: .accent))
    return CardLine([bar] + card.runs)
  }

  /// The line at the top of the viewport, found by a card that is in view; nil if only a header is.
  var top: Int? {
    let display = world.list.display
    let offset = Int(display.viewport.minY)
    for element in display.elements where element.frame.size.height > 0 {
      guard let item = (element.view as? WorldCell)?.item, let top = tops[item.number] else { continue }
      return top + offset - Int(element.frame.minY)
    }
    return lines.isEmpty ? offset : nil
  }

  /// The line that should be at the top, so that an item begins in a row of the viewport as far as the list reaches.
  func top(showing item: Int, inRow row: Int) -> Int? {
    tops[item].map { max(0, min($0 - row, lines.count - layout.bodyRows)) }
  }

  /// The lines of the frame above the status; nil if the place in the list is not known.
  var body: [String]? {
    if let overlay = world.viewer.overlay {
      return cut(overlay.pager.lines, at: overlay.pager.top, layout.bodyRows).map(\.string)
    }
    guard let opened = world.viewer.opened else { return list }
    let item = world.selected.flatMap { $0.isHidden ? nil : $0 }
    let whole = item.map { ItemPage($0.card, body: Document(text: $0.card.summary.string)) }
    let page = cut(whole?.laidOut(columns: layout.page?.columns ?? 0).lines ?? [], at: opened.top, layout.bodyRows)
    guard let pane = layout.list else {
      return page.map { $0.runs.isEmpty ? "" : String(repeating: " ", count: layout.margin) + $0.string }
    }
    return list.map { zip($0, page) }?.map { Self.padded($0, to: pane.columns) + "│ " + $1.string }
  }

  private var list: [String]? {
    guard let top else { return nil }
    var shown = cut(lines, at: top, layout.bodyRows).map(\.string)
    let pinsHeaders = world.viewer.options.pinsHeaders && layout.bodyRows > 2
    let pinned = pinsHeaders && sections.indices.contains(top) ? world.sections[sections[top]].title : nil
    if let pinned { shown[0] = SectionHeader(title: pinned).line(columns: layout.cardColumns).string }
    guard let side = layout.side else { return shown }
    var beside = [String](repeating: "", count: layout.bodyRows)
    for (number, line) in tops where beside.indices.contains(line - top) {
      beside[line - top] = String("#\(number)".prefix(side.columns))
    }
    if pinned != nil { beside[0] = "" }
    return zip(beside, shown).map { Self.padded($0, to: side.columns) + "│" + $1 }
  }

  private func cut(_ lines: [CardLine], at top: Int, _ rows: Int) -> [CardLine] {
    (top..<top + rows).map { lines.indices.contains($0) ? lines[$0] : CardLine([]) }
  }

  private static func padded(_ line: String, to columns: Int) -> String {
    let line = SafeText(line, limits: .body).truncated(to: columns)
    return line.string + String(repeating: " ", count: columns - TextWidth.width(of: line))
  }
}
