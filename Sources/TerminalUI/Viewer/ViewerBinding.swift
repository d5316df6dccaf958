import ListModel

/// Keys of a viewer and what they do; the help of the viewer is made from its bindings.
public struct ViewerBinding {
  /// The keys, each of which does the same.
  public let keys: [Key]
  /// What they do, in a few words.
  public let help: SafeText
  /// Does it.
  public let perform: (Viewer) -> ViewerRequest?

  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - help: What they do, in a few words.
  ///   - perform: Does it; returns what the program must do for it, or nil.
  public init(_ keys: [Key], help: SafeText, perform: @escaping (Viewer) -> ViewerRequest?) {
    self.keys = keys
    self.help = help
    self.perform = perform
  }

  /// Makes a binding for keys that type characters, and that the viewer handles itself.
  ///
  /// - Parameters:
  ///   - characters: The characters that the keys type.
  ///   - help: What they do, in a few words.
  ///   - perform: Does it.
  public init(_ characters: String, help: SafeText, perform: @escaping (Viewer) -> Void) {
    self.init(characters.map(Key.character), help: help, performing: perform)
  }

  /// Makes a binding that asks nothing of the program.
  init(_ keys: [Key], help: SafeText, performing perform: @escaping (Viewer) -> Void) {
    self.init(keys, help: help) { viewer in
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
}

extension Viewer {
  /// All keys, the client's first.
  var allBindings: [ViewerBinding] { bindings + Self.allOwnBindings }

  /// All keys that every viewer has.
  static var allOwnBindings: [ViewerBinding] { movingBindings + itemBindings + programBindings }

  /// The keys that move in the list, in an opened item, and in what is shown instead of the list.
  static var movingBindings: [ViewerBinding] {
    [
      ViewerBinding([.character("j"), .down, .control("n")], help: "next item; a line down in an opened one") {
        $0.move(lines: 1)
      },
      ViewerBinding([.character("k"), .up, .control("p")], help: "previous item; a line up in an opened one") {
        $0.move(lines: -1)
      },
      ViewerBinding([.character(" "), .pageDown, .control("f")], help: "a page down") { $0.turn(pages: 1) },
      ViewerBinding([.character("b"), .pageUp, .control("b")], help: "a page up") { $0.turn(pages: -1) },
      ViewerBinding([.control("d")], help: "half a page down") { $0.turn(pages: 0.5) },
      ViewerBinding([.control("u")], help: "half a page up") { $0.turn(pages: -0.5) },
      ViewerBinding([.control("e")], help: "a line down") { $0.scroll(lines: 1) },
      ViewerBinding([.control("y")], help: "a line up") { $0.scroll(lines: -1) },
      ViewerBinding([.character("g"), .home], help: "first item, or the beginning of an opened one") {
        $0.moveToEnd(.backward)
      },
      ViewerBinding([.character("G"), .end], help: "last item, or the end of an opened one") { $0.moveToEnd(.forward) },
    ]
  }

  /// The keys that open items and find them.
  static var itemBindings: [ViewerBinding] {
    [
      ViewerBinding([.enter, .character("l"), .right], help: "open: the whole item") { $0.open() },
      ViewerBinding("J", help: "next item, in an opened one as well") { $0.moveItem(.forward) },
      ViewerBinding("K", help: "previous item, in an opened one as well") { $0.moveItem(.backward) },
      ViewerBinding([.character("h"), .left, .backspace], help: "back to the list", performing: { $0.closeItem() }),
      ViewerBinding(
        [.escape], help: "back to the list; in the list, end the highlighting", performing: { $0.escape() }),
      ViewerBinding([.character("/")], help: "search") { $0.beginSearch() },
      ViewerBinding("n", help: "next match") { $0.searchAgain(.forward) },
      ViewerBinding("N", help: "previous match") { $0.searchAgain(.backward) },
      ViewerBinding([.character(":")], help: "go to a row, such as :120") { $0.beginCommand() },
      ViewerBinding(
        [.character("o")], help: "open the link; in an item, 3 and Enter open link 3",
        performing: { $0.askToOpenLink() }),
    ]
  }

  /// The keys of the program as a whole.
  static var programBindings: [ViewerBinding] {
    [
      ViewerBinding([.character("?"), .function(1)], help: "this help", performing: { $0.showHelp() }),
      ViewerBinding([.control("l")], help: "draw again") { _ in .redraw },
      ViewerBinding([.control("z")], help: "suspend") { _ in .suspend },
      ViewerBinding([.character("q")], help: "quit; in an opened item, back to the list") { $0.quit() },
      ViewerBinding([.control("c")], help: "interrupt") { _ in .interrupt },
    ]
  }
}
