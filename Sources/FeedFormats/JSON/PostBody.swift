/// The content of a post: its own text, and what services show below it, as plain text and as HTML.
struct PostBody {
  /// The parts as plain text, with blank lines between them.
  private(set) var text = ""

  /// The parts as HTML.
  private(set) var html = ""

  /// Appends a part.
  mutating func append(text part: String, html: String) {
    if !text.isEmpty, !part.isEmpty { text += "\n\n" }
    text += part
    self.html += html
  }

  /// Appends plain text as a paragraph.
  mutating func append(paragraph: String) {
    append(text: paragraph, html: "<p>\(paragraph.escapedAsHTML)</p>")
  }

  /// Appends a preview of a page: its title as a link, and its description.
  mutating func append(previewOf address: String?, title: String?, description: String?) {
    let lines = [title ?? address, description].compactMap { $0?.nonEmpty }
    guard !lines.isEmpty else { return }
    var parts = lines.map(\.escapedAsHTML)
    if let address { parts[0] = parts[0].linked(to: address) }
    append(text: lines.joined(separator: "\n"), html: "<p>\(parts.joined(separator: "<br>"))</p>")
  }

  /// Appends what another author wrote; the HTML is that of the text if there is none.
  mutating func append(quoteOf author: String?, text: String, html: String? = nil) {
    let name = author.map { "\($0):" }
    append(
      text: [name, text].compactMap { $0?.nonEmpty }.joined(separator: " "),
      html: "<blockquote>\(name.map { "<p>\($0.escapedAsHTML)</p>" } ?? "")"
        + "\(html ?? "<p>\(text.escapedAsHTML)</p>")</blockquote>")
  }

  /// Appends the options of a poll.
  mutating func append(options: [String]) {
    guard !options.isEmpty else { return }
    append(
      text: options.map { "- \($0)" }.joined(separator: "\n"),
      html: "<ul>\(options.map { "<li>\($0.escapedAsHTML)</li>" }.joined())</ul>")
  }
}

extension String {
  /// The text as HTML that displays it, with its line ends.
  var escapedAsHTML: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "<br>"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The HTML as a link, if the address is one of the web; addresses of other schemes could run programs.
  func linked(to address: String) -> String {
    WebAddress.isWebAddress(address) ? "<a href=\"\(address.escapedAsHTML)\">\(self)</a>" : self
  }
}
