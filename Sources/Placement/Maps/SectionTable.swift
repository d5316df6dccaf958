/// The rows of all feed sections, in order.
///
/// The first sections stand in one array, which is all that most lists have. Those after them stand in pages, so that a
/// copy of which one section is changed copies a page and not every section.
struct SectionTable: Sendable {
  /// The number of sections in the first array, and in each page but the last.
  private static let pageCapacity = 128

  private var first: ContiguousArray<SectionRows> = []
  private var pages: ContiguousArray<ContiguousArray<SectionRows>> = []
  private(set) var count = 0

  init() {}

  init(_ sections: ContiguousArray<SectionRows>) {
    count = sections.count
    guard count > SectionTable.pageCapacity else {
      first = sections
      return
    }
    first = ContiguousArray(sections[..<SectionTable.pageCapacity])
    pages = ContiguousArray(
      stride(from: SectionTable.pageCapacity, to: count, by: SectionTable.pageCapacity).map { start in
        ContiguousArray(sections[start..<Swift.min(start + SectionTable.pageCapacity, count)])
      })
  }

  /// Makes a table of the first sections of another, at most `limit`, which shares its pages and has no part of one.
  init(pagesOf other: SectionTable, upTo limit: Int) {
    let pageCount = Swift.min(limit, other.count) / SectionTable.pageCapacity
    guard pageCount > 0 else { return }
    first = other.first
    pages = ContiguousArray(other.pages.prefix(pageCount - 1))
    count = pageCount * SectionTable.pageCapacity
  }

  /// All sections in one array.
  var all: ContiguousArray<SectionRows> {
    if pages.isEmpty { return first }
    var all = first
    all.reserveCapacity(count)
    for page in pages { all.append(contentsOf: page) }
    return all
  }

  mutating func append(_ section: SectionRows) {
    defer { count += 1 }
    guard count >= SectionTable.pageCapacity else { return first.append(section) }
    if count % SectionTable.pageCapacity == 0 { pages.append([]) }
    pages[pages.count - 1].append(section)
  }

  /// Appends consecutive sections of another table.
  mutating func append(_ sections: Range<Int>, of other: SectionTable) {
    var rest = sections
    while let section = rest.first {
      let (page, index) = section.quotientAndRemainder(dividingBy: SectionTable.pageCapacity)
      let source = page == 0 ? other.first : other.pages[page - 1]
      let room = SectionTable.pageCapacity - self.count % SectionTable.pageCapacity
      let part = source[index..<Swift.min(source.count, index + Swift.min(room, rest.count))]
      if self.count < SectionTable.pageCapacity {
        first.append(contentsOf: part)
      } else {
        if self.count % SectionTable.pageCapacity == 0 { pages.append([]) }
        pages[pages.count - 1].append(contentsOf: part)
      }
      self.count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// Calls `body` with the rows of a section, which are not copied: copying would take longer than most questions.
  @inline(__always)
  func with<Result>(_ section: Int, _ body: (borrowing SectionRows) -> Result) -> Result {
    if section < first.count { return body(first[section]) }
    return body(pages[section / SectionTable.pageCapacity - 1][section % SectionTable.pageCapacity])
  }

  /// Changes the rows of a section.
  @inline(__always)
  mutating func change<Failure>(
    _ section: Int, _ body: (inout SectionRows) throws(Failure) -> Void
  ) throws(Failure) {
    if section < first.count { return try body(&first[section]) }
    let page = section / SectionTable.pageCapacity - 1
    try body(&pages[page][section % SectionTable.pageCapacity])
  }

  /// Returns what `value` gives for each section, without copying the sections.
  @inline(__always)
  func values<Value>(_ value: (borrowing SectionRows) -> Value) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in first.indices { values.append(value(first[index])) }
    for page in pages {
      for index in page.indices { values.append(value(page[index])) }
    }
    return values
  }
}

extension SectionTable: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The rows of a section, copied; see ``with(_:_:)``.
  subscript(section: Int) -> SectionRows {
    get {
      section < first.count
        ? first[section] : pages[section / SectionTable.pageCapacity - 1][section % SectionTable.pageCapacity]
    }
    @inline(__always)
    _modify {
      if section < first.count {
        yield &first[section]
      } else {
        yield &pages[section / SectionTable.pageCapacity - 1][section % SectionTable.pageCapacity]
      }
    }
  }
}

extension SectionTable: Hashable, Codable {
  /// Whether the sections are the same; quick for tables that share their storage.
  static func == (one: SectionTable, other: SectionTable) -> Bool {
    one.first == other.first && one.pages == other.pages
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for section in self { hasher.combine(section) }
  }

  init(from decoder: any Decoder) throws { self.init(try ContiguousArray(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}
