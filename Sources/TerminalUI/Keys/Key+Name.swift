extension Key {
  /// The name for help text, such as `^D`, `PgDn` or `Alt-x`.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^" + character.uppercased()
    case .alt(" "): "Alt-Space"
    case .alt(let character): "Alt-\(character)"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }

  /// The name in ASCII: that of an arrow is a word.
  var asciiName: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: name
    }
  }

  /// The key that a terminal reports for Control and a character; nil if there is none.
  init?(controlWith character: Character) {
    guard let ascii = character.asciiValue else { return nil }
    switch ascii {
    case UInt8(ascii: "["): self = .escape
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self.init(controlByte: ascii - 0x60)
    case UInt8(ascii: "@")...UInt8(ascii: "_") where !character.isLetter: self.init(controlByte: ascii - 0x40)
    default: return nil
    }
  }

  /// Whether a character can be typed: it contains no control character.
  static func isPrintable(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
