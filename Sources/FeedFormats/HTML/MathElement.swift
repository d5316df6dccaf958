import Documents

/// A part of a formula in MathML, which becomes a part of a line: `(a+b)/2`, `√x`, and powers and indices as they are in HTML.
struct MathElement {
  /// The name; empty for text.
  let name: String
  private var text = ""
  private var children: [MathElement] = []

  /// The maximum depth of elements; deeper ones are parts of those around them.
  private static let deepest = 32

  private init(_ name: String, text: String = "") { (self.name, self.text) = (name, text) }

  /// Reads the content of `<math>` and moves behind it, or to a tag of HTML that is not in a line.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(in bytes: [UInt8], at position: inout Int) {
    var open = [MathElement("math")]
    func close(_ count: Int) { for _ in 0..<count { open[open.count - 2].children.append(open.removeLast()) } }
    while position < bytes.count {
      let start = position
      position = bytes.firstOffset(of: UInt8(ascii: "<"), from: start, to: bytes.count) ?? bytes.count
      let words = bytes.decodedHTML(in: start..<position).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { open[open.count - 1].children.append(MathElement("", text: words.withoutInvisibleOperators)) }
      guard let markup = Markup(in: bytes, at: position, isXML: false) else {
        if position < bytes.count { open[open.count - 1].children.append(MathElement("", text: "<")) }
        position += 1
        continue
      }
      let name = bytes.nameOfElement(markup.name)
      if HTMLElement.level(of: name) != nil { break }
      position = markup.end
      if markup.kind == .startTag, open.count < Self.deepest {
        open.append(MathElement(name))
        if markup.isEmpty { close(1) }
      } else if markup.kind == .endTag, let place = open.lastIndex(where: { $0.name == name }) {
        if place == 0 { break }
        close(open.count - place)
      }
    }
    position = min(position, bytes.count)
    close(open.count - 1)
    self = open[0]
  }

  /// The part of a line; where MathML puts parts above each other, signs keep their meaning.
  var inlines: [Document.Inline] {
    let parts = children.map(\.inlines)
    func part(_ place: Int) -> [Document.Inline] { place < parts.count ? parts[place] : [] }
    switch name {
    case "": return [.text(text)]
    case "annotation", "annotation-xml", "mphantom": return []
    case "semantics": return part(0)
    case "msub", "munder": return part(0) + [.styled(.subscript, part(1))]
    case "msup", "mover": return part(0) + [.styled(.superscript, part(1))]
    case "msubsup", "munderover":
      return part(0) + [.styled(.subscript, part(1)), .styled(.superscript, part(2))]
    case "mfrac": return part(0).factor(isFirst: true) + [.text("/")] + part(1).factor()
    case "mroot": return [.styled(.superscript, part(1)), .text("√")] + part(0).factor()
    case "msqrt": return [.text("√")] + Array(parts.joined()).factor()
    case "mtable": return Array(parts.joined(separator: [.text("; ")]))
    case "mtr": return Array(parts.joined(separator: [.text(" ")]))
    default: return Array(parts.joined())
    }
  }
}

extension [Document.Inline] {
  /// Returns a factor, which is in parentheses unless it is a number or a letter, or if it is the first, a product.
  fileprivate func factor(isFirst: Bool = false) -> [Document.Inline] {
    let words = plainText
    let rest = words.first?.isLetter == true ? words.dropFirst() : words[...]
    let isWhole = rest.allSatisfy { $0.isNumber || isFirst && $0.isLetter }
    return isWhole ? self : [.text("(")] + self + [.text(")")]
  }
}

extension String {
  /// The text with a space for the application of a function, and nothing for a product.
  fileprivate var withoutInvisibleOperators: String {
    replacing("\u{2061}", with: " ").replacing("\u{2062}", with: "")
  }
}
