/// What stands within an element: text, or markup when there are elements in it.
struct XMLContent {
  /// The decoded text before the first element within.
  let text: String

  /// Everything between the tags, when there are elements within.
  let markup: Range<Int>?

  /// Everything within the elements within, from the first one's start tag to the last one's end tag.
  let innerMarkup: Range<Int>?

  /// The offset behind the start tag.
  let start: Int
}

extension XMLScanner {
  /// Reads up to the end of the element that has just been opened.
  ///
  /// - Throws: `XMLEnd` when the document ends before the element does.
  mutating func readContent() throws(XMLEnd) -> XMLContent {
    let level = depth
    let start = position
    var text: [UInt8] = []
    var childStart: Int?
    var childEnd = start
    while true {
      switch try next() {
      case .start: childStart = childStart ?? position
      case .end where depth < level:
        return XMLContent(
          text: String(decoding: text, as: UTF8.self),
          markup: childStart.map { _ in start..<max(start, eventStart) },
          innerMarkup: childStart.map { $0..<max($0, childEnd) },
          start: start)
      case .end: childEnd = eventStart
      case .text(let range, let isCDATA):
        if childStart == nil { decode(range, isCDATA: isCDATA, into: &text) }
      case .finish: throw XMLEnd(within: "an element")
      }
    }
  }

  /// The next element within the element at a level, or nil when that one ends.
  mutating func nextChild(of level: Int) throws(XMLEnd) -> Tag? {
    while true {
      switch try next() {
      case .start(let tag): return tag
      case .end where depth < level: return nil
      case .end, .text: continue
      case .finish: throw XMLEnd(within: "an element")
      }
    }
  }

  /// Passes over the element that has just been opened.
  mutating func skipElement() throws(XMLEnd) {
    let level = depth
    while depth >= level {
      if case .finish = try next() { throw XMLEnd(within: "an element") }
    }
  }

  /// The decoded value of an attribute, or nil when the tag has none of that name.
  ///
  /// - Complexity: O(*n*) for a tag of *n* bytes.
  mutating func attribute(_ name: String, of tag: Tag) -> String? {
    attribute(of: tag) { scanner, range in
      range.count == name.utf8.count && scanner.bytes.hasBytes(name, at: range.lowerBound)
    }
  }

  /// The decoded value of an attribute of a vocabulary, whatever its prefix; nil when the tag has none.
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

  /// The vocabulary and the local name of an element.
  func name(of tag: Tag) -> (XMLVocabulary, String) { name(in: tag.name) }

  /// The vocabulary and the local name that a name with its prefix stands for here.
  func name(in range: Range<Int>) -> (XMLVocabulary, String) {
    // No name that means something is longer.
    guard range.count <= 64 else { return (.other, "") }
    let name = bytes.string(in: range)
    guard let colon = name.firstIndex(of: ":") else { return (namespaces.vocabulary(of: ""), name) }
    return (namespaces.vocabulary(of: String(name[..<colon])), String(name[name.index(after: colon)...]))
  }
}
