extension Document {
  /// Returns the document as plain text, truncated and ended with "…" if it has more bytes than the limit.
  ///
  /// Blocks are separated by empty lines, the items of a list by line ends unless one has paragraphs. Quotations
  /// begin with `> `, items with `•` or their number, and what they contain is indented; cells are separated by
  /// ` | `. What is struck is between `~~`, speech in quotation marks, a picture in brackets, and an address in
  /// parentheses after its link. Numbers keep their meaning as superscripts and subscripts: `10⁶`, `H₂O`, and
  /// `10^(n+1)` where Unicode has no letter.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of UTF-8.
  ///   - addressLimit: the most characters of an address, which is then without its scheme; nil for whole ones.
  /// - Complexity: O(*n* *d*) for *n* bytes in blocks nested *d* deep.
  public func plainText(limit: Int = .max, addressLimit: Int? = nil) -> String {
    var writer = PlainTextWriter(limit: max(limit, 0), addressLimit: addressLimit)
    writer.write(blocks)
    return writer.finished()
  }
}

/// Writes blocks as lines, each with the prefix of the quotations and items that it is in.
private struct PlainTextWriter {
  private var text = ""
  private let limit: Int
  private let addressLimit: Int?
  /// What the next line begins with: the prefix, or instead of an indentation the marker of an item.
  private var nextPrefix = ""
  private var prefix = ""

  init(limit: Int, addressLimit: Int?) { (self.limit, self.addressLimit) = (limit, addressLimit) }

  private var isFull: Bool { text.utf8.count > limit }

  mutating func write(_ blocks: [Document.Block], isTight: Bool = false) {
    for (place, block) in blocks.enumerated() {
      if isFull { return }
      if place > 0, !(isTight && block.isList) { writeLine("") }
      write(block)
    }
  }

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .heading(_, let inlines), .paragraph(let inlines), .preformatted(let inlines):
      writeLines(inlines.plainText(isSpoken: false, addressLimit))
    case .rule: writeLine("* * *")
    case .quotation(let blocks): indent("> ", "> ") { writer in writer.write(blocks) }
    case .list(let items): write(items)
    case .table(let table): for row in table.header + table.rows where !isFull { write(row) }
    }
  }

  private mutating func write(_ items: [Document.ListItem]) {
    let isTight = items.allSatisfy { item in item.blocks.dropFirst().allSatisfy(\.isList) }
    for (place, item) in items.enumerated() where !isFull {
      if place > 0, !isTight { writeLine("") }
      indent(item.marker, String(repeating: " ", count: item.marker.count)) { writer in
        writer.write(item.blocks, isTight: isTight)
      }
    }
  }

  /// Writes a row on one line, or its cells one below the other if one of them has several lines.
  private mutating func write(_ row: [Document.Table.Cell]) {
    let cells = row.map { Document($0).plainText(addressLimit: addressLimit) }
    let end = cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let hasLines = cells.contains { $0.utf8.contains(UInt8(ascii: "\n")) }
    let lines = hasLines ? cells : [cells[..<end].joined(separator: " | ")]
    for line in lines where !line.isEmpty { writeLines(line) }
  }

  private mutating func indent(_ first: String, _ others: String, _ content: (inout PlainTextWriter) -> Void) {
    let (outer, outerNext, length) = (prefix, nextPrefix, text.utf8.count)
    nextPrefix += first
    prefix += others
    content(&self)
    prefix = outer
    nextPrefix = text.utf8.count == length ? outerNext : outer
  }

  private mutating func writeLines(_ lines: String) {
    for line in lines.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) where !isFull {
      writeLine(Substring(line))
    }
  }

  private mutating func writeLine(_ line: Substring) {
    if !text.isEmpty { text += "\n" }
    text += line.isEmpty ? nextPrefix.withoutSpacesAtEnd : nextPrefix
    text += line
    nextPrefix = prefix
  }

  /// Returns the text, truncated between characters if it is too long.
  func finished() -> String {
    guard isFull else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    return text[..<end] + "…"
  }
}

extension Document.Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

// MARK: - Inlines

extension [Document.Inline] {
  /// The inlines as plain text, in which line breaks are line ends.
  public var plainText: String { plainText(after: "") }

  /// Returns the inlines as plain text; what superscripts mean depends on the words before them.
  package func plainText(after words: String) -> String { plainText(after: words, isSpoken: false, nil) }

  fileprivate func plainText(after words: String = "", isSpoken: Bool, _ addressLimit: Int?) -> String {
    var text = ""
    for inline in self {
      let before = text.isEmpty ? words : text
      switch inline {
      case .text(let words): text += words
      case .lineBreak: text += "\n"
      case .picture(let alternative, _): text += "[\(alternative)]"
      case .link(let address, let content):
        let shown = addressLimit.map(address.shortAddress)
        text += content.plainText(after: before, isSpoken: isSpoken, addressLimit).withoutOuterSpaces { words in
          if Document.Inline.isName(words) { return words }
          if Self.says(words, address) { return shown ?? words }
          return words.isEmpty ? shown ?? address : "\(words) (\(shown ?? address))"
        }
      case .styled(let style, let content):
        let words = content.plainText(after: before, isSpoken: isSpoken != (style == .speech), addressLimit)
        text += words.withoutOuterSpaces { words in
          words.isEmpty ? "" : style.marked(words, after: before, isSpoken: isSpoken)
        }
      }
    }
    return text
  }

  /// Whether the words of a link are its address.
  private static func says(_ words: String, _ address: String) -> Bool {
    ["", "https://", "http://", "mailto:"].contains { $0 + words == address }
  }
}

extension Document.Inline {
  /// Whether the words of a link are a name that needs no address beside it, such as `@owen` or `#harbour`.
  package static func isName(_ words: String) -> Bool {
    let isName = words.hasPrefix("@") || words.hasPrefix("#") && !words.dropFirst().allSatisfy(\.isNumber)
    return isName && words.count > 1 && !words.contains(where: \.isWhitespace)
  }
}

extension String {
  /// Returns the host of an address and what follows it, of which the middle is left out if there is no room for it.
  ///
  /// The host is whole even if it has more characters than the limit; an address without one is whole, too.
  package func shortAddress(_ limit: Int) -> String {
    guard let scheme = ["https://", "http://"].first(where: hasPrefix) else {
      return hasPrefix("mailto:") ? String(dropFirst(7)) : self
    }
    let authority = dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@").last ?? ""
    if host.isEmpty { return self }
    let (rest, room) = (self[authority.endIndex...], max(0, limit - host.count - 1))
    if rest.count <= room + 1 { return String(host + rest) }
    return "\(host)\(rest.prefix(room / 2))…\(rest.suffix(room - room / 2))"
  }

  /// Changes the text between the spaces at the ends, so that no mark is next to a space.
  fileprivate func withoutOuterSpaces(_ change: (String) -> String) -> String {
    guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
      return change("") + self
    }
    return self[..<first] + change(String(self[first...last])) + self[index(after: last)...]
  }
}

extension Document.Style {
  /// Returns words with the marks of the style.
  fileprivate func marked(_ words: String, after before: String, isSpoken: Bool) -> String {
    switch self {
    case .emphasis, .strong, .code, .inserted: words
    case .speech: isSpoken ? "‘\(words)’" : "“\(words)”"
    case .struck: "~~\(words)~~"
    case .superscript: Self.belongs(words, to: before) ? words : Self.shifted(words, "^", Self.superscripts)
    case .subscript: Self.shifted(words, "_", Self.subscripts)
    }
  }

  /// Returns words as superscripts or subscripts, or else after a sign.
  private static func shifted(_ words: String, _ sign: String, _ letters: [Character: Character]) -> String {
    let characters = words.map { letters[$0] }
    if !characters.contains(nil) { return String(characters.compactMap(\.self)) }
    return words.count == 1 || words.first == "(" && words.last == ")" ? sign + words : "\(sign)(\(words))"
  }

  private static let superscripts = Dictionary(uniqueKeysWithValues: zip("0123456789+-−=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼"))
  private static let subscripts = Dictionary(uniqueKeysWithValues: zip("0123456789+-−=", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌"))

  /// Whether a superscript is no power: the mark of a note, or the end of an ordinal number, an abbreviation or a trademark.
  private static func belongs(_ words: String, to text: String) -> Bool {
    if !words.contains(where: { $0.isLetter || $0.isNumber || $0.isMathSymbol }) { return true }
    if words.first == "[", words.last == "]" { return true }
    let word = String(text.suffix(16).reversed().prefix { $0.isLetter || $0.isNumber }.reversed())
    let isNumeral = word.last?.isNumber ?? false || !word.isEmpty && word.allSatisfy("IVXLCDM".contains)
    if isNumeral || word.lowercased() == "n", endings.contains(words.lowercased()) { return true }
    let isNumberOfNote = words.first == "(" && words.last == ")" && words.dropFirst().dropLast().allSatisfy(\.isNumber)
    if isNumberOfNote, word.count > 1, word.allSatisfy(\.isLetter) { return true }
    return abbreviations.contains(word + words) || ["TM", "SM"].contains(words)
  }

  /// What follows ordinal numbers in English, French, Spanish, Italian and Portuguese.
  private static let endings: Set<String> = [
    "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "o", "a", "os", "as",
  ]
  private static let abbreviations: Set<String> = ["Dr", "Dra", "Mlle", "Mme", "Mr", "Sr", "Sra"]
}
