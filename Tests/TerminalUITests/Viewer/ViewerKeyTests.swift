import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerKeyTests {
  private func world(_ count: Int = 20, columns: Int = 80, rows: Int = 17) -> ViewerWorld {
    ViewerWorld(ViewerWorld.plainCards(count), size: ScreenSize(columns: columns, rows: rows))
  }

  /// Presses each key of a binding in a new world, after others, and returns what is selected then.
  private func selected(after former: String = "", _ keys: String...) throws -> [Int?] {
    try keys.map { key in
      let world = world()
      try world.press(former + key)
      return world.selected?.number
    }
  }

  @Test func `the first row is selected at first, and each key is bound once`() {
    #expect(world().selected?.number == 0)
    #expect(world(0).selected == nil)
    let keys = Viewer.allOwnBindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `keys select the next and the previous item`() throws {
    #expect(try selected("j", "<down>", "<c-n>") == [1, 1, 1])
    #expect(try selected(after: "jj", "k", "<up>", "<c-p>") == [1, 1, 1])
    #expect(try selected(after: "jjj", "g", "<home>") == [0, 0])
    #expect(try selected("G", "<end>") == [19, 19])
    #expect(try selected("gg", "GG", "GGk", "ggj") == [0, 19, 18, 1])
  }

  @Test func `at the ends the selection stays and says so`() throws {
    let world = world(3)
    try world.press("k")
    #expect(world.selected?.number == 0)
    #expect(world.text.last?.contains("this is the first item") == true)
    try world.press("jjj")
    #expect(world.selected?.number == 2)
    #expect(world.text.last?.contains("this is the last item") == true)
    try world.press("G")
    #expect(world.selected?.number == 2)
    try world.press("x")
    #expect(world.text.last?.contains("x does nothing") == true)
    try world.press("k")
    #expect(world.text.last?.hasPrefix(" status") == true, "a message is shown until the next key")
  }

  @Test func `pages turn by the rows of the list, less one line`() throws {
    for key in [" ", "<pgdn>", "<c-f>"] {
      let world = world()
      try world.press(key)
      #expect(world.list.contentOffset == 15)
      #expect(world.selected?.number == 4, "the first that begins in view, at 16")
      try world.press(key)
      #expect(world.list.contentOffset == 30)
    }
    for key in ["b", "<pgup>", "<c-b>"] {
      let world = world()
      try world.press("  " + key)
      #expect(world.list.contentOffset == 15)
      try world.press(key)
      #expect(world.list.contentOffset == 0 && world.selected?.number == 0)
    }
    let world = world()
    try world.press("<c-d>")
    #expect(world.list.contentOffset == 8 && world.selected?.number == 2)
    try world.press("<c-d><c-d><c-u>")
    #expect(world.list.contentOffset == 16 && world.selected?.number == 4)
    try world.press("          ")
    #expect(world.selected?.number == 19)
    try world.press("bbbbbbbbbb")
    #expect(world.selected?.number == 0)
  }

  @Test func `lines scroll by one, and the wheel by three`() throws {
    let world = world()
    try world.press("<c-e>")
    #expect(world.list.contentOffset == 1 && world.selected?.number == 1)
    try world.press("<c-y>")
    #expect(world.list.contentOffset == 0 && world.selected?.number == 1)
    try world.press("<wheel-down>")
    #expect(world.list.contentOffset == 3 && world.selected?.number == 1)
    try world.press("<wheel-down><wheel-down>")
    #expect(world.list.contentOffset == 9 && world.selected?.number == 3)
    try world.press("<wheel-up>")
    #expect(world.list.contentOffset == 6)
  }

  @Test func `a click selects the card at its row`() throws {
    let world = world()
    try world.press("<click 5,10>")
    #expect(world.selected?.number == 1)
    try world.press("<click 16,10>")
    #expect(world.selected?.number == 1, "the status line")
    try world.press("<c-e><click 3,0>")
    #expect(world.selected?.number == 1)
    try world.press("?<click 9,0>")
    #expect(world.selected?.number == 1, "help is shown")
    try world.press("q/<click 9,0>")
    #expect(world.selected?.number == 1, "a search is typed")
  }

  @Test func `a click on the selected card opens it`() throws {
    let world = world()
    try world.press("<click 5,10>")
    #expect(world.viewer.opened == nil)
    try world.press("<click 5,10>")
    #expect(world.viewer.opened != nil && world.selected?.number == 1)
    let empty = ViewerWorld(
      [.init(title: nil, items: [])], size: ScreenSize(columns: 20, rows: 8), options: emptyOptions)
    #expect(empty.text.dropFirst(2).prefix(2).map { $0.drop { $0 == " " } } == ["nothing is here,", "press q"])
  }

  private var emptyOptions: ViewerOptions {
    var options = ViewerOptions()
    options.emptyText = "nothing is here, press q"
    return options
  }

  @Test func `a click below a pinned header selects the card at its row`() throws {
    var options = ViewerOptions()
    options.pinsHeaders = true
    let items = ViewerWorld.plainCards(5).enumerated().map { WorldItem($0, $1) }
    let world = ViewerWorld(
      [.init(title: "a section", items: items)], size: ScreenSize(columns: 40, rows: 14), options: options)
    #expect(world.text[0] == "a section" && world.text[1] == "▌ item 0")
    try world.press("<c-e><c-e><click 3,3>h")
    #expect(world.selected?.number == 1)
    try world.press("<click 0,3>")
    #expect(world.selected?.number == 1, "the header")
    try world.press("<click 1,3>")
    #expect(world.text[0] == "a section" && world.selected?.number == 0)
  }

  @Test func `only a click performs the primary action of a row`() throws {
    let world = world()
    try world.press("jG g  b<wheel-down><wheel-down><c-e><c-e>")
    #expect(world.actionCount == 0)
    try world.press("<click 5,10>")
    #expect(world.actionCount == 1)
  }

  @Test func `a card opens and closes`() throws {
    for key in ["<enter>", "l", "<right>"] {
      for back in ["h", "<left>", "<esc>", "<bs>", "q"] {
        let world = world()
        let former = world.text
        try world.press("j" + key)
        #expect(world.text[0] == "  item 1" && !world.text.contains { $0.contains("item 2") })
        try world.press(key)
        #expect(world.text[0] == "  item 1")
        try world.press("J")
        #expect(world.text[0] == "  item 2")
        try world.press("KK" + back)
        #expect(world.text == former)
      }
    }
    let empty = self.world(0)
    try empty.press("<enter>jkgG bo/a<enter>nN<c-d><wheel-down><click 0,0><esc>")
    #expect(empty.viewer.opened == nil)
  }

  @Test func `an open card scrolls, and another begins at its top`() throws {
    let text = SafeText((0..<60).map { "line \($0)" }.joined(separator: "\n"), limits: .body)
    let cards = [Card(title: "one", summary: text), Card(title: "two", summary: text)]
    let world = ViewerWorld(cards, size: ScreenSize(columns: 40, rows: 11))
    try world.press("<enter> ")
    #expect(world.text[0] == "  line 7" && world.text[10].hasPrefix(" status · 30 %"))
    try world.press("<c-e>")
    #expect(world.text[0] == "  line 8")
    try world.press("j<down>k")
    #expect(world.text[0] == "  line 9")
    try world.press("<up><wheel-up>")
    #expect(world.text[0] == "  line 5")
    try world.press("<c-d>")
    #expect(world.text[0] == "  line 10")
    try world.press("G")
    #expect(world.text[10].contains("100 %"))
    try world.press("<home>")
    #expect(world.text[10].contains("16 %"))
    for move in ["J", "/two<enter>", "/tw<enter>n"] {
      try world.press("<esc>g<enter><c-d>" + move)
      #expect(world.text[0].hasPrefix("  two"), "\(move)")
    }
    try world.press("<esc>")
    #expect(world.selected?.number == 1)
  }

  @Test func `an open card keeps the text at its top when it is wrapped to another width`() throws {
    let words = (0..<400).map { "w\($0)" }.joined(separator: " ")
    let cards = [Card(title: "one", summary: SafeText(words, limits: SafeText.Limits(clusters: 9999, lines: 99)))]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let columns = Int.random(in: 20...80, using: &random)
      let world = ViewerWorld(cards, size: ScreenSize(columns: columns, rows: 9))
      try world.press("<enter>" + String(repeating: "<c-e>", count: .random(in: 2...9, using: &random)))
      let former = world.text
      let first = world.text[0].split(separator: " ").first.map(String.init) ?? ""
      try world.press("<resize \(Int.random(in: 20...80, using: &random))x9>")
      #expect(world.text[0].split(separator: " ").map(String.init).contains(first), "\(first): \(world.text[0])")
      // However often it is wrapped, and even if all of it was in view, it comes back.
      for _ in 0..<4 {
        let (columns, rows) = (Int.random(in: 20...200, using: &random), Int.random(in: 3...120, using: &random))
        try world.press("<resize \(columns)x\(rows)>")
      }
      try world.press("<resize \(columns)x9>")
      #expect(world.text == former)
    }
  }

  @Test func `keys that do not scroll lead from the help back to the list, and do nothing there`() throws {
    let world = world(rows: 20)
    let former = world.text
    var count = 0
    world.viewer.bindings = [ViewerBinding("t", help: "trace") { _ in count += 1 }]
    for key in ["t", "/", ":", "o", "n", "z"] {
      try world.press("?" + key)
      #expect(world.text == former && count == 0, "\(key)")
    }
    #expect(world.viewer.handle(.key(.character("?"))) == nil && world.viewer.handle(.key(.control("z"))) == .suspend)
    try world.press("q/a")
    #expect(world.viewer.handle(.key(.control("z"))) == .suspend)
  }

  @Test func `on a narrow screen the help is wrapped below its keys`() throws {
    let world = world(columns: 20, rows: 60)
    try world.press("?")
    let text = world.text.joined(separator: "\n")
    #expect(
      text.hasPrefix(
        "Move\nj k ↓ ↑ ^N ^P\n  next, previous\n  item/line\nSpace b PgDn PgUp ^F\n^B\n  a page down, up\n"))
    #expect(text.contains("\n\nProgram\n? F1\n  this help\n"))
  }

  @Test func `the help has its groups side by side on a usual screen`() throws {
    let world = world(columns: 80, rows: 24)
    world.viewer.bindings = [
      ViewerBinding("]", help: "next, previous ad", group: "Ads") { _ in },
      ViewerBinding("[", help: "next, previous ad", group: "Ads") { _ in },
      ViewerBinding("t", help: "top", group: "Move") { _ in },
    ]
    try world.press("?")
    #expect(world.text[1].hasPrefix("j k ↓ ↑ ^N ^P  next, previous item/line Enter"))
    #expect(
      world.text.contains("] [            next, previous ad")
        || world.text.contains { $0.hasSuffix(" ] [            next, previous ad") })
    let top = try #require(world.text.firstIndex { $0.contains("t              top") })
    let found = try #require(world.text.firstIndex { $0.contains("Read and find") })
    #expect(world.text[0].hasPrefix("Move") && (top < found || world.text[0].contains("Read and find")))
    #expect(world.text.last?.contains("1–") == false, "all of it is on the screen: \(world.text)")
  }

  @Test func `beside a wide list the open card follows what is selected`() throws {
    let world = world(columns: 130, rows: 30)
    try world.press("<enter>")
    #expect(world.text[0].contains("item 0") && world.text[0].contains("│ item 0"))
    try world.press("J")
    #expect(world.text[0].contains("│ item 1"))
    try world.press("<click 9,4>")
    #expect(world.text[0].contains("│ item 2"))
    try world.press("<click 13,90>")
    #expect(world.text[0].contains("│ item 2"), "the open card is not the list")
    try world.press("<resize 60x30>")
    #expect(world.text[0] == "  item 2")
    try world.press("h")
    #expect(world.selected?.number == 2)
  }

  @Test func `help lists every key and closes`() throws {
    for key in ["?", "<f1>"] {
      for back in ["q", "h", "<esc>", "<left>", "<bs>", "?", "<enter>"] {
        let world = world(rows: 60)
        let former = world.text
        world.viewer.bindings = [ViewerBinding("]", help: "next ad") { _ in }]
        try world.press(key)
        #expect(world.text[0].contains("Move") && world.text[1].contains("next, previous item"))
        #expect(world.text.contains { $0.contains("]              next ad") })
        for binding in Viewer.allOwnBindings {
          #expect(world.text.joined(separator: " ").contains(binding.help.string.prefix(20)))
        }
        #expect(world.text.last?.contains("keys") == true && world.text.last?.contains("q back") == true)
        try world.press(back)
        #expect(world.text == former)
      }
    }
    let world = world(rows: 6)
    try world.press("?j")
    #expect(world.viewer.overlay?.pager.top == 1 && world.selected?.number == 0)
    try world.press("G")
    #expect(world.text[4].hasSuffix("interrupt"), "the end")
    try world.press("g ")
    #expect(world.viewer.overlay?.pager.top == 4)
    try world.press("<wheel-up>k<c-u>b")
    #expect(world.viewer.overlay?.pager.top == 0)
  }

  @Test func `the client's keys come first`() throws {
    let world = world()
    var count = 0
    world.viewer.bindings = [ViewerBinding("jz", help: "count") { _ in count += 1 }]
    try world.press("jz")
    #expect(count == 2 && world.selected?.number == 0)
  }

  @Test func `requests are handed to the program`() throws {
    #expect(try world().press("q") == .quit)
    #expect(try world().press("<c-c>") == .interrupt)
    #expect(try world().press("<c-z>") == .suspend)
    #expect(try world().press("<c-l>") == .redraw)
    #expect(try world().press("?q") == nil)
    #expect(try world().press("<enter>qq") == .quit)
  }

  @Test func `searches go on, repeat and turn round`() throws {
    let world = world()
    try world.press("n")
    #expect(world.text.last?.contains("nothing has been searched for yet") == true)
    try world.press("/<enter>")
    #expect(world.text.last?.contains("nothing has been searched for yet") == true)
    try world.press("/item 1<enter>")
    #expect(world.selected?.number == 1)
    try world.press("n")
    #expect(world.selected?.number == 10)
    try world.press("/<enter>")
    #expect(world.selected?.number == 11)
    try world.press("NN")
    #expect(world.selected?.number == 1)
    try world.press("N")
    #expect(world.selected?.number == 19)
    try world.press("/absent<enter>")
    #expect(world.text.last?.contains("nothing found") == true && world.selected?.number == 19)
  }

  @Test func `a prompt is edited as in a shell`() throws {
    let world = world()
    try world.press("/ab c<c-w>d<bs>e")
    #expect(world.text.last == "/ab e")
    #expect(world.viewer.frame.cursor == ScreenPoint(row: 16, column: 5))
    _ = world.viewer.handle(.paste("x\n\u{1B}y"))
    #expect(world.text.last == "/ab ex ␛y")
    try world.press("<c-u>")
    #expect(world.text.last == "/")
    try world.press("<bs>")
    #expect(world.viewer.prompt == nil && world.viewer.frame.cursor == nil)
    for cancel in ["<esc>", "<c-c>", "<c-g>"] {
      #expect(try world.press("/item 9" + cancel) == nil)
      #expect(world.viewer.prompt == nil && world.selected?.number == 0)
    }
    _ = world.viewer.handle(.paste("jjj"))
    #expect(world.selected?.number == 0, "pasted text is no keys")
    try world.press(":")
    _ = world.viewer.handle(.paste(String(repeating: "0123456789", count: 30)))
    _ = world.viewer.handle(.paste("more"))
    try world.press("x")
    #expect(world.text.last?.count == 79)
    #expect(world.viewer.frame.cursor == ScreenPoint(row: 16, column: 79))
    #expect(world.viewer.prompt?.editor.text.count == LineEditor.limit)
  }

  @Test func `up and down go through the texts that were searched for`() throws {
    let world = world()
    try world.press("/one<enter>/two<enter>/one<enter>/thr")
    for (key, line) in [
      ("<up>", "/one"), ("<up>", "/two"), ("<up>", "/two"), ("<down>", "/one"), ("<down>", "/thr"), ("<down>", "/thr"),
      ("<c-p>", "/one"), ("<c-n>", "/thr"),
    ] {
      try world.press(key)
      #expect(world.text.last == line)
    }
    try world.press("<esc>/<up><up><bs>m 2<enter>:<up>")
    #expect(world.text.last == ":", "a row is no search")
    try world.press("<esc>/<up>")
    #expect(world.text.last == "/twm 2")
  }

  @Test func `in ASCII the help names arrows by words`() throws {
    var options = ViewerOptions()
    options.isASCII = true
    let world = ViewerWorld(ViewerWorld.plainCards(2), size: ScreenSize(columns: 60, rows: 60), options: options)
    try world.press("?")
    let text = world.text.joined(separator: "\n")
    #expect(text.contains("j k Down Up ^N ^P") && text.contains("Enter l Right") && text.contains("h Left Backspace"))
    try world.press("q")
    #expect(world.text[0] == "| item 0")
    let spoken = world.viewer.takeAnnouncement().map(\.string)
    #expect(!(spoken + [text]).joined().contains { !$0.isASCII })
  }

  @Test func `commands are passed on without spaces`() throws {
    let world = world()
    try world.press(": 12  <enter>:   <enter>:bad<enter>")
    #expect(world.commands == ["12", "bad"])
    #expect(world.text.last?.contains("no such command") == true)
    #expect(world.moveCount == 2)
  }

  @Test func `a link is opened after its host was confirmed`() throws {
    let link = try SafeLink("https://www.example.com/a?b")
    let world = ViewerWorld([Card(title: "a", link: link), Card(title: "b")], size: ScreenSize(columns: 40, rows: 9))
    try world.press("o")
    #expect(world.text.last == "open www.example.com/a?b [Y/n] ")
    #expect(try world.press("y") == .open(link))
    #expect(try world.press("oY") == .open(link))
    #expect(try world.press("o<enter>") == .open(link))
    #expect(try world.press("o<esc>") == nil)
    #expect(try world.press("on") == nil)
    #expect(world.viewer.searched == nil, "the answer is not a key of the list")
    try world.press("jo")
    #expect(world.text.last?.contains("this item has no link") == true)
  }

  @Test func `a side column shows what the delegate returns`() throws {
    let world = world()
    world.viewer.hasSideColumn.toggle()
    #expect(world.text[0].hasPrefix("#0 ") && world.text[0].contains("│▌ item 0"))
    #expect(world.text[4].hasPrefix("#1 "))
    try world.press("<click 4,5>")
    #expect(world.selected?.number == 0, "the side column is not the list")
    try world.press("<click 4,60>")
    #expect(world.selected?.number == 1)
    try world.press("<resize 29x9>")
    #expect(world.text[0].hasPrefix("  item") || world.text[0].hasPrefix("▌ item"))
    world.viewer.hasSideColumn.toggle()
    #expect(!world.text.contains { $0.contains("#") })
  }

  @Test func `lines of the client are shown until they are closed`() throws {
    let world = world(rows: 9)
    world.viewer.show((0..<30).map { CardLine([.init(SafeText("call \($0)"))]) }, titled: "calls")
    #expect(world.text[0] == "call 0" && world.text[8].contains("calls · 1–8 of 30"))
    try world.press("G")
    #expect(world.text[7] == "call 29")
    try world.press("<resize 20x40>")
    #expect(world.text[29] == "call 29")
    try world.press("q")
    #expect(world.text[0] == "▌ item 0")
  }

  /// A delegate that changes the viewer wherever it is asked.
  private final class Meddler: ViewerDelegate {
    private func meddle(_ viewer: Viewer) {
      viewer.hasSideColumn.toggle()
      viewer.bindings.append(ViewerBinding("w", help: "nothing") { _ in })
      viewer.say("changed")
      viewer.show([CardLine([.init("lines")])], titled: "shown")
      _ = viewer.handle(.resize(ScreenSize(columns: viewer.size.columns ^ 1, rows: viewer.size.rows)))
      _ = viewer.handle(.key(.character("q")))
      _ = viewer.handle(.paste("text"))
      viewer.redrawCards()
      _ = viewer.selectedCell
      _ = viewer.takeAnnouncement()
    }

    func statusItems(of viewer: Viewer) -> [SafeText] { ["status"] }

    func viewer(
      _ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool
    ) -> SafeText? {
      meddle(viewer)
      return nil
    }

    func viewer(_ viewer: Viewer, perform command: String) -> SafeText? {
      meddle(viewer)
      return nil
    }

    func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine] {
      viewer.say("asked")
      return []
    }

    func viewerDidMove(_ viewer: Viewer) { meddle(viewer) }
  }

  @Test func `a delegate and a binding may change the viewer wherever they are called`() throws {
    let world = world()
    let meddler = Meddler()
    world.viewer.delegate = meddler
    world.viewer.bindings = [ViewerBinding("z", help: "all of it") { meddler.viewerDidMove($0) }]
    for script in [
      "j", "z", "<wheel-down>", " ", "/a<enter>", "n", ":1<enter>", "<enter>", "jz", "/b<enter>", "h", "?z",
    ] {
      try withExtendedLifetime(meddler) { _ = try world.press(script) }
      let frame = world.viewer.frame
      #expect(frame.lines.count == frame.size.rows && world.selected != nil, "\(script)")
    }
  }

  @Test func `options without sense still make a layout`() throws {
    var options = ViewerOptions()
    (options.measure, options.wide) = (-5, -5)
    let world = ViewerWorld(ViewerWorld.plainCards(3), size: ScreenSize(columns: 9, rows: 6), options: options)
    try world.press("<enter>j<click 0,0><resize 1x1>h<resize 2x2><enter><resize 30x9>")
    #expect(world.viewer.frame.lines.allSatisfy { $0.width <= 30 })
  }

  @Test func `a message ends with the next key, turn of the wheel or click`() throws {
    for event in ["j", "<wheel-down>", "<click 0,4>"] {
      let world = ViewerWorld(ViewerWorld.plainCards(9), size: ScreenSize(columns: 60, rows: 9))
      try world.press("k")
      #expect(world.text.last?.contains("this is the first item") == true)
      try world.press(event)
      #expect(world.text.last?.contains("this is the first item") == false, "\(event)")
    }
  }
}
