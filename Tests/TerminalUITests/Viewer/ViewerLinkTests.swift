import Documents
import Testing

@testable import TerminalUI

@Suite struct ViewerLinkTests {
  /// A world whose first item has links, and whose second one has none.
  private func world(links: Int) -> ViewerWorld {
    let world = ViewerWorld(ViewerWorld.plainCards(2), size: ScreenSize(columns: 60, rows: 20))
    let inlines = (1...max(1, links)).map { number in
      Document.Inline.link(address: "https://\(number).example/", [.text("word \(number) ")])
    }
    world.sections[0].items[0].body = Document(links == 0 ? [] : [.paragraph(inlines)])
    return world
  }

  @Test func `a number and Enter ask to open that link`() throws {
    let world = world(links: 12)
    for (number, key) in [("3", "<enter>"), ("12", "<enter>"), ("4", "o")] {
      try world.press("<esc><enter>\(number)")
      #expect(world.text.last?.hasPrefix(" link \(number) of 12; Enter opens it") == true)
      try world.press(key)
      #expect(world.text.last?.hasPrefix("open \(number).example? https://\(number).example/ [Y/n]") == true)
      #expect(try world.press("y") == .open(SafeLink("https://\(number).example/")))
    }
  }

  @Test func `a number and o ask to open that link in the list, too`() throws {
    let world = world(links: 12)
    try world.press("12o")
    #expect(world.text.last?.hasPrefix("open 12.example? https://12.example/ [Y/n]") == true)
    try world.press("n13o")
    #expect(world.text.last?.hasPrefix(" the last link is 12") == true)
  }

  @Test func `a narrow screen shows the host and what it can of the address`() throws {
    let world = ViewerWorld(
      [Card(title: "a", link: try SafeLink("https://me@harbour.example/2026/07/01/the-gun-on-the-mole.html"))],
      size: ScreenSize(columns: 100, rows: 9))
    for (columns, question) in [
      (100, "open harbour.example? https://me@harbour.example/2026/07/01/the-gun-on-the-mole.html [Y/n] "),
      (60, "open harbour.example/2026/07/01/the…on-the-mole.html [Y/n] "),
      (40, "open harbour.example/2026…e.html [Y/n] "), (20, "open …xample [Y/n] "), (9, "… [Y/n] "),
    ] {
      try world.press("<resize \(columns)x9>o")
      #expect(world.text.last == question)
      try world.press("n")
    }
  }

  @Test func `the host in the question is one that a person can read`() throws {
    for (address, columns, question) in [
      ("https://m%C3%BCnchen.de/tor", 60, "open münchen.de? https://m%C3%BCnchen.de/tor [Y/n] "),
      ("https://münchen.de/tor/neuhauser-tor", 40, "open münchen.de/tor/…er-tor [Y/n] "),
      ("https://пример.рф/", 70, "open пример.рф/ [Y/n] "),
      ("https://\u{430}pple.com/", 60, "open %d0%b0pple.com? https://%D0%B0pple.com/ [Y/n] "),
    ] {
      let world = ViewerWorld(
        [Card(title: "a", link: try SafeLink(address))], size: ScreenSize(columns: columns, rows: 9))
      try world.press("o")
      #expect(world.text.last == question)
    }
  }

  @Test func `a click on a link of an open item asks to open it`() throws {
    for (columns, left) in [(60, 2), (130, 66)] {
      let world = world(links: 12)
      try world.press("<resize \(columns)x20><enter>")
      let row = try #require(world.text.firstIndex { $0.contains("word 1") })
      #expect(try world.press("<click \(row),\(left + 1)>y") == .open(SafeLink("https://1.example/")))
      #expect(try world.press("<click \(row),\(left + 14)>y") == .open(SafeLink("https://2.example/")))
      #expect(try world.press("<click 0,\(left)>y") == nil, "the title")
      #expect(try world.press("?<click \(row),\(left + 1)>y") == nil, "the help is shown")
    }
  }

  @Test func `a number that is too great says so`() throws {
    let world = world(links: 2)
    #expect(try world.press("<enter>3<enter>y") == nil)
    try world.press("99999999999999999999<enter>")
    #expect(world.text.last?.hasPrefix(" the last link is 2") == true)
    #expect(try world.press("2<enter>y") == .open(SafeLink("https://2.example/")))
  }

  @Test func `another key ends the number and does its work`() throws {
    let world = world(links: 2)
    #expect(try world.press("<enter>1<c-l>") == .redraw)
    try world.press("1h")
    #expect(world.viewer.opened == nil)
    try world.press("<enter>")
    #expect(world.viewer.opened != nil && world.viewer.prompt == nil, "Enter opens the item again")
  }

  @Test func `a number can be corrected and taken back`() throws {
    let world = world(links: 12)
    #expect(try world.press("<enter>012<bs><enter>y") == .open(SafeLink("https://1.example/")))
    try world.press("1<esc>")
    #expect(world.viewer.opened != nil && world.text.last?.hasPrefix(" status") == true)
    try world.press("<enter>")
    #expect(world.viewer.opened != nil && world.viewer.prompt == nil)
  }

  @Test func `a number ends with its page`() throws {
    let world = world(links: 2)
    try world.press("<resize 130x20><enter>2<click 5,4>")
    #expect(world.text[0].contains("│ item 1"))
    #expect(try world.press("<enter>y") == nil)
  }

  @Test func `an item without links says so`() throws {
    let world = world(links: 0)
    try world.press("<enter>1<enter>")
    #expect(world.text.last?.hasPrefix(" this item has no link with a number") == true)
  }

  @Test func `a number before another key repeats it`() throws {
    let world = ViewerWorld(ViewerWorld.plainCards(30), size: ScreenSize(columns: 60, rows: 20))
    try world.press("12j")
    #expect(world.selected?.number == 12)
    try world.press("3k")
    #expect(world.selected?.number == 9)
    try world.press("12<bs>j")
    #expect(world.selected?.number == 10, "the last digit was taken back")
    try world.press("7<esc>j")
    #expect(world.selected?.number == 11, "the number was taken back")
    try world.press("999999j")
    #expect(world.selected?.number == 29)
    #expect(world.text.last?.hasPrefix(" this is the last item") == true)
    try world.press("0")
    #expect(world.text.last?.hasPrefix(" 0 does nothing") == true)
    try world.press("4?")
    #expect(world.viewer.overlay != nil)
    try world.press("q5<enter>")
    #expect(world.viewer.opened != nil)
    #expect(try world.press("3q") == .quit, "back first, then the end")
  }

  @Test func `G after a number goes to that row`() throws {
    let world = ViewerWorld(ViewerWorld.plainCards(30), size: ScreenSize(columns: 60, rows: 20))
    try world.press("12G")
    #expect(world.commands == ["12"])
    try world.press("7g")
    #expect(world.commands == ["12", "7"])
  }

  @Test func `a link that is refused says why`() throws {
    var card = Card(title: "a")
    card.linkError = .linkScheme("tel")
    let world = ViewerWorld([card, Card(title: "b")], size: ScreenSize(columns: 60, rows: 9))
    for (keys, words) in [
      ("o", "links with the scheme tel are not shown"), ("y", "links with the scheme tel"),
      ("jo", "this item has no link"),
    ] {
      #expect(try world.press(keys) == nil && world.text.last?.hasPrefix(" \(words)") == true, "\(keys)")
    }
  }
}
