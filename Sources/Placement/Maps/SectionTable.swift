/// The rows of all feed sections, in order.
///
/// They are stored in pages, so that a copy of which one section is changed copies a page and not every section.
struct SectionTable: Hashable, Sendable {
  /// The number of sections in each page but the last.
  private static let pageCapacity = 128

  private var pages: ContiguousArray<ContiguousArray<SectionRows>> = []
  private(set) var count = 0

  init() {}

  init(_ sections: some Sequence<SectionRows>) { for section in sections { append(section) } }

  /// Makes a table of the first sections of another, at most `limit`, which shares its pages and has no part of one.
  init(pagesOf other: SectionTable, upTo limit: Int) {
    pages = ContiguousArray(other.pages.prefix(Swift.min(limit, other.count) / SectionTable.pageCapacity))
    count = pages.count * SectionTable.pageCapacity
  }

  /// All sections in one array.
  var all: ContiguousArray<SectionRows> { ContiguousArray(pages.joined()) }

  mutating func append(_ section: SectionRows) {
    if count.isMultiple(of: SectionTable.pageCapacity) { pages.append([]) }
    pages[pages.count - 1].append(section)
    count += 1
  }

  /// Appends consecutive sections of another table.
  mutating func append(_ sections: Range<Int>, of other: SectionTable) {
    var rest = sections
    while let section = rest.first {
      let (page, index) = section.quotientAndRemainder(dividingBy: SectionTable.pageCapacity)
      if count.isMultiple(of: SectionTable.pageCapacity) { pages.append([]) }
      let room = SectionTable.pageCapacity - pages[pages.count - 1].count
      let part = other.pages[page][index...].prefix(Swift.min(room, rest.count))
      pages[pages.count - 1].append(contentsOf: part)
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  /// Calls `body` with the rows of a section, which are not copied: copying would take longer than most questions.
  @inline(__always)
  func with<Result>(_ section: Int, _ body: (borrowing SectionRows) -> Result) -> Result {
    body(pages[section / SectionTable.pageCapacity][section % SectionTable.pageCapacity])
  }

  /// Returns what `value` gives for each section, without copying the sections.
  @inline(__always)
  func values<Value>(_ value: (borrowing SectionRows) -> Value) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
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
    get { pages[section / SectionTable.pageCapacity][section % SectionTable.pageCapacity] }
    @inline(__always)
    _modify { yield &pages[section / SectionTable.pageCapacity][section % SectionTable.pageCapacity] }
  }
}

extension SectionTable: Codable {
  init(from decoder: any Decoder) throws { self.init(try ContiguousArray<SectionRows>(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}
