extension SubscriptionList {
  /// The list as an OPML 2.0 document in UTF-8, which ``read(_:options:)`` reads as the same feeds in the same folders.
  ///
  /// Neighbours with the same folders share them. Findings are not written, nor characters that XML cannot have.
  /// - Complexity: O(*n*) for *n* bytes.
  public var opml: [UInt8] {
    var writer = OPMLWriter()
    writer.write(self)
    return writer.bytes
  }
}

/// Writes a list of feeds as an OPML document.
private struct OPMLWriter {
  private(set) var bytes: [UInt8] = []
  /// The open folders, the outermost first.
  private var folders: [String] = []

  mutating func write(_ list: SubscriptionList) {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n")
    if let title = list.title { add("    <title>\(title.escapedForXML)</title>\n") }
    add("  </head>\n  <body>\n")
    for feed in list.feeds {
      enter(feed.folders)
      let page = feed.homePage.map { " htmlUrl=\"\($0.escapedForXML)\"" } ?? ""
      let address = feed.feedURL.escapedForXML
      addLine("<outline type=\"rss\" text=\"\(feed.name.escapedForXML)\" xmlUrl=\"\(address)\"\(page)/>")
    }
    enter([])
    add("  </body>\n</opml>\n")
  }

  /// Closes and opens folders, so that those of the next feed are open.
  private mutating func enter(_ next: [String]) {
    let shared = zip(folders, next).prefix { $0 == $1 }.count
    while folders.count > shared {
      folders.removeLast()
      addLine("</outline>")
    }
    for folder in next.dropFirst(shared) {
      addLine("<outline text=\"\(folder.escapedForXML)\">")
      folders.append(folder)
    }
  }

  /// Adds a line, indented by what is open.
  private mutating func addLine(_ text: String) {
    add(String(repeating: " ", count: 4 + 2 * folders.count) + text + "\n")
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }
}

extension String {
  /// The text as the value of an attribute or the content of an element.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\r", "\t": text += "&#\(scalar.value);"
      default: if scalar.value >= 0x20, scalar.value & 0xFFFE != 0xFFFE { text.unicodeScalars.append(scalar) }
      }
    }
    return text
  }
}
