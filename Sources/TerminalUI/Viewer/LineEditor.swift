/// A line that a person types, such as a search.
struct LineEditor {
  /// What a key has done.
  enum Outcome: Equatable {
    case editing
    case submitted(String)
    case cancelled
  }

  /// The characters typed so far, as untrusted as the keyboard and the clipboard.
  private(set) var text = ""
  /// The lines that were typed before, the last one last.
  var former: [String] = []
  /// How many lines back the one is that is shown, and the line that is typed now.
  private var (age, typed) = (0, "")

  /// The maximum number of characters.
  static let limit = 200

  /// Handles a key as shells do: Enter submits; Escape, or Backspace in an empty line, cancels; Up shows a former line.
  mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .enter: return .submitted(text)
    case .escape, .control("c"), .control("g"): return .cancelled
    case .backspace, .control("h"):
      if text.popLast() == nil { return .cancelled }
    case .control("u"): text = ""
    case .control("w"):
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .up, .control("p"): show(age + 1)
    case .down, .control("n"): show(age - 1)
    case .character(let character): insert(String(character))
    default: break
    }
    return .editing
  }

  private mutating func show(_ age: Int) {
    guard 0...former.count ~= age else { return }
    if self.age == 0 { typed = text }
    self.age = age
    text = age == 0 ? typed : former[former.count - age]
  }

  /// Inserts pasted text at the end; line breaks become spaces.
  mutating func insert(_ words: String) {
    let line = words.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    text += String(line.prefix(max(0, Self.limit - text.count)))
  }
}
