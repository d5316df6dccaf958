public import ListModel

/// An interactive view of a list on a terminal: it handles events, and draws frames.
///
/// It uses nothing of the list but its viewport, its display and whether its layout pins headers, so that it shows a woven list as any other. It neither
/// reads nor writes: a program passes it the events of a terminal, and shows its frames on a ``Screen``. A whole program
/// is in <doc:EmbeddingAViewer>.
///
///     let viewer = Viewer(list: list, size: terminal.size)
///     for event in keys.parse(bytes) where viewer.handle(event) == .quit { return }
///     terminal.write(screen.bytes(showing: viewer.frame))
///
/// The rows of the list have ``CardCell`` cells, without a height of their own. A viewer is not Sendable, like its list.
public final class Viewer {
  /// The list.
  public let list: ListView
  /// The client that provides what a list does not know; not retained.
  public weak var delegate: (any ViewerDelegate)?
  /// The options.
  public let options: ViewerOptions
  /// The client's own keys, which come before the viewer's, but for the digits of an opened item.
  public var bindings: [ViewerBinding] = []
  /// The size of the screen.
  public internal(set) var size: ScreenSize
  /// Whether a column beside the list shows what the delegate returns for each row.
  public var hasSideColumn = false { didSet { layOut() } }

  /// The opened card; nil while the list is shown alone.
  var opened: LinePager?
  /// The page of the opened card whose row was deleted; nil while it is that of the selected row.
  var keptPage: ItemPage?
  /// The width to which the opened card was wrapped.
  var pageColumns: Int?
  /// The links of the opened card by their numbers, from 1.
  var pageLinks: [SafeLink] = []
  /// The number that is being typed: of a link, or how often the next key is to be repeated.
  var number: Int?
  /// The line of the opened card in which the last search has found its text.
  var matchLine: Int?
  /// Lines shown instead of the list, such as the help.
  var overlay: (title: SafeText, pager: LinePager)?
  /// What a person is typing, or is asked.
  var prompt: ViewerPrompt?
  /// A message that is shown until the next key.
  var message: SafeText?
  /// The texts that were searched for, the last one last.
  var searches: [String] = []
  /// The text of the last search.
  var searched: SearchedText?
  /// Whether the text of the last search is shown reversed.
  var highlightsSearch = false
  /// The lines that were announced last; nil to announce them again.
  var announced: [CardLine]?

  /// Makes a viewer of a list, and selects its first row.
  ///
  /// - Parameters:
  ///   - list: The list; the viewer sets the size of its viewport.
  ///   - size: The size of the screen.
  ///   - options: The options.
  public init(list: ListView, size: ScreenSize, options: ViewerOptions = ViewerOptions()) {
    self.list = list
    self.size = size
    self.options = options
    layOut()
    list.display.selectFirst()
  }

  /// The cell of the selected row; nil if there is none, or if it is out of view.
  public var selectedCell: CardCell? {
    list.display.elements.lazy.filter { $0.kind == .row }.compactMap { $0.view as? CardCell }.first { $0.isSelected }
  }

  /// Shows a message in place of the status until the next key.
  public func say(_ words: SafeText) { message = words }

  /// Whether a message is shown.
  public var hasMessage: Bool { message != nil }

  /// Stops showing the message.
  public func clearMessage() { message = nil }

  /// Whether the selected item is opened, or one that was kept open.
  public var isOpen: Bool { opened != nil }

  /// Whether the opened item was kept open by ``keepOpen(_:)``, so that another one is selected.
  public var isKeptOpen: Bool { keptPage != nil }

  /// The page of the item that is opened, or would be.
  public var page: ItemPage? { keptPage ?? selectedCell?.page }

  /// Goes on showing the page of an opened item whose row was deleted, until another one is read or it is closed.
  ///
  /// Called in ``keepingPosition(_:)``, it leaves the page where it is on the screen.
  public func keepOpen(_ page: ItemPage) { keptPage = page }

  /// Whether what was searched for is shown reversed.
  public var isSearching: Bool { searched != nil && highlightsSearch }

  /// The part of the opened item that is above the screen, from 0 to 1; nil while none is open.
  public var placeInItem: Double? {
    get { opened.map { Double($0.top) / Double(max(1, $0.lines.count)) } }
    set {
      guard let newValue, let pager = opened else { return }
      let rows = layout.bodyRows
      let line = Int((newValue * Double(pager.lines.count)).rounded())
      opened?.scroll(by: line - pager.top, rows: rows)
    }
  }

  /// Returns from the opened item to the list.
  public func closeItem() {
    guard opened != nil else { return }
    (opened, keptPage, number, matchLine) = (nil, nil, nil, nil)
    layOut()
  }

  /// Shows lines instead of the list until they are closed.
  ///
  /// - Parameters:
  ///   - lines: The lines, which may be more than fit.
  ///   - title: The words for the status line.
  public func show(_ lines: [CardLine], titled title: SafeText) { overlay = (title, LinePager(lines)) }

  /// Reads the opened card again, after the selection or the card has changed.
  func refreshPage() {
    guard opened != nil else { return }
    list.display.scrollToSelection()
    let layout = layout
    let page = page?.laidOut(columns: layout.page?.columns ?? 1)
    // A number that is being typed is that of a link on the former page.
    if number != nil, pageLinks != page?.links ?? [] { (number, message) = (nil, nil) }
    pageLinks = page?.links ?? []
    opened?.replace(page?.lines ?? [], rows: layout.bodyRows, isRewrapped: layout.page?.columns != pageColumns)
    if pageColumns != layout.page?.columns { matchLine = nil }
    pageColumns = layout.page?.columns
  }
}

/// The options of a viewer.
public struct ViewerOptions: Sendable {
  /// The maximum width of text in columns, however wide the screen is.
  public var measure = 88
  /// The number of columns from which the list is shown beside the opened card.
  public var wide = 120
  /// Whether the viewer has the layout of the list pin headers, on a screen of more than three rows.
  public var pinsHeaders = false

  /// What is shown in place of rows where there are none.
  public var emptyText: SafeText = ""

  /// Whether the lines are read aloud, so that the help has one column.
  public var isSpoken = false

  /// Whether frames and announcements are in ASCII, as ``SafeText/asciiOnly`` is, and arrow keys are named by words.
  public var isASCII = false

  /// Makes the default options.
  public init() {}
}

/// The direction of a search.
public enum SearchDirection: Hashable, Sendable {
  /// Towards the end of the list.
  case forward
  /// Towards its beginning.
  case backward
}

/// Provides what a viewer shows or does beyond its list; every method is optional.
public protocol ViewerDelegate: AnyObject {
  /// Returns the parts of the status line, the most important first.
  func statusItems(of viewer: Viewer) -> [SafeText]
  /// Selects the nearest row that contains a text, beginning at or after the selected row, and returns what is to be said
  /// of it: which of how many it is, or that there is none.
  func viewer(_ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool) -> SafeText?
  /// Shows only the rows that contain a text, or all of them again if it is empty, and returns a message, if there is one to
  /// show.
  func viewer(_ viewer: Viewer, filterBy text: String) -> SafeText?
  /// Selects the next or the previous row that has not been read, and returns a message if there is none.
  func viewer(_ viewer: Viewer, selectUnread direction: SearchDirection) -> SafeText?
  /// Performs a command typed after `:`, and returns a message, if there is one to show.
  func viewer(_ viewer: Viewer, perform command: String) -> SafeText?
  /// Returns the lines for the column beside the list, next to a row.
  func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine]
  /// Notifies that the selection may have changed.
  func viewerDidMove(_ viewer: Viewer)
}

extension ViewerDelegate {
  /// Returns nothing.
  public func statusItems(of viewer: Viewer) -> [SafeText] { [] }
  /// Returns that there is no search.
  public func viewer(
    _ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool
  ) -> SafeText? { "this list cannot be searched" }
  /// Returns that there is no filter.
  public func viewer(_ viewer: Viewer, filterBy text: String) -> SafeText? {
    text.isEmpty ? nil : "this list cannot be filtered"
  }
  /// Returns that nothing has been searched for.
  public func viewer(_ viewer: Viewer, selectUnread direction: SearchDirection) -> SafeText? {
    "nothing has been searched for yet; / searches"
  }
  /// Returns that there are no commands.
  public func viewer(_ viewer: Viewer, perform command: String) -> SafeText? { "there are no commands" }
  /// Returns nothing.
  public func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine] { [] }
  /// Does nothing.
  public func viewerDidMove(_ viewer: Viewer) {}
}
