/// Reads items from JSON text one by one, omitting invalid ones with a finding.
struct JSONItemSequence {
  var scanner: JSONScanner
  var reader: JSONItemReader
  private(set) var items: [FeedItem] = []
  private let kind: JSONItemKind
  private let options: FeedReader.Options
  private var isFull = false
  private var identifiers = RepeatedIdentifiers()
  /// What items share that are decoded when they are used; nil if all are decoded when they are read.
  let encodedItems: EncodedItems?

  /// Creates a sequence without items, which reads values of one kind.
  init(_ source: SourceText, at start: Int, of kind: JSONItemKind = .jsonFeed, _ options: FeedReader.Options) {
    self.kind = kind
    scanner = JSONScanner(source.bytes, at: start, maxDepth: options.maxDepth)
    scanner.allowsFlaws = true
    reader = JSONItemReader(source)
    self.options = options
    encodedItems = options.keepsItemsEncoded && kind == .jsonFeed ? EncodedItems(source) : nil
  }

  /// Reads the array of items at the current position.
  mutating func readArray(outerDepth: Int) throws(JSONFault) {
    scanner.outerDepth = outerDepth + 1
    defer { scanner.outerDepth = outerDepth }
    scanner.position += 1
    scanner.skipWhitespace()
    guard scanner.next != UInt8(ascii: "]") else {
      scanner.position += 1
      return
    }
    repeat { try readItem() } while try scanner.skipComma(orClosing: UInt8(ascii: "]"))
  }

  /// Reads the item at the current position.
  mutating func readItem() throws(JSONFault) { take(try scanItem()) }

  /// A value where an item is expected, with the flaws found in it.
  struct Candidate {
    fileprivate let range: Range<Int>
    fileprivate let flaws: JSONScanner.Flaws
  }

  /// Moves past the value at the current position and returns it with the flaws found within it.
  mutating func scanItem() throws(JSONFault) -> Candidate {
    let start = scanner.position
    let outside = scanner.flaws
    scanner.flaws = JSONScanner.Flaws()
    defer { scanner.flaws = outside }
    try scanner.skipValue()
    return Candidate(range: start..<scanner.position, flaws: scanner.flaws)
  }

  /// Appends the item of a value, or omits it with a finding.
  mutating func take(_ candidate: Candidate) {
    if items.count >= options.maxItems {
      reportItemLimit(at: candidate.range.lowerBound)
    } else if let offset = candidate.flaws.firstTooDeep {
      reader.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    } else if let offset = candidate.flaws.firstInvalid {
      reader.findings.add(at: offset, .itemLeftOut, "invalid UTF-8")
    } else if var item = reader.item(JSONValue(bytes: scanner.bytes, range: candidate.range), as: kind) {
      reportRepairs(of: candidate.flaws)
      if candidate.flaws.needRepair { item.raw = item.raw.map(JSONRepair.repaired) }
      if kind == .jsonFeed, let id = item.id { reportDuplicate(id, at: candidate.range.lowerBound) }
      items.append(candidate.flaws.needRepair ? item : encoded(candidate) ?? item)
    }
  }

  private func encoded(_ candidate: Candidate) -> FeedItem? {
    guard let encodedItems else { return nil }
    return EncodedJSONItem(candidate.range, of: encodedItems).map { FeedItem($0) }
  }

  /// Adds a finding for the second item with an id; timelines repeat items on purpose, so they are not checked.
  private mutating func reportDuplicate(_ id: String, at start: Int) {
    guard let row = identifiers.insert(id, row: items.count, { items[$0].id }) else { return }
    let first = items[row].position
    reader.findings.add(at: start, .kept, "the id \(id.quotedForMessage) is also that of the item at \(first)")
  }

  /// Adds findings for flaws in the JSON that were repaired.
  mutating func reportRepairs(of flaws: JSONScanner.Flaws) {
    if let offset = flaws.firstControlCharacter {
      reader.findings.add(at: offset, .kept, "an unescaped control character in a string")
    }
    if let offset = flaws.firstTrailingComma {
      reader.findings.add(at: offset, .kept, "a comma before a closing bracket")
    }
  }

  private mutating func reportItemLimit(at start: Int) {
    guard !isFull else { return }
    isFull = true
    reader.findings.add(at: start, .restLeftOut, "more than \(options.maxItems) items")
  }
}

// MARK: - Around the items

extension JSONItemSequence {
  /// Moves into the object at the current position; returns whether it has members.
  mutating func openObject() -> Bool {
    scanner.outerDepth += 1
    scanner.position += 1
    scanner.skipWhitespace()
    guard scanner.next == UInt8(ascii: "}") else { return true }
    scanner.position += 1
    scanner.outerDepth -= 1
    return false
  }

  /// Moves to the next member of the innermost open object, or out of the object; returns whether there is one.
  mutating func skipToNextMember() throws(JSONFault) -> Bool {
    if try scanner.skipComma(orClosing: UInt8(ascii: "}")) { return true }
    scanner.outerDepth -= 1
    return false
  }

  /// Moves past the white space at the end of a text, where nothing else may be.
  mutating func skipToEnd(of name: String, within: String = "") throws(JSONFault) {
    scanner.skipWhitespace()
    if scanner.next != nil { throw scanner.fault("the end of the \(name)", within: within) }
  }

  /// Checks the text outside all items, whose flaws make it unreliable, and reports what was repaired in it.
  mutating func checkSurroundings(_ map: SourceMap) throws(FeedError) {
    if let offset = scanner.flaws.firstInvalid { throw .notUTF8(map.position(at: offset)) }
    if let offset = scanner.flaws.firstTooDeep { throw .tooDeep(map.position(at: offset), limit: options.maxDepth) }
    reportRepairs(of: scanner.flaws)
  }

  /// Ends reading at a fault: an error, or in part a finding.
  mutating func end(at fault: JSONFault, _ map: SourceMap) throws(FeedError) {
    guard options.partial else { throw fault.error(map) }
    reader.findings.add(at: fault.offset, .restLeftOut, fault.words())
  }
}

// MARK: - Lines

extension JSONItemSequence {
  /// Reads NDJSON from the current position on, omitting lines that are not items.
  ///
  /// - Throws: the fault of the last line if it is incomplete and has no newline: the document ends too early.
  mutating func readLines() throws(JSONFault) {
    let bytes = scanner.bytes
    while scanner.position < bytes.count {
      let end = bytes[scanner.position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      try readLine(upTo: end, isLast: end == bytes.count)
      scanner.position = end + 1
    }
  }

  /// Reads the line from the current position up to an offset, or omits it with a finding; the last one has no newline.
  mutating func readLine(upTo end: Int, isLast: Bool) throws(JSONFault) {
    scanner.end = end
    do throws(JSONFault) { try readItemOfLine() } catch {
      if isLast, !options.partial, case .endOfInput = error.problem { throw error }
      reader.findings.add(at: error.offset, .itemLeftOut, error.words(ofWhole: isLast ? "document" : "line"))
    }
  }

  private mutating func readItemOfLine() throws(JSONFault) {
    skipSpace()
    guard scanner.next != nil else { return }
    let candidate = try scanItem()
    try skipToEnd(of: "item")
    take(candidate)
  }

  /// Reads items that follow each other with or without white space between them, from the current position on.
  ///
  /// After one that is not JSON, reading goes on with the next line that begins with a brace.
  /// - Throws: the fault of the last item if it is incomplete: the document ends too early.
  mutating func readSuccessiveItems() throws(JSONFault) {
    while true {
      skipSpace()
      guard scanner.next != nil else { return }
      do throws(JSONFault) { try readItem() } catch {
        let behind = scanner.bytes.offset(behind: "\n{", from: error.offset)
        if behind == nil, case .endOfInput = error.problem { throw error }
        reader.findings.add(at: error.offset, .itemLeftOut, error.words())
        scanner.position = behind.map { $0 - 1 } ?? scanner.end
      }
    }
  }

  /// Moves past white space and the byte order marks that are between files which were concatenated.
  private mutating func skipSpace() {
    scanner.position = scanner.bytes.firstContent(from: scanner.position, to: scanner.end)
  }
}
