/// The arrangement of the items in a JSON text, which its first members or elements show.
enum JSONLayout: Equatable {
  /// A JSON Feed document, or an object of an unknown format.
  case feed
  /// A channel of RSS in a member `rss`.
  case rss
  /// An array of items.
  case array(JSONItemKind)
  /// An object with arrays of items, which have the names of the kind.
  case members(JSONItemKind)
  /// One item.
  case single(JSONItemKind)
  /// Items one after another, usually one on each line.
  case lines(JSONItemKind)

  /// The formats that the text may be asked for as, the one to report first.
  var formats: [FeedFormat] {
    switch self {
    case .feed: [.jsonFeed]
    case .rss: [.rssInJSON]
    case .array(let kind), .members(let kind): [kind.format]
    case .single(let kind): [kind.format, .itemLines]
    case .lines(let kind): [.itemLines, kind.format]
    }
  }

  /// Detects the arrangement of a text.
  ///
  /// What cannot be recognised is taken for the asked format. A text with syntax errors before its first item is taken
  /// for items on lines if its first lines are such, and else for a JSON Feed, whose reader reports the errors.
  ///
  /// - Throws: `FeedError.unrecognised`, and the errors in an array.
  /// - Complexity: O(*n*); all but the first item is rarely looked at.
  init(of source: SourceText, at start: Int, asked: FeedFormat?) throws(FeedError) {
    var detector = JSONLayoutDetector(source, at: start, asked)
    switch source.bytes[start] {
    case UInt8(ascii: "["): self = try detector.ofArray()
    case UInt8(ascii: "{"): self = try detector.ofObject()
    default:
      guard let kind = detector.kindOnLines else {
        // No text begins with this control character, and every file of gzip does.
        let isGzip = source.bytes[start] == 0x1F
        let content = isGzip ? "what gzip has compressed" : "text that begins with \(source.excerpt(at: start))"
        throw .unrecognised(source.map.position(at: start), content: content)
      }
      self = .lines(kind)
    }
  }
}

private struct JSONLayoutDetector {
  private let source: SourceText
  private let start: Int
  private let asked: FeedFormat?
  private var scanner: JSONScanner

  init(_ source: SourceText, at start: Int, _ asked: FeedFormat?) {
    self.source = source
    self.start = start
    self.asked = asked
    scanner = JSONScanner(source.bytes, at: start)
    scanner.allowsFlaws = true
  }

  /// The kind of items that the asked format consists of.
  private var askedKind: JSONItemKind? {
    switch asked {
    case .mastodon: .mastodon
    case .bluesky: .bluesky
    case .jsonFeed: .jsonFeed
    default: nil
    }
  }

  /// The kind of the items on lines, if lines are asked for.
  private var askedLineKind: JSONItemKind? { asked == .itemLines ? .jsonFeed : nil }

  /// The kind of items on lines, if the first lines have some.
  fileprivate var kindOnLines: JSONItemKind? {
    LineSample(source, at: start, kindOfOthers: askedKind ?? askedLineKind).kindOfItems
  }

  mutating func ofArray() throws(FeedError) -> JSONLayout {
    let isEmpty: Bool
    do throws(JSONFault) {
      let found = try firstKind(inArrayAt: start)
      if let kind = found.kind { return .array(kind) }
      isEmpty = found.isEmpty
    } catch {
      if let kind = kindOnLines { return .lines(kind) }
      guard let askedKind else { throw error.error(source.map) }
      return .array(askedKind)
    }
    if let askedKind { return .array(askedKind) }
    if let kind = kindOnLines { return .lines(kind) }
    throw .unrecognised(source.map.position(at: start), content: isEmpty ? "an empty JSON array" : "a JSON array")
  }

  /// Returns the kind of the first object that is an item, and whether the array is empty.
  private func firstKind(inArrayAt start: Int) throws(JSONFault) -> (kind: JSONItemKind?, isEmpty: Bool) {
    var scanner = scanner
    scanner.position = start + 1
    scanner.skipWhitespace()
    if scanner.next == UInt8(ascii: "]") { return (nil, true) }
    repeat {
      let element = scanner.position
      try scanner.skipValue()
      let value = JSONValue(bytes: source.bytes, range: element..<scanner.position)
      if let kind = JSONItemKind(value) { return (kind, false) }
    } while try scanner.skipComma(orClosing: UInt8(ascii: "]"))
    return (nil, false)
  }

  mutating func ofObject() throws(FeedError) -> JSONLayout {
    var emptyKind: JSONItemKind?
    var hasSections = false
    scanner.position = start + 1
    scanner.skipWhitespace()
    do throws(JSONFault) {
      if scanner.next == UInt8(ascii: "}") {
        scanner.position += 1
      } else {
        repeat {
          let name = JSONValue.decodeString(in: source.bytes, try scanner.skipName())
          if let layout = try layout(ofMember: name, &emptyKind) { return layout }
          if name == "sections", scanner.next == UInt8(ascii: "[") { hasSections = true }
          try scanner.skipValue()
        } while try scanner.skipComma(orClosing: UInt8(ascii: "}"))
      }
    } catch { return kindOnLines.map { .lines($0) } ?? .feed }
    return try layout(ofWhole: start..<scanner.position, emptyKind, hasSections: hasSections)
  }

  /// Returns the arrangement that the member at the current position decides, or nil.
  private func layout(ofMember name: String, _ emptyKind: inout JSONItemKind?) throws(JSONFault) -> JSONLayout? {
    switch (name, scanner.next) {
    case ("items", UInt8(ascii: "[")) where asked != .itemLines: return .feed
    case ("rss", UInt8(ascii: "{")): return .rss
    case ("version", UInt8(ascii: "\"")):
      var scanner = scanner
      try scanner.skipValue()
      let version = JSONValue.decodeString(in: source.bytes, self.scanner.position..<scanner.position)
      return JSONFeedReader.versions.contains(version) ? .feed : nil
    case (_, UInt8(ascii: "[")):
      let kinds: [JSONItemKind] = [.mastodon, .bluesky]
      guard let kind = kinds.first(where: { $0.arrayNames.contains(name) }) else { return nil }
      let found = try firstKind(inArrayAt: scanner.position)
      if found.isEmpty { emptyKind = kind }
      return found.kind == kind || (!found.isEmpty && found.kind == nil && askedKind == kind) ? .members(kind) : nil
    default: return nil
    }
  }

  /// Returns the arrangement of a text whose first object is complete and has no member that decides.
  private func layout(
    ofWhole range: Range<Int>, _ emptyKind: JSONItemKind?, hasSections: Bool
  ) throws(FeedError) -> JSONLayout {
    let value = JSONValue(bytes: source.bytes, range: range)
    let kind = JSONItemKind(value)
    let next = source.bytes.firstContent(from: range.upperBound)
    let isAlone = next == source.bytes.count
    let isLine = !source.bytes[range].contains(UInt8(ascii: "\n"))
    let isFirstLine = isLine && source.bytes[range.upperBound..<next].contains(UInt8(ascii: "\n"))
    if isFirstLine, !isAlone {
      if hasSections, source.bytes.hasBytes("{", at: next) {
        throw .notOneDocument(source.map.position(at: start), .mergeRequests)
      }
      return (kind ?? askedLineKind ?? kindOnLines).map { .lines($0) } ?? .feed
    }
    if !isAlone, source.bytes[next] == UInt8(ascii: "{"), let kind = kind ?? askedLineKind { return .lines(kind) }
    if let emptyKind { return .members(emptyKind) }
    switch kind {
    case .jsonFeed, nil:
      if !isAlone, let kind = kindOnLines { return .lines(kind) }
      return isLine && isAlone && (kind ?? askedLineKind) != nil ? .lines(.jsonFeed) : .feed
    case let kind?: return .single(kind)
    }
  }
}
