import Documents

/// Builds the inlines of a paragraph, in which styles may overlap: each piece of text knows the styles that are open.
///
/// Most styles that are still open at the end of a paragraph continue in the next one, as browsers show them.
struct ParagraphBuilder {
  /// What an element within a line does to its text.
  enum Effect: Equatable {
    case style(Document.Style)
    case link(String)

    var isLink: Bool { if case .link = self { true } else { false } }

    /// Whether browsers end it with the paragraph in which it began.
    fileprivate var isSpan: Bool { [.style(.speech), .style(.superscript), .style(.subscript)].contains(self) }
  }

  /// An element that is open.
  struct OpenStyle {
    let number: Int
    let effect: Effect
    /// The number of pieces that were appended before it.
    let start: Int
  }

  fileprivate struct Piece {
    enum Kind: Equatable {
      case text, lineBreak
      case picture(address: String?)

      var isPicture: Bool { if case .picture = self { true } else { false } }
    }

    let kind: Kind
    var text: [UInt8]
    let path: [OpenStyle]
    let change: Int
  }

  private var pieces: [Piece] = []

  /// The open elements, outermost first.
  private(set) var styles: [OpenStyle] = []

  /// The number of times that the open elements have changed.
  private var changes = 0

  /// The number of pieces of all paragraphs so far.
  private(set) var pieceCount = 0

  /// The number of pieces of all paragraphs before this one.
  private var start = 0

  /// The number of bytes of the paragraph so far.
  private(set) var size = 0

  /// The maximum number of open elements; others are ignored.
  private static let deepest = 32

  var isEmpty: Bool { pieces.isEmpty }

  /// Whether it ends with a line break, or with the line end of preformatted text.
  var endsWithBreak: Bool {
    guard let last = pieces.last else { return false }
    return last.kind == .lineBreak || last.kind == .text && last.text.last == UInt8(ascii: "\n")
  }

  // MARK: - Text

  mutating func append(_ bytes: some Collection<UInt8>) {
    // Spaces do not count, since a paragraph of nothing else is left out.
    if !bytes.allSatisfy(\.isBlank) { size += bytes.count }
    if let last = pieces.last, last.kind == .text, last.change == changes {
      pieces[pieces.count - 1].text += bytes
    } else {
      append(Piece(kind: .text, text: Array(bytes), path: styles, change: changes))
    }
  }

  /// Appends a space, unless the text before it is blank.
  mutating func appendSpace() {
    guard let last = pieces.last, last.kind != .lineBreak, last.text.last != UInt8(ascii: " ") else { return }
    append(CollectionOfOne(UInt8(ascii: " ")))
  }

  mutating func append(picture words: String, at address: String?) {
    size += words.utf8.count
    append(Piece(kind: .picture(address: address), text: Array(words.utf8), path: styles, change: changes))
  }

  /// Appends a line break, unless nothing is before it.
  mutating func breakLine() {
    trimEnd()
    if !isEmpty { append(Piece(kind: .lineBreak, text: [], path: styles, change: changes)) }
  }

  private mutating func append(_ piece: Piece) {
    pieces.append(piece)
    pieceCount += 1
  }

  private mutating func trimEnd() {
    while let last = pieces.last, last.kind == .text, last.text.last?.isHTMLWhitespace == true {
      guard let end = last.text.lastIndex(where: { !$0.isHTMLWhitespace }) else {
        pieces.removeLast()
        continue
      }
      pieces[pieces.count - 1].text.removeSubrange((end + 1)...)
    }
  }

  // MARK: - Styles

  mutating func begin(_ effect: Effect) {
    guard styles.count < Self.deepest else { return }
    changes += 1
    styles.append(OpenStyle(number: changes, effect: effect, start: pieceCount))
  }

  /// Ends the innermost element of a kind; returns it, or nil if there is none.
  mutating func end(where matches: (Effect) -> Bool) {
    guard let place = styles.lastIndex(where: { matches($0.effect) }) else { return }
    changes += 1
    styles.remove(at: place)
  }

  /// Ends all elements but those that were open earlier.
  mutating func restore(_ earlier: [OpenStyle]) {
    changes += 1
    styles = earlier
  }

  // MARK: - Result

  /// Returns the inlines and begins the next paragraph; a blank paragraph has none.
  mutating func finish() -> [Document.Inline] {
    trimEnd()
    while endsWithBreak {
      pieces.removeLast()
      trimEnd()
    }
    defer { (pieces, size) = ([], 0) }
    if !isEmpty { styles.removeAll { $0.start >= start && $0.effect.isSpan } }
    start = pieceCount
    return pieces.allSatisfy(\.isBlank) ? [] : Self.inlines(of: pieces[...], depth: 0)
  }

  /// Returns pieces as a tree: those that follow each other in the same element are the content of one inline.
  private static func inlines(of pieces: ArraySlice<Piece>, depth: Int) -> [Document.Inline] {
    var inlines: [Document.Inline] = []
    var rest = pieces
    while let first = rest.first {
      guard first.path.count > depth else {
        inlines.append(first)
        rest.removeFirst()
        continue
      }
      let style = first.path[depth]
      let inner = rest.prefix { $0.path.count > depth && $0.path[depth].number == style.number }
      let content = Self.inlines(of: inner, depth: depth + 1)
      rest = rest[inner.endIndex...]
      switch style.effect {
      case .link(let address): inlines.append(.link(address: address, content))
      case .style(let style): if !content.isEmpty { inlines.append(.styled(style, content)) }
      }
    }
    return inlines
  }
}

extension ParagraphBuilder.Piece {
  /// Whether nothing of it is seen: spaces, line breaks, and the spaces that do not break lines.
  var isBlank: Bool {
    !kind.isPicture && !path.contains { $0.effect.isLink } && text.allSatisfy(\.isBlank)
  }
}

extension UInt8 {
  /// Whether it is a byte of white space, or of a space that does not break lines.
  fileprivate var isBlank: Bool { isHTMLWhitespace || self == 0xC2 || self == 0xA0 }
}

extension [Document.Inline] {
  /// Appends a piece to what has the same styles.
  fileprivate mutating func append(_ piece: ParagraphBuilder.Piece) {
    let text = String(decoding: piece.text, as: UTF8.self)
    switch piece.kind {
    case .lineBreak: append(.lineBreak)
    case .picture(let address): append(.picture(alternative: text, address: address))
    case .text where text.isEmpty: break
    case .text:
      if case .text(let before) = last { self[count - 1] = .text(before + text) } else { append(.text(text)) }
    }
  }
}
