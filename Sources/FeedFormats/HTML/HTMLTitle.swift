import Documents

/// Titles, which are plain text on one line, and in which publishers write tags that are words.
enum HTMLTitle {
  /// Returns the plain text of a title: only closed elements that are parts of a line are markup, all other tags are text.
  ///
  /// - Parameter isXHTML: whether the title was written as XML, so that its tags are markup whatever they are.
  /// - Complexity: O(*n*) for *n* bytes.
  static func line(of html: String, isXHTML: Bool) -> String {
    let bytes = Array(html.utf8)
    let tags = isXHTML ? offsets(ofMarkupIn: bytes) : closedTags(in: bytes)
    var reader = HTMLReader(bytes, limit: 1 << 20, tagsOfTitle: tags)
    return reader.read().plainText().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func offsets(ofMarkupIn bytes: [UInt8]) -> Set<Int> {
    Set(bytes.indices.filter { bytes[$0] == UInt8(ascii: "<") })
  }

  /// Returns the offsets of the tags of closed elements that are parts of a line, and of CDATA sections.
  private static func closedTags(in bytes: [UInt8]) -> Set<Int> {
    var closed: Set<Int> = []
    var open: [String: [Int]] = [:]
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      guard let kind = Markup.kind(in: bytes, at: start, isXML: false), [.startTag, .endTag, .cdata].contains(kind)
      else {
        continue
      }
      let name = bytes.nameOfElement(bytes.nameOfTag(from: start + (kind == .endTag ? 2 : 1), atMost: 32))
      let isEmpty = HTMLElement.emptyPartsOfTitles.contains(name)
      // Other tags are not read to their end, so that no byte is read often.
      guard isEmpty || HTMLElement.partsOfTitles.contains(name) || kind == .cdata else { continue }
      guard let markup = Markup(in: bytes, at: start, isXML: false), markup.isComplete else { break }
      position = markup.end
      if kind == .cdata || isEmpty && markup.isEmpty {
        closed.insert(start)
      } else if kind == .startTag {
        open[name, default: []].append(start)
      } else if let begin = open[name]?.popLast() {
        closed.formUnion([begin, start])
      }
    }
    return closed
  }
}

extension String {
  /// Whether it contains something like a tag or a reference of HTML.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var isLikelyHTML: Bool {
    let bytes = Array(utf8)
    return bytes.indices.contains { offset in
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        offset + 1 < bytes.count && (bytes[offset + 1].isASCIILetter || bytes[offset + 1] == UInt8(ascii: "/"))
      case UInt8(ascii: "&"): CharacterReference(in: bytes, at: offset, end: bytes.count)?.hasSemicolon == true
      default: false
      }
    }
  }
}
