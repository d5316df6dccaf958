import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerModelTests {
  /// A world of random cards, which grows, shrinks and changes.
  private struct History {
    let world: ViewerWorld
    var random: SeededGenerator
    var next: Int

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let hasHeaders = Bool.random(using: &random)
      var sections: [ViewerWorld.Section] = []
      var next = 0
      for index in 0..<Int.random(in: 1...3, using: &random) {
        let numbers = next..<next + Int.random(in: 0...9, using: &random)
        let items = numbers.map { WorldItem($0, ViewerWorld.card($0, using: &random)) }
        next = numbers.upperBound
        sections.append(.init(title: hasHeaders ? SafeText("section \(index)") : nil, items: items))
      }
      var options = ViewerOptions()
      if hasHeaders { options.pinsHeaders = Bool.random(using: &random) }
      options.wide = .random(in: 40...130, using: &random)
      options.measure = .random(in: 10...100, using: &random)
      for item in sections.flatMap(\.items) { item.isHidden = Int.random(in: 0..<6, using: &random) == 0 }
      world = ViewerWorld(sections, size: Self.size(using: &random), options: options)
      (self.random, self.next) = (random, next)
    }

    static func size(using random: inout SeededGenerator) -> ScreenSize {
      ScreenSize(columns: .random(in: 1...130, using: &random), rows: .random(in: 1...40, using: &random))
    }

    private static let keys =
      "jjjjkkkgGb      nNoyx?qhll:".map { Key.character($0) } + [
        .enter, .escape, .control("d"), .control("u"), .control("e"), .control("y"), .backspace, .left, .home, .end,
      ]

    /// Something that a person does, and its name.
    mutating func event() -> TerminalEvent {
      let size = world.viewer.size
      let point = ScreenPoint(
        row: .random(in: 0..<size.rows, using: &random), column: .random(in: 0..<size.columns, using: &random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return .wheel(Bool.random(using: &random) ? .up : .down, at: point)
      case 1: return .click(at: point)
      case 2: return .resize(Self.size(using: &random))
      case 3: return .paste("item\n\u{1B}[2J")
      default: return .key(Self.keys.randomElement(using: &random) ?? .enter)
      }
    }

    /// Inserts, deletes, replaces, hides or shows an item, and returns what was done.
    mutating func change() throws(ListUpdateError) -> String {
      let section = Int.random(in: world.sections.indices, using: &random)
      let count = world.sections[section].items.count
      let place = Int.random(in: 0...count, using: &random)
      let path = ListPath(row: place, section: section)
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let inserted = Int.random(in: 1...4, using: &random)
        let items = (0..<inserted).map { WorldItem(next + $0, ViewerWorld.card(next + $0, using: &random)) }
        next += inserted
        world.sections[section].items.insert(contentsOf: items, at: place)
        try world.list.insertRows(at: items.indices.map { ListPath(row: place + $0, section: section) })
        return "insert \(inserted) at \(path)"
      case 2 where place < count:
        world.sections[section].items.remove(at: place)
        try world.list.deleteRows(at: [path])
        return "delete \(path)"
      case 3 where place < count:
        world.sections[section].items[place].card = ViewerWorld.card(next, using: &random)
        try world.list.reloadRows(at: [path])
        return "reload \(path)"
      default:
        guard let item = world.sections.flatMap(\.items).randomElement(using: &random) else { return "nothing" }
        item.isHidden.toggle()
        for element in world.list.display.elements { (element.view as? CardCell)?.setNeedsDisplay() }
        world.list.display.remeasure()
        return "\(item.isHidden ? "hide" : "show") \(item.number)"
      }
    }
  }

  /// Compares what the viewer shows with what it should show.
  private func check(_ world: ViewerWorld, _ label: () -> String) {
    let viewer = world.viewer
    let frame = viewer.frame
    let slow = SlowViewer(world)
    let layout = viewer.layout
    var faults: [String] = []
    if frame.size != viewer.size || frame.lines.count > frame.size.rows { faults.append("too many lines") }
    if frame.lines.contains(where: { $0.width > frame.size.columns }) { faults.append("too wide") }
    // In a single row a prompt is all there is.
    if let body = slow.body, frame.size.rows > 1 || viewer.prompt == nil {
      let expected = body.map { SafeText($0, limits: .body).truncated(to: frame.size.columns).string }
      let shown = frame.lines.map(\.string).prefix(layout.bodyRows)
      let missing = [String](repeating: "", count: layout.bodyRows - shown.count)
      let trimmed = { (line: String) in String(line.reversed().drop { $0 == " " }.reversed()) }
      if (shown + missing).map(trimmed) != expected.map(trimmed) {
        faults.append("\((shown + missing).joined(separator: "\n"))\ninstead of\n\(expected.joined(separator: "\n"))")
      }
    }
    if let top = slow.top, top < 0 || top > max(0, slow.lines.count - layout.bodyRows) {
      faults.append("the top is \(top)")
    }
    let display = world.list.display
    if let selected = world.selected {
      let frame = display.selectedFrame ?? ListRect(x: 0, y: -1, width: 0, height: 0)
      if selected.isHidden, !slow.tops.isEmpty { faults.append("\(selected.number) is selected and hidden") }
      let viewport = display.uncoveredViewport
      if slow.top != nil, !selected.isHidden, frame.maxY <= viewport.minY || frame.minY >= viewport.maxY {
        faults.append("\(selected.number) is selected and out of view")
      }
    } else if !slow.tops.isEmpty {
      faults.append("nothing is selected")
    }
    if !faults.isEmpty { Issue.record("\(label()): \(faults.joined(separator: "; "))") }
  }

  @Test func `any sequence of events shows what the list, drawn as a whole, has there`() throws {
    for seed in UInt64(0)..<Sample.of(1000, few: 6) {
      var history = History(seed: seed)
      let world = history.world
      let depth = ColorDepth.allCases[Int(seed % 4)]
      let isASCII = seed.isMultiple(of: 5)
      var screen = Screen(depth: depth, hasHyperlinks: seed.isMultiple(of: 3))
      var grid = TerminalGrid(columns: 130, rows: 40, dialect: .screen) { TextWidth.width(of: $0) }
      check(world) { "seed \(seed), at first" }
      for step in 0..<30 {
        var name: String
        if Int.random(in: 0..<4, using: &history.random) == 0 {
          name = ""
          try world.viewer.keepingPosition { () throws(ListUpdateError) in name = try history.change() }
        } else if Int.random(in: 0..<15, using: &history.random) == 0 {
          world.viewer.hasSideColumn.toggle()
          name = "side column"
        } else {
          let event = history.event()
          _ = world.viewer.handle(event)
          name = "\(event)"
        }
        let label = { "seed \(seed), step \(step), \(name), \(world.viewer.size)" }
        check(world, label)
        var frame = world.viewer.frame
        if isASCII { frame = Frame(size: frame.size, lines: frame.lines.map(\.asciiOnly), cursor: frame.cursor) }
        try grid.feed(screen.bytes(showing: frame))
        let cells = FrameSamples.cells(of: frame, depth: depth, hasHyperlinks: screen.hasHyperlinks)
        let rows = grid.rows.map(FrameSamples.withoutBlanksAtEnd)
        let blank = [[TerminalGrid.Cell]](repeating: [], count: 40)
        if (rows + blank).prefix(40) != (cells + blank).prefix(40) { Issue.record("\(label()): bytes") }
        if isASCII, grid.lines.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) {
          Issue.record("\(label()): not ASCII")
        }
        #expect(screen.bytes(showing: isASCII ? frame : world.viewer.frame).isEmpty, "\(label())")
      }
    }
  }

  @Test func `the selected card stays where it was when others come, go or change`() throws {
    for seed in UInt64(0)..<Sample.of(2000, few: 12) {
      var history = History(seed: seed)
      let world = history.world
      for step in 0..<12 {
        for _ in 0..<3 { _ = world.viewer.handle(history.event()) }
        while world.viewer.prompt != nil || world.viewer.overlay != nil { try world.press("<esc>") }
        try world.press("<esc>")
        guard let selected = world.selected, let path = world.selectedPath, !selected.isHidden else { continue }
        let before = SlowViewer(world)
        guard let line = before.tops[selected.number], let top = before.top else { continue }
        let row = line - top
        let height = selected.height(columns: world.viewer.layout.cardColumns)
        let display = world.list.display
        let covered = Int(display.uncoveredViewport.minY - display.viewport.minY)
        // Out of view, since no other row is in view either.
        if row + height <= covered || row >= world.viewer.layout.bodyRows { continue }
        let isAlone = world.viewer.rowsInView.count == 1
        var name = ""
        try world.viewer.keepingPosition { () throws(ListUpdateError) in name = try history.change() }
        let after = SlowViewer(world)
        if after.tops[selected.number] != nil, name != "reload \(path)" {
          let top = after.top(showing: selected.number, inRow: row)
          if after.top != top || world.selected !== selected {
            Issue.record("seed \(seed), step \(step), \(name): \(selected.number) is not in row \(row)")
          }
        } else if !isAlone, let new = world.selected.flatMap({ after.tops[$0.number] }) {
          let shown = (after.tops.filter { $0.value <= new }.count, before.tops.filter { $0.value <= line }.count)
          if abs(shown.0 - shown.1) > 1 {
            Issue.record("seed \(seed), step \(step), \(name): \(world.selected?.number ?? -1) is not near \(row)")
          }
        }
      }
    }
  }
}
