import Documents
import ListModel
import TestSupport

@testable import TerminalUI

/// An item of a world.
final class WorldItem {
  let number: Int
  var card: Card
  var isHidden = false
  /// The text of the opened item, if it is not that of the card.
  var body: Document?

  init(_ number: Int, _ card: Card) {
    self.number = number
    self.card = card
  }

  /// The height of its row, in an obvious way.
  func height(columns: Int) -> Int { isHidden ? 0 : card.lines(columns: columns).count + 1 }
}

/// The cell of an item.
final class WorldCell: CardCell {
  var item: WorldItem?
  override var card: Card? { item?.card }
  override var page: ItemPage? {
    item.flatMap { item in item.body.map { ItemPage(item.card, body: $0) } } ?? super.page
  }
  override var isHidden: Bool { item?.isHidden ?? false }
}

/// A list of items in sections with or without headers, a viewer of it, and its delegate, which searches titles and texts.
final class ViewerWorld: ListDataSource, ListDelegate, ViewerDelegate {
  /// A section: its items, and the title of its header.
  struct Section {
    var title: SafeText?
    var items: [WorldItem]
  }

  let list: ListView
  var sections: [Section]
  /// The viewer; nil only while the world is made.
  private var viewerOfList: Viewer?
  /// The commands that were performed.
  private(set) var commands: [String] = []
  /// How often the selection may have changed.
  private(set) var moveCount = 0
  /// How often the primary action of a row was performed.
  private(set) var actionCount = 0
  /// What the status line says.
  var status: [SafeText] = ["status"]

  init(_ sections: [Section], size: ScreenSize, options: ViewerOptions = ViewerOptions()) {
    self.sections = sections
    list = ListView(size: ListSize(width: 10, height: 10))
    list.estimatedRowHeight = 7
    list.register(WorldCell.self, forCellReuseIdentifier: "item")
    list.dataSource = self
    list.delegate = self
    viewerOfList = Viewer(list: list, size: size, options: options)
    viewer.delegate = self
  }

  convenience init(_ cards: [Card], size: ScreenSize, options: ViewerOptions = ViewerOptions()) {
    let items = cards.enumerated().map { WorldItem($0, $1) }
    self.init([Section(title: nil, items: items)], size: size, options: options)
  }

  var viewer: Viewer {
    guard let viewerOfList else { preconditionFailure("the world has no viewer yet") }
    return viewerOfList
  }

  // MARK: What the list asks

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = list.dequeueReusableCell(withIdentifier: "item", for: path)
    (cell as? WorldCell)?.item = sections[path.section].items[path.row]
    return cell
  }

  func list(_ list: ListView, viewForHeaderInSection section: Int) -> ListCell? {
    guard let title = sections[section].title else { return nil }
    let cell = SectionHeaderCell(reuseIdentifier: nil)
    cell.header = SectionHeader(title: title)
    return cell
  }

  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) { actionCount += 1 }

  // MARK: What the viewer asks

  func statusItems(of viewer: Viewer) -> [SafeText] { status }

  func viewer(
    _ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool
  ) -> SafeText? {
    let paths = paths
    guard !paths.isEmpty else { return "nothing found" }
    let start = selectedPath.flatMap { paths.firstIndex(of: $0) } ?? 0
    for distance in (isRepeated ? 1 : 0)..<paths.count + 1 {
      let number = direction == .forward ? start + distance : start - distance + paths.count
      let path = paths[number % paths.count]
      let item = item(at: path)
      let words = item.card.title.string + "\n" + item.card.summary.string
      guard !item.isHidden, words.contains(text) else { continue }
      list.selectRow(at: path)
      list.scrollToRow(at: path, at: .none)
      return nil
    }
    return "nothing found"
  }

  func viewer(_ viewer: Viewer, perform command: String) -> SafeText? {
    commands.append(command)
    return command == "bad" ? "no such command" : nil
  }

  func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine] {
    [CardLine([.init(SafeText("#\((cell as? WorldCell)?.item?.number ?? -1)"))]).truncated(to: columns)]
  }

  func viewerDidMove(_ viewer: Viewer) { moveCount += 1 }
}

// MARK: - Reading it

extension ViewerWorld {
  /// The paths of all rows.
  var paths: [ListPath] {
    sections.enumerated().flatMap { section, value in
      value.items.indices.map { ListPath(row: $0, section: section) }
    }
  }

  func item(at path: ListPath) -> WorldItem { sections[path.section].items[path.row] }

  var selectedPath: ListPath? { list.indexPathForSelectedRow }

  /// The selected item.
  var selected: WorldItem? { selectedPath.map(item(at:)) }

  /// The lines of the frame without styles.
  var text: [String] { viewer.frame.lines.map(\.string) }

  /// Handles the events of a script.
  @discardableResult
  func press(_ script: String) throws -> ViewerRequest? {
    var request: ViewerRequest?
    for event in try KeyScript(script).events { request = viewer.handle(event) }
    return request
  }

  /// The row of the viewport in which the selected card begins.
  var rowOfSelection: Int? {
    list.display.selectedFrame.map { Int($0.minY - list.display.viewport.minY) }
  }
}

// MARK: - Samples

extension ViewerWorld {
  /// Cards with titles `item 0`, `item 1` and so on, each of three lines and a blank one in 80 columns.
  static func plainCards(_ count: Int) -> [Card] {
    (0..<count).map { Card(title: SafeText("item \($0)"), author: "Ada", summary: SafeText("text of \($0)")) }
  }

  private static let words: [String] = [
    "harbour", "library", "of", "the", "boats", "中文", "字", "café", "👩🏽‍🚀", "🇩🇪", "❤️", "e\u{301}a", "नि", "tide", "a",
  ]

  private static func text(_ count: Int, using random: inout SeededGenerator) -> SafeText {
    SafeText(
      (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " "), limits: .body)
  }

  /// A card of random parts, with a title that ends in a number.
  static func card(_ number: Int, using random: inout SeededGenerator) -> Card {
    let words = text(.random(in: 0...6, using: &random), using: &random)
    var card = Card(title: SafeText("\(words) \(number)"))
    if Bool.random(using: &random) { card.author = text(1, using: &random) }
    if Bool.random(using: &random) { card.summary = text(.random(in: 0...40, using: &random), using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0 { card.link = try? SafeLink("https://example.com/\(number)") }
    if Int.random(in: 0..<4, using: &random) == 0 { card.kind = .ad(reason: "every 6") }
    return card
  }
}
