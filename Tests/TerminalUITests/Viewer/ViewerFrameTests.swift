import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerFrameTests {
  private func world(_ count: Int = 30, seed: UInt64 = 7, size: ScreenSize) -> ViewerWorld {
    var random = SeededGenerator(seed: seed)
    return ViewerWorld((0..<count).map { ViewerWorld.card($0, using: &random) }, size: size)
  }

  @Test func `at every size the frame fits, and the selected row is in view`() throws {
    var options = ViewerOptions()
    options.pinsHeaders = true
    var random = SeededGenerator(seed: 3)
    let sections = (0..<3).map { section in
      ViewerWorld.Section(
        title: "a section", items: (0..<6).map { WorldItem($0, ViewerWorld.card($0, using: &random)) })
    }
    let world = ViewerWorld(sections, size: ScreenSize(columns: 80, rows: 24), options: options)
    for state in ["", "<enter>", "h?", "<esc>/a text of many words that does not fit", "<esc>jjjjjjj"] {
      try world.press(state)
      for columns in (1...130).sampled(oneIn: 20) {
        for rows in (1...40).sampled(oneIn: 5) {
          let size = ScreenSize(columns: columns, rows: rows)
          _ = world.viewer.handle(.resize(size))
          let frame = world.viewer.frame
          let display = world.list.display
          let viewport = display.uncoveredViewport
          let isInView = display.selectedFrame.map { $0.minY < viewport.maxY && $0.maxY > viewport.minY }
          let fits = frame.lines.count <= rows && frame.lines.allSatisfy { $0.width <= columns }
          if frame.size != size || !fits || isInView != true { Issue.record("\(state), \(columns)x\(rows)") }
          if rows > 1, frame.lines.count != rows { Issue.record("\(state), \(columns)x\(rows): no status") }
        }
      }
    }
  }

  @Test func `a screen of one row shows what is asked`() throws {
    let world = world(size: ScreenSize(columns: 12, rows: 1))
    let former = world.text
    try world.press("/ab")
    #expect(world.text == ["/ab"])
    #expect(world.viewer.frame.cursor == ScreenPoint(row: 0, column: 3))
    try world.press("<esc>")
    #expect(world.text == former)
  }

  /// The bytes for the next frame.
  private func bytes(_ screen: inout Screen, _ world: ViewerWorld, ascii: Bool = false) -> [UInt8] {
    let frame = world.viewer.frame
    let lines = ascii ? frame.lines.map(\.asciiOnly) : frame.lines
    return screen.bytes(showing: Frame(size: frame.size, lines: lines, cursor: frame.cursor))
  }

  @Test func `nothing is written when nothing has changed`() throws {
    let world = world(size: ScreenSize(columns: 80, rows: 24))
    var screen = Screen(depth: .trueColor, hasHyperlinks: true)
    _ = bytes(&screen, world)
    for script in ["", "<wheel-up>", "<resize 80x24>", "<esc>", "<c-l>", "<click 23,4>"] {
      try world.press(script)
      #expect(bytes(&screen, world).isEmpty, "\(script)")
    }
    world.viewer.redrawCards()
    world.viewer.keepingPosition {}
    #expect(bytes(&screen, world).isEmpty)
  }

  @Test func `moving the selection by a row without scrolling writes at most 600 bytes`() throws {
    for seed in UInt64(0)..<Sample.of(100, few: 1) {
      for depth in ColorDepth.allCases {
        let world = world(seed: seed, size: ScreenSize(columns: 80, rows: 24))
        var screen = Screen(depth: depth, hasHyperlinks: depth > .named16)
        _ = bytes(&screen, world)
        for key in "jjjjjjjjkkkkkkkkjjjjjjjjjjjjjjjjjjjj" {
          let former = world.list.contentOffset
          try world.press(String(key))
          let count = bytes(&screen, world).count
          if world.list.contentOffset == former { #expect(count <= 600, "seed \(seed), \(depth)") }
        }
      }
    }
  }

  @Test func `without colours nothing but text and addresses is written`() throws {
    let world = world(size: ScreenSize(columns: 60, rows: 20))
    var screen = Screen(depth: .plain)
    for script in ["", "jj", "/a<enter>", "?", "q<enter>"] {
      try world.press(script)
      let text = String(decoding: bytes(&screen, world), as: UTF8.self)
      #expect(!text.contains(/\u{1B}\[[0-9;]*m/) && !text.contains("\u{1B}]"), "\(script)")
    }
  }

  @Test func `in twenty columns every part of a card is there`() {
    let card = Card(
      title: "A title of some words", author: "Ada", age: "3 h", summary: "A text of many more words than fit",
      link: try? SafeLink("https://example.com/x"), kind: .ad(reason: "every 6"))
    let world = ViewerWorld([card, card], size: ScreenSize(columns: 20, rows: 30))
    let lines = card.lines(columns: 18).map(\.string)
    #expect(world.text.prefix(lines.count) == ArraySlice(lines.map { "▌ " + $0 }))
  }

  @Test func `a terminal without other characters gets ASCII of the same width`() throws {
    let world = world(size: ScreenSize(columns: 60, rows: 20))
    var screen = Screen(depth: .named16)
    for script in ["", "jj", "?", "q<enter>", "/中"] {
      try world.press(script)
      #expect(bytes(&screen, world, ascii: true).allSatisfy { $0 < 0x80 }, "\(script)")
      #expect(world.viewer.frame.lines.map(\.asciiOnly.width) == world.viewer.frame.lines.map(\.width))
    }
  }
}
