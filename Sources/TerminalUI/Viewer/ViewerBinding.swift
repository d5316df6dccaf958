import ListModel

/// Keys of a viewer and what they do; the help of the viewer is made from its bindings.
public struct ViewerBinding {
  /// The keys, each of which does the same.
  public let keys: [Key]
  /// What they do, in at most 24 columns, so that the help fits on a screen; keys for two directions say the same.
  public let help: SafeText
  /// The group of the help that they stand in.
  public let group: SafeText
  /// Does it.
  public let perform: (Viewer) -> ViewerRequest?

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - help: What they do, in a few words.
  ///   - group: The group of the help that they stand in.
  ///   - perform: Does it; returns what the program must do for it, or nil.
  public init(
    _ keys: [Key], help: SafeText, group: SafeText = "List", perform: @escaping (Viewer) -> ViewerRequest?
  ) {
    self.keys = keys
    self.help = help
    self.group = group
    self.perform = perform
  }

  /// Makes a binding for keys that type characters, and that the viewer handles itself.
  ///
  /// - Parameters:
  ///   - characters: The characters that the keys type.
  ///   - help: What they do, in a few words.
  ///   - group: The group of the help that they stand in.
  ///   - perform: Does it.
  public init(_ characters: String, help: SafeText, group: SafeText = "List", perform: @escaping (Viewer) -> Void) {
    self.init(characters.map(Key.character), help: help, group: group, performing: perform)
  }

  /// Makes a binding that asks nothing of the program.
  init(_ keys: [Key], help: SafeText, group: SafeText, performing perform: @escaping (Viewer) -> Void) {
    self.init(keys, help: help, group: group) { viewer in
      perform(viewer)
      return nil
    }
  }
}

/// What a viewer asks of the program that shows it.
public enum ViewerRequest: Hashable, Sendable {
  /// End the viewer.
  case quit
  /// End the program as by an interrupt from the keyboard.
  case interrupt
  /// Give the terminal back and stop until the program is continued.
  case suspend
  /// Draw the whole screen again.
  case redraw
  /// Open a link, which a person has confirmed.
  case open(SafeLink)
  /// Copy a text to the clipboard, which ``Clipboard`` does.
  case copy(SafeText)
}

extension Viewer {
  /// All keys, the client's first.
  var allBindings: [ViewerBinding] { bindings + Self.allOwnBindings }

  /// All keys that every viewer has.
  static var allOwnBindings: [ViewerBinding] { movingBindings + itemBindings + programBindings }

  /// The keys that move in the list, in an opened item, and in what is shown instead of the list.
  static var movingBindings: [ViewerBinding] {
    [
      ViewerBinding([.character("j"), .down, .control("n")], help: items, group: move) { $0.move(lines: 1) },
      ViewerBinding([.character("k"), .up, .control("p")], help: items, group: move) { $0.move(lines: -1) },
      ViewerBinding([.character(" "), .pageDown, .control("f")], help: pages, group: move) { $0.turn(pages: 1) },
      ViewerBinding([.character("b"), .pageUp, .control("b")], help: pages, group: move) { $0.turn(pages: -1) },
      ViewerBinding([.control("d")], help: halfPages, group: move) { $0.turn(pages: 0.5) },
      ViewerBinding([.control("u")], help: halfPages, group: move) { $0.turn(pages: -0.5) },
      ViewerBinding([.control("e")], help: lines, group: move) { $0.scroll(lines: 1) },
      ViewerBinding([.control("y")], help: lines, group: move) { $0.scroll(lines: -1) },
      ViewerBinding([.character("g"), .home], help: ends, group: move) { $0.moveToEnd(.backward) },
      ViewerBinding([.character("G"), .end], help: ends, group: move) { $0.moveToEnd(.forward) },
    ]
  }

  private static let move: SafeText = "Move"
  private static let items: SafeText = "next, previous item/line"
  private static let pages: SafeText = "a page down, up"
  private static let halfPages: SafeText = "half a page down, up"
  private static let lines: SafeText = "a line down, up"
  private static let ends: SafeText = "the beginning, the end"

  /// The keys that open items and find them.
  static var itemBindings: [ViewerBinding] {
    [
      ViewerBinding("J", help: openItems, group: move) { $0.moveItem(.forward) },
      ViewerBinding("K", help: openItems, group: move) { $0.moveItem(.backward) },
      ViewerBinding([.enter, .character("l"), .right], help: "open the item", group: read) { $0.open() },
      ViewerBinding(
        [.character("h"), .left, .backspace], help: "back to the list", group: read, performing: { $0.closeItem() }),
      ViewerBinding([.escape], help: "end search, filter; back", group: read, performing: { $0.escape() }),
      ViewerBinding([.character("/")], help: "search", group: read, perform: { $0.beginSearch() }),
      ViewerBinding([.character("&")], help: "only what matches", group: read, perform: { $0.beginFilter() }),
      ViewerBinding("n", help: matches, group: read) { $0.searchAgain(.forward) },
      ViewerBinding("N", help: matches, group: read) { $0.searchAgain(.backward) },
      ViewerBinding([.character(":")], help: "go to a row, as :120", group: read, perform: { $0.beginCommand() }),
      ViewerBinding(
        [.character("o")], help: "open it; 3 o: link 3", group: read, performing: { $0.askToOpenLink() }),
      ViewerBinding([.character("y")], help: copies, group: read) { $0.copyLink() },
      ViewerBinding([.character("Y")], help: copies, group: read) { $0.copyText() },
    ]
  }

  private static let read: SafeText = "Read and find"
  private static let openItems: SafeText = "next, previous open item"
  private static let matches: SafeText = "match, or unread item"
  private static let copies: SafeText = "copy its link, its text"

  /// The keys of the program as a whole.
  static var programBindings: [ViewerBinding] {
    [
      ViewerBinding([.character("?"), .function(1)], help: "this help", group: program, performing: { $0.showHelp() }),
      ViewerBinding([.control("l")], help: "draw again", group: program) { _ in .redraw },
      ViewerBinding([.control("z")], help: "suspend", group: program) { _ in .suspend },
      ViewerBinding([.character("q")], help: "back, or quit", group: program) { $0.quit() },
      ViewerBinding([.control("c")], help: "interrupt", group: program) { _ in .interrupt },
    ]
  }

  private static let program: SafeText = "Program"
}
