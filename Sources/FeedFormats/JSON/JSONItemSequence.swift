/// Reads items from JSON text one by one, omitting invalid ones with a finding.
struct JSONItemSequence {
  var scanner: JSONScanner
  var reader: JSONItemReader
  private(set) var items: [FeedItem] = []
  /// The sections of a merged feed that the items show.
  private(set) var sections = MergedSections()
  /// Whether some of the items are ads of a merged feed.
  private(set) var hasAds = false
  private let kind: JSONItemKind
  private let options: FeedReader.Options
  private var isFull = false
  private var identifiers = RepeatedIdentifiers()
  /// What items share that are decoded when they are used; nil if all are decoded when they are read.
  let encodedItems: EncodedItems?
  /// Whether no line had two items, and no item two lines, among those that were read with ``readLines()``.
  private(set) var hasItemPerLine = true
  /// Whether a line may have several items: the first one has, or an item took several lines.
  private var mayShareLine = false
  /// The number of bytes that were looked at for the rest of items that have none, so that it can be bounded.
  private var wastedCount = 0

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
      reader.reportRepairs(of: candidate.flaws)
      if candidate.flaws.needRepair { item.raw = item.raw.map(JSONRepair.repaired) }
      if kind == .jsonFeed, let id = item.id { reportDuplicate(id, at: candidate.range.lowerBound) }
      if kind == .jsonFeed { sections.add(reader.place, item: items.count) }
      hasAds = hasAds || item.adReason != nil
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

  private mutating func reportItemLimit(at start: Int) {
    guard !isFull else { return }
    isFull = true
    reader.findings.add(at: start, .restLeftOut, "more than \(options.maxItems) items")
  }
}

// MARK: - Around the items

extension JSONItemSequence {
  /// Moves past the white space at the end of a text, where nothing else may be.
  mutating func skipToEnd(of name: String, within: String = "") throws(JSONFault) {
    scanner.skipWhitespace()
    if scanner.next != nil { throw scanner.fault("the end of the \(name)", within: within) }
  }

  /// Checks the text outside all items, whose flaws make it unreliable, and reports what was repaired in it.
  mutating func checkSurroundings(_ map: SourceMap) throws(FeedError) {
    if let offset = scanner.flaws.firstInvalid { throw .notUTF8(map.position(at: offset)) }
    if let offset = scanner.flaws.firstTooDeep { throw .tooDeep(map.position(at: offset), limit: options.maxDepth) }
    reader.reportRepairs(of: scanner.flaws)
  }

  /// Ends reading at a fault: an error, or in part a finding.
  mutating func end(at fault: JSONFault, _ map: SourceMap) throws(FeedError) {
    guard options.partial else { throw fault.error(map) }
    reader.findings.add(at: fault.offset, .restLeftOut, fault.words())
  }
}

// MARK: - Lines

extension JSONItemSequence {
  /// Reads items that follow each other, usually one on each line, from the current position on.
  ///
  /// - Throws: the fault of the last item if it is incomplete: the document ends too early.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func readLines() throws(JSONFault) {
    mayShareLine = true
    while scanner.position < scanner.bytes.count {
      scanner.end = scanner.bytes.endOfLine(from: scanner.position)
      try readLine(isLast: scanner.end == scanner.bytes.count)
    }
  }

  /// Reads the items from the current position to the end of a line; the last one has no newline.
  ///
  /// What is no item is omitted with a finding.
  mutating func readLine(isLast: Bool) throws(JSONFault) {
    skipSpace()
    while scanner.next != nil {
      let start = scanner.position
      do throws(JSONFault) { try readItemOfLine() } catch {
        if try !readItemOverLines(from: start, after: error, isLast: isLast) { scanner.position = scanner.end }
      }
      skipSpace()
    }
    scanner.position = scanner.end + 1
  }

  private mutating func readItemOfLine() throws(JSONFault) {
    let candidate = try scanItem()
    skipSpace()
    if mayShareLine, scanner.next == UInt8(ascii: "{") { hasItemPerLine = false } else { try skipToEnd(of: "item") }
    mayShareLine = !hasItemPerLine
    take(candidate)
  }

  /// Reads an item that goes on after the line in which it begins, and which has a fault; otherwise, omits the line.
  ///
  /// - Returns: Whether an item was read.
  private mutating func readItemOverLines(
    from start: Int, after fault: JSONFault, isLast: Bool
  ) throws(JSONFault) -> Bool {
    let bytes = scanner.bytes
    guard case .endOfInput = fault.problem, bytes[start] == UInt8(ascii: "{"), scanner.end < bytes.count,
      wastedCount <= bytes.count
    else {
      if isLast, !options.partial, case .endOfInput = fault.problem { throw fault }
      if bytes[start] != UInt8(ascii: "{"), case .expected = fault.problem {
        reader.findings.add(at: start, .itemLeftOut, "the line is not JSON")
      } else {
        report(fault, ofWhole: isLast ? "document" : "line")
      }
      return false
    }
    let endOfLine = scanner.end
    (scanner.position, scanner.end) = (start, bytes.count)
    do throws(JSONFault) {
      let candidate = try scanItem()
      (hasItemPerLine, mayShareLine) = (false, true)
      scanner.end = bytes.endOfLine(from: scanner.position)
      take(candidate)
      return true
    } catch {
      wastedCount += error.offset - start
      var isCut = false
      if case .endOfInput = error.problem { isCut = bytes.offset(behind: "\n{", from: start) == nil }
      if isCut, !options.partial, bytes.last != UInt8(ascii: "\n") { throw error }
      scanner.end = endOfLine
      if !hasItemPerLine, bytes[start + 1..<endOfLine].allSatisfy(\.isWhitespace) {
        // Where items take several lines, the next one begins at a brace; otherwise, each line may be one.
        scanner.end = bytes.offset(behind: "\n{", from: start).map { $0 - 2 } ?? bytes.count
        report(error.offset < scanner.end ? error : fault)
      } else {
        report(fault, ofWhole: "line")
      }
      return false
    }
  }

  private mutating func report(_ fault: JSONFault, ofWhole whole: String = "document") {
    reader.findings.add(at: fault.offset, .itemLeftOut, fault.words(ofWhole: whole))
  }

  /// Moves past white space and the byte order marks that are between files which were concatenated.
  private mutating func skipSpace() {
    scanner.position = scanner.bytes.firstContent(from: scanner.position, to: scanner.end)
  }
}

extension [UInt8] {
  /// Returns the offset of the next newline from an offset on, or the number of bytes.
  fileprivate func endOfLine(from start: Int) -> Int { self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count }
}
