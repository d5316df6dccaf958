import Documents
import TerminalUI

/// Text and documents as HTML: what a feed says is never markup, and nothing that it names is loaded.
enum HTMLText {
  /// Returns a text as the content of an element or the value of an attribute.
  ///
  /// Characters that a terminal must not get are replaced as there, such as those that change the direction of what follows.
  static func escaped(_ text: SafeText) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.string.utf8.count)
    for byte in text.string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text of a feed, of any length.
  static func escaped(untrusted text: String) -> String { escaped(SafeText(text, limits: limits)) }

  private static let limits = SafeText.Limits(clusters: 1 << 20, lines: 1 << 16)

  /// Returns a link around HTML; what opens it learns neither the page nor anything of the reader.
  static func link(_ link: SafeLink, around html: String) -> String {
    "<a href=\"\(escaped(link.text))\" rel=\"noopener noreferrer nofollow\">\(html)</a>"
  }

  /// Returns blocks as HTML.
  ///
  /// - Parameter level: the level of the heading that they stand under.
  static func html(_ blocks: [Document.Block], under level: Int) -> String {
    blocks.map { html($0, under: level) + "\n" }.joined()
  }

  private static func html(_ block: Document.Block, under level: Int) -> String {
    switch block {
    case .heading(let own, let inlines):
      let name = "h\(min(6, max(level + 1, level + own)))"
      return "<\(name) dir=\"auto\">\(html(inlines))</\(name)>"
    case .paragraph(let inlines): return "<p dir=\"auto\">\(html(inlines))</p>"
    case .quotation(let blocks): return "<blockquote>\(html(blocks, under: level))</blockquote>"
    case .list(let items): return list(items, under: level)
    case .table(let table): return self.table(table, under: level)
    case .preformatted(let inlines): return "<pre tabindex=\"0\">\(html(inlines))</pre>"
    case .rule: return "<hr>"
    }
  }

  private static func list(_ items: [Document.ListItem], under level: Int) -> String {
    let name = items.contains { $0.number != nil } ? "ol" : "ul"
    let lines = items.map { item in
      let numeral = item.numeral == .decimal ? "" : " type=\"\(item.numeral.rawValue)\""
      let number = item.number.map { " value=\"\($0)\"\(numeral)" } ?? ""
      return "<li\(number)>\(html(item.blocks, under: level))</li>"
    }
    return "<\(name)>\(lines.joined())</\(name)>"
  }

  private static func table(_ table: Document.Table, under level: Int) -> String {
    func rows(_ rows: [[Document.Table.Cell]], _ name: String) -> String {
      rows.map { row in
        "<tr>" + row.map { "<\(name)>\(html($0, under: level))</\(name.prefix(2))>" }.joined() + "</tr>"
      }.joined()
    }
    let head = table.header.isEmpty ? "" : "<thead>\(rows(table.header, "th scope=\"col\""))</thead>"
    // A table that is too wide is scrolled by itself, also with keys.
    return "<div class=\"wide\" tabindex=\"0\"><table>\(head)<tbody>\(rows(table.rows, "td"))</tbody></table></div>"
  }

  private static func picture(_ html: String, _ address: String?) -> String {
    address.flatMap { try? SafeLink($0) }.map { link($0, around: html) } ?? html
  }

  private static func html(_ inlines: [Document.Inline], isInLink: Bool = false) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text): escaped(untrusted: text)
      case .lineBreak: "<br>"
      case .picture(let alternative, let address):
        picture("<span class=\"picture\">[\(escaped(untrusted: alternative))]</span>", isInLink ? nil : address)
      case .styled(let style, let inlines):
        "<\(style.element)>\(html(inlines, isInLink: isInLink))</\(style.element)>"
      case .link(let address, let inlines):
        (try? SafeLink(address)).map { link($0, around: html(inlines, isInLink: true)) } ?? html(inlines)
      }
    }.joined()
  }
}

extension Document.Style {
  /// The element of HTML.
  fileprivate var element: String {
    switch self {
    case .emphasis: "em"
    case .strong: "strong"
    case .code: "code"
    case .struck: "del"
    case .inserted: "ins"
    case .superscript: "sup"
    case .subscript: "sub"
    case .speech: "q"
    }
  }
}
