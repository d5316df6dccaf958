/// Items that are checked when a document is read, and read again when they are used.
extension XMLFeedReader {
  /// Returns what an item shares with its neighbours if it is only to be checked now; nil if it is to be read.
  mutating func surroundings(of tag: XMLScanner.Tag, base: String?) -> XMLItemSurroundings? {
    guard options.keepsItemsEncoded, !checkedBudget.isExceeded, !budget.isExceeded, let documentBase else { return nil }
    longestBase = max(documentBase.utf8.count, base?.utf8.count ?? 0)
    let parent = scanner.open.dropLast().last?.lowerBound
    if let known = surroundings, known.parent == parent, known.documentBase == documentBase { return known }
    var reader = XMLFeedReader(source, options)
    (reader.scanner.open, reader.scanner.namespaces) = (scanner.open, scanner.namespaces)
    reader.scanner.boundary = scanner.boundary
    reader.scanner.stepOut()
    reader.document.format = document.format
    (reader.document.homePage, reader.document.feedURL) = (document.homePage, document.feedURL)
    surroundings = XMLItemSurroundings(reader, base: base, parent: parent, documentBase: documentBase)
    return surroundings
  }

  /// Takes what the addresses of an item may add; when it is too much for all items, the next ones are read at once.
  mutating func takeBudget(ofItem range: Range<Int>) {
    // An address is in an element or in an attribute; those of the item itself may be resolved twice.
    var count = 8
    for sign in [UInt8(ascii: "="), UInt8(ascii: "<")] {
      var offset = range.lowerBound
      while let next = scanner.bytes.firstOffset(of: sign, from: offset, to: range.upperBound) {
        count += 1
        offset = next + 1
      }
    }
    _ = checkedBudget.take(count * longestBase + range.count)
  }

  /// Reads an item that was checked before, at its offset.
  fileprivate mutating func readAgain(at offset: Int, base: String?) -> FeedItem {
    scanner.position = offset
    var item = XMLItem()
    // It was read to its end before, or cut there.
    if case .start(let tag)? = try? scanner.next() { try? readItem(tag, base: base, &item) }
    var finished = item.finished(at: source.map.position(at: offset))
    resolveAddresses(of: &finished)
    return finished
  }
}

/// What items of RSS or Atom share that are read again when they are used.
final class XMLItemSurroundings: Sendable {
  /// A reader within the element that contains the items.
  fileprivate let reader: XMLFeedReader
  fileprivate let base: String?
  /// The offset of the name of that element.
  fileprivate let parent: Int?
  fileprivate let documentBase: String

  init(_ reader: XMLFeedReader, base: String?, parent: Int?, documentBase: String) {
    (self.reader, self.base, self.parent, self.documentBase) = (reader, base, parent, documentBase)
  }

  /// Returns the position of an offset.
  func position(at offset: Int) -> SourcePosition { reader.source.map.position(at: offset) }
}

/// An item of RSS or Atom that has been checked, as an offset in the document.
final class EncodedXMLItem: EncodedItem, @unchecked Sendable {
  private let surroundings: XMLItemSurroundings
  private let start: Int

  init(at start: Int, in surroundings: XMLItemSurroundings) { (self.surroundings, self.start) = (surroundings, start) }

  override var position: SourcePosition { surroundings.position(at: start) }

  override var raw: ArraySlice<UInt8>? { nil }

  override func decoded() -> FeedItem {
    var reader = surroundings.reader
    return reader.readAgain(at: start, base: surroundings.base)
  }
}
