import Documents

/// Builds a document from the elements of HTML as they begin and end, whatever their order is.
///
/// Elements that contain blocks are open until they, or elements around them, end. Text that has no place where it
/// occurs, such as next to the cells of a table, gets one there.
struct DocumentBuilder {
  /// An element that contains blocks.
  enum Kind { case root, quotation, list, item, table, row, cell, caption, preformatted }

  /// How the items of a list are numbered.
  struct Numbering {
    var isNumbered = false
    var numeral = Document.Numeral.decimal
    var start: Int?
    var isReversed = false
    /// Whether the list has no element of its own.
    var isImplicit = false
  }

  private struct Open {
    let kind: Kind
    var blocks: [Document.Block] = []
    var number: Int?
    var span = TableBuilder.Span()
    /// The elements within lines that were open before this one.
    var styles: [ParagraphBuilder.OpenStyle] = []
    /// The number of elements within it that are ignored, since they are nested too deep or in preformatted text.
    var ignored = 0
  }

  fileprivate struct OpenList {
    let numbering: Numbering
    var items: [Document.ListItem] = []
  }

  private var open = [Open(kind: .root)]
  private var lists: [OpenList] = []
  private var tables: [TableBuilder] = []
  private var paragraph = ParagraphBuilder()
  private var headingLevel: Int?
  /// Whether the next text begins a line.
  private var wantsLine = false

  private let limit: Int
  /// The number of bytes of text in finished blocks.
  private var size = 0
  private var blockCount = 0

  /// The maximum depth of quotations, lists, tables and preformatted text; deeper ones are ignored, but not their text.
  private static let deepest = 48

  /// The maximum number of blocks and pieces of text, which bounds the memory.
  private static let mostParts = 1 << 17

  init(limit: Int) { self.limit = max(limit, 0) }

  /// Whether the document has more text or blocks than the limit, so that no more is needed.
  var isFull: Bool { size + paragraph.size > limit || blockCount + paragraph.pieceCount > Self.mostParts }

  /// Ends all that is open and returns the document, which ends with "…" if it is full.
  mutating func finished() -> Document {
    if isFull { append("…".utf8) }
    while open.count > 1 { endInnermost() }
    endParagraph()
    return Document(open[0].blocks)
  }

  private var innermost: Kind { open[open.count - 1].kind }
}

// MARK: - Text

extension DocumentBuilder {
  /// Appends text that is not only white space.
  mutating func append(_ bytes: some Collection<UInt8>) {
    prepareForText()
    paragraph.append(bytes)
  }

  mutating func append(whitespace byte: UInt8) {
    if innermost == .preformatted {
      if byte != UInt8(ascii: "\r") { paragraph.append(CollectionOfOne(byte)) }
    } else if !wantsLine {
      paragraph.appendSpace()
    }
  }

  mutating func append(picture words: String, at address: String?) {
    let hasSpaces = innermost != .preformatted
    prepareForText()
    if hasSpaces { paragraph.appendSpace() }
    paragraph.append(picture: words, at: address)
    if hasSpaces { paragraph.appendSpace() }
  }

  /// Appends text and styles.
  mutating func append(inlines: [Document.Inline]) {
    for inline in inlines where !isFull {
      switch inline {
      case .text(let words): append(words.utf8)
      case .styled(let style, let content):
        begin(ParagraphBuilder.Effect.style(style))
        append(inlines: content)
        end(style)
      case .lineBreak, .link, .picture: break
      }
    }
  }

  /// Appends whether a task is done, if a list is of tasks.
  mutating func append(checkbox isChecked: Bool) {
    if innermost == .item { append((isChecked ? "[x] " : "[ ] ").utf8) }
  }

  private mutating func prepareForText() {
    openPlaceForBlocks()
    if wantsLine, !paragraph.endsWithBreak { paragraph.breakLine() }
    wantsLine = false
  }

  /// Ends the line; an empty line ends the paragraph.
  mutating func breakLine() {
    if innermost == .preformatted { return append(whitespace: UInt8(ascii: "\n")) }
    if wantsLine, !paragraph.endsWithBreak { paragraph.breakLine() }
    wantsLine = false
    if paragraph.endsWithBreak { endParagraph() } else { paragraph.breakLine() }
  }

  /// Ends the line unless it is empty.
  mutating func endLine() {
    if innermost != .preformatted {
      wantsLine = !paragraph.isEmpty
    } else if !paragraph.isEmpty, !paragraph.endsWithBreak {
      append(whitespace: UInt8(ascii: "\n"))
    }
  }

  mutating func begin(_ effect: ParagraphBuilder.Effect) { paragraph.begin(effect) }

  mutating func end(_ style: Document.Style) { paragraph.end { $0 == .style(style) } }

  /// Ends a link; one without text is kept for its address.
  mutating func endLink() {
    guard let link = paragraph.styles.last(where: \.effect.isLink) else { return }
    if link.start == paragraph.pieceCount { append([]) }
    paragraph.end(where: \.isLink)
  }
}

// MARK: - Blocks

extension DocumentBuilder {
  mutating func beginHeading(level: Int) {
    endParagraph()
    headingLevel = level
  }

  /// Ends the paragraph or heading.
  mutating func endParagraph(isHeading: Bool = false) {
    if innermost == .preformatted { return endLine() }
    let level = headingLevel
    let length = paragraph.size
    let inlines = paragraph.finish()
    wantsLine = false
    if isHeading || !inlines.isEmpty { headingLevel = nil }
    guard !inlines.isEmpty else { return }
    size += length
    append(level.map { .heading(level: $0, inlines) } ?? .paragraph(inlines))
  }

  /// Appends a block after the paragraph.
  mutating func append(block: Document.Block) {
    if innermost == .preformatted { return }
    endParagraph()
    openPlaceForBlocks()
    append(block)
  }

  private mutating func append(_ block: Document.Block) {
    blockCount += 1
    open[open.count - 1].blocks.append(block)
  }

  /// Opens an item or a cell if the innermost element contains nothing else.
  private mutating func openPlaceForBlocks() {
    while true {
      switch innermost {
      case .root, .quotation, .item, .cell, .caption, .preformatted: return
      case .table: begin(Open(kind: .row))
      case .row: begin(Open(kind: .cell, styles: paragraph.styles))
      case .list where lists[lists.count - 1].numbering.isImplicit: endInnermost()
      case .list:
        // What is between two items is most likely a list that belongs to the item before it.
        let item = lists[lists.count - 1].items.popLast()
        open.append(Open(kind: .item, blocks: item?.blocks ?? [], number: item?.number))
      }
    }
  }

  private mutating func begin(_ element: Open) {
    endParagraph()
    headingLevel = nil
    blockCount += 1
    open.append(element)
  }

  /// Begins an element that may contain itself; returns whether it is not ignored.
  @discardableResult
  mutating func begin(_ kind: Kind) -> Bool {
    endParagraph()
    guard open.count < Self.deepest, innermost != .preformatted else {
      open[open.count - 1].ignored += 1
      return false
    }
    openPlaceForBlocks()
    begin(Open(kind: kind))
    return true
  }

  mutating func beginList(_ numbering: Numbering) {
    if begin(.list) { lists.append(OpenList(numbering: numbering)) }
  }

  mutating func beginItem(number: Int?) {
    endParagraph()
    if innermost == .preformatted { return }
    if innermost == .item { endInnermost() }
    if innermost != .list {
      guard open.count < Self.deepest else { return }
      openPlaceForBlocks()
      begin(Open(kind: .list))
      lists.append(OpenList(numbering: Numbering(isImplicit: true)))
    }
    begin(Open(kind: .item, number: number))
  }

  /// Ends the innermost element of a kind and all in it, but nothing outside the cell that it is in.
  mutating func end(_ kind: Kind) {
    let isTable = [.table, .row, .cell, .caption].contains(kind)
    if open[open.count - 1].ignored > 0, ![.row, .cell, .caption, .item].contains(kind),
      innermost != .preformatted || kind != .preformatted
    {
      open[open.count - 1].ignored -= 1
      return endParagraph()
    }
    for place in open.indices.reversed() {
      if open[place].kind == kind {
        while open.count > place { endInnermost() }
        return
      }
      let isOutermost =
        isTable ? kind != .table && open[place].kind == .table : [.cell, .caption].contains(open[place].kind)
      if isOutermost { break }
    }
    if kind == .cell { append(whitespace: UInt8(ascii: " ")) } else { endLine() }
  }

  /// Ends the innermost element and gives it to the one that contains it.
  private mutating func endInnermost() {
    if innermost != .preformatted { endParagraph() }
    headingLevel = nil
    let element = open.removeLast()
    let blocks = element.blocks
    switch element.kind {
    case .root: break
    case .quotation: if !blocks.isEmpty { append(.quotation(blocks)) }
    case .item: lists[lists.count - 1].items.append(.init(number: element.number, blocks))
    case .list:
      let items = lists.removeLast().numberedItems
      if !items.isEmpty { append(.list(items)) }
    case .preformatted:
      size += paragraph.size
      let inlines = paragraph.finish()
      if !inlines.isEmpty { append(.preformatted(inlines)) }
    case .cell:
      paragraph.restore(element.styles)
      blockCount += tables[tables.count - 1].append(blocks, element.span)
    case .row: tables[tables.count - 1].endRow()
    case .caption:
      paragraph.restore(element.styles)
      tables[tables.count - 1].caption += blocks
    case .table: for block in tables.removeLast().blocks { append(block) }
    }
  }
}

// MARK: - Tables

extension DocumentBuilder {
  mutating func beginTable() {
    if begin(.table) { tables.append(TableBuilder()) }
  }

  /// Begins a part of a table.
  mutating func begin(_ part: TableBuilder.Part) {
    if endAll(upTo: .table) { tables[tables.count - 1].part = part }
  }

  mutating func beginCaption() {
    if endAll(upTo: .table) { begin(Open(kind: .caption, styles: paragraph.styles)) }
  }

  mutating func beginRow() {
    if endAll(upTo: .table) { begin(Open(kind: .row)) } else { endLine() }
  }

  /// Begins a cell; without a table, it is a part of the line.
  mutating func beginCell(_ span: TableBuilder.Span) {
    if !endAll(upTo: .row) {
      guard endAll(upTo: .table) else { return append(whitespace: UInt8(ascii: " ")) }
      begin(Open(kind: .row))
    }
    begin(Open(kind: .cell, span: span, styles: paragraph.styles))
  }

  /// Ends what is open within the innermost table or its row; returns false if there is none.
  private mutating func endAll(upTo kind: Kind) -> Bool {
    guard let place = open.lastIndex(where: { $0.kind == kind || $0.kind == .table }), open[place].kind == kind else {
      return false
    }
    while open.count > place + 1 { endInnermost() }
    endParagraph()
    return true
  }
}

extension DocumentBuilder.OpenList {
  /// The items that are not empty, each with its number.
  fileprivate var numberedItems: [Document.ListItem] {
    let isReversed = numbering.isReversed
    var next = numbering.start ?? (isReversed ? items.count : 1)
    let items = items.map { item in
      let number = item.number ?? next
      next = number &+ (isReversed ? -1 : 1)
      return Document.ListItem(number: numbering.isNumbered ? number : nil, as: numbering.numeral, item.blocks)
    }
    return items.filter { !$0.blocks.isEmpty }
  }
}
