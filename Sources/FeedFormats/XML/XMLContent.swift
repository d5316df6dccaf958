/// The content of an element: text, or markup if it has child elements.
struct XMLContent {
  /// The decoded text before the first child element, in UTF-8.
  let textBytes: [UInt8]

  /// The decoded text before the first child element.
  var text: String { String(decoding: textBytes, as: UTF8.self) }

  /// Everything between the tags, if there are child elements.
  let markup: Range<Int>?

  /// The child element, if there is only one and no text next to it.
  let onlyChild: OnlyChild?

  /// The offset after the start tag.
  let start: Int

  /// An element that contains all content of another one.
  struct OnlyChild {
    let tag: XMLScanner.Tag
    /// Everything between its tags.
    var markup: Range<Int>
  }
}

extension XMLScanner {
  /// Reads the content of the element that was just opened, up to its end.
  ///
  /// - Throws: `XMLTruncation` when the document ends before the element does.
  mutating func readContent() throws(XMLTruncation) -> XMLContent {
    let level = depth
    let start = position
    var text: [UInt8] = []
    var hasChild = false
    var onlyChild: XMLContent.OnlyChild?
    while true {
      switch try next() {
      case .start(let tag):
        if !hasChild, text.allSatisfy(\.isWhitespace) {
          onlyChild = XMLContent.OnlyChild(tag: tag, markup: position..<position)
        } else if depth == level + 1 {
          onlyChild = nil
        }
        hasChild = true
      case .end where depth < level:
        return XMLContent(
          textBytes: text, markup: hasChild ? start..<max(start, eventStart) : nil,
          onlyChild: onlyChild, start: start)
      case .end:
        if depth == level, let child = onlyChild {
          onlyChild?.markup = child.markup.lowerBound..<max(child.markup.lowerBound, eventStart)
        }
      case .text(let range, let isCDATA):
        if !hasChild {
          decode(range, isCDATA: isCDATA, into: &text)
        } else if depth == level, !bytes[range].allSatisfy(\.isWhitespace) {
          onlyChild = nil
        }
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }

  /// Returns the next child of the element at a level, or nil at that element's end.
  mutating func nextChild(of level: Int) throws(XMLTruncation) -> Tag? {
    while true {
      switch try next() {
      case .start(let tag): return tag
      case .end where depth < level: return nil
      case .end, .text: continue
      case .finish: throw XMLTruncation(within: "an element")
      }
    }
  }

  /// Skips the rest of the element that was just opened.
  mutating func skipElement() throws(XMLTruncation) {
    let level = depth
    while depth >= level {
      if case .finish = try next() { throw XMLTruncation(within: "an element") }
    }
  }

  /// Returns the decoded value of an attribute, whatever the case of its name, or nil if the tag does not have it.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count == name.utf8.count
        && zip(scanner.bytes[range], name.utf8).allSatisfy { $0 == $1 || $1.isASCIILetter && $0 | 0x20 == $1 | 0x20 }
    }
  }

  /// Returns the decoded value of an attribute of a vocabulary, with any prefix, or nil if the tag does not have it.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, _ vocabulary: XMLVocabulary, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count > name.utf8.count && scanner.name(in: range) == (vocabulary, name)
    }
  }

  private mutating func attribute(of tag: Tag, where matches: (Self, Range<Int>) -> Bool) -> String? {
    var reader = XMLAttributes(bytes, tag.attributes)
    while let attribute = reader.next() {
      guard matches(self, attribute.name) else { continue }
      var value: [UInt8] = []
      decode(attribute.value, isCDATA: false, into: &value)
      return String(decoding: value, as: UTF8.self).trimmed
    }
    return nil
  }

  /// Returns the vocabulary and the local name of an element.
  func name(of tag: Tag) -> (XMLVocabulary, String) { name(in: tag.name) }

  /// Returns the vocabulary and the local name of an element, the name in lower case.
  ///
  /// RSS readers have never told cases apart, so that publishers do not either.
  func lowercasedName(of tag: Tag) -> (XMLVocabulary, String) {
    let (vocabulary, name) = self.name(of: tag)
    return (vocabulary, name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ? name : name.lowercased())
  }

  /// Returns the vocabulary and the local name of a prefixed name at the current position.
  func name(in range: Range<Int>) -> (XMLVocabulary, String) {
    // No known name is longer.
    guard range.count <= 64 else { return (.other, "") }
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else {
      return (namespaces.vocabulary(of: ""), bytes.string(in: range))
    }
    return (
      namespaces.vocabulary(of: bytes.string(in: range.lowerBound..<colon)),
      bytes.string(in: colon + 1..<range.upperBound)
    )
  }
}
