/// The measures of each section of a feed, and of the whole feed.
///
/// The measures of consecutive pages add up to those of the whole feed, also if a page begins in the middle of a
/// section.
///
/// ```swift
/// var measures = SectionedMeasures(of: page)
/// measures.append(SectionedMeasures(of: next))
/// measures[section: 1]?.share    // 0.125
/// measures.whole.smallestGap     // 5
/// ```
public struct SectionedMeasures: Hashable, Sendable {
  /// A section with its measures.
  public struct Section: Hashable, Sendable {
    /// The number of the section in the feed.
    public let number: Int
    /// Its measures.
    public fileprivate(set) var measures: FeedMeasures
  }

  /// The measured sections, ordered by number.
  public private(set) var sections: [Section] = []

  /// Makes the measures of an empty feed.
  public init() {}

  /// Makes the measures of a page.
  /// - Complexity: O(sections + ads of the page).
  public init<Rows, Ads>(of feed: MergedFeed<Rows, Ads>) {
    for part in feed.page.parts { add(Section(number: part.section, measures: feed.page.measures(of: part))) }
  }
}

extension SectionedMeasures {
  /// The measures of all sections one after the other: a run or a gap can extend over the end of a section.
  /// - Complexity: O(sections).
  public var whole: FeedMeasures { sections.reduce(into: FeedMeasures()) { $0.append($1.measures) } }

  /// Returns the measures of a section; nil if it has not been measured.
  /// - Complexity: O(log sections).
  public subscript(section number: Int) -> FeedMeasures? {
    let index = index(of: number)
    return index < sections.count && sections[index].number == number ? sections[index].measures : nil
  }

  /// Adds the measures of the rows that follow, section by section.
  /// - Complexity: O(sections of `next`), if their numbers are not below the last one here.
  public mutating func append(_ next: SectionedMeasures) {
    for section in next.sections { add(section) }
  }

  private mutating func add(_ section: Section) {
    let index = index(of: section.number)
    if index < sections.count, sections[index].number == section.number {
      sections[index].measures.append(section.measures)
    } else {
      sections.insert(section, at: index)
    }
  }

  /// Returns the index of a section, or the index at which it would be inserted.
  private func index(of number: Int) -> Int {
    sections.indices.partitioningIndex { sections[$0].number >= number }
  }
}

extension SectionedMeasures: CustomStringConvertible {
  /// A line for each section, and one for the whole feed if there are several.
  public var description: String {
    var lines = sections.map { "section \($0.number): \(line($0.measures))" }
    if lines.count > 1 { lines.append("in all: \(line(whole))") }
    return lines.joined(separator: "\n")
  }

  private func line(_ measures: FeedMeasures) -> String {
    "\(measures.contentCount.words("content row")) and \(measures.adCount.words("ad")), \(measures)"
  }
}

extension SectionedMeasures: Codable {
  private enum CodingKeys: String, CodingKey {
    case section, measures
  }

  /// Decodes the sections.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidMeasures(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let container = try list.nestedContainer(keyedBy: CodingKeys.self)
      let number = try container.decode(Int.self, forKey: .section)
      guard 0...RowMap.limit ~= number, number > sections.last?.number ?? -1 else {
        let reason = PlacementError.invalidMeasures("section \(number) stands where no such section can")
        throw container.refusal(of: .section, reason)
      }
      sections.append(Section(number: number, measures: try container.decode(FeedMeasures.self, forKey: .measures)))
    }
  }

  /// Encodes a list of the sections.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for section in sections {
      var container = list.nestedContainer(keyedBy: CodingKeys.self)
      try container.encode(section.number, forKey: .section)
      try container.encode(section.measures, forKey: .measures)
    }
  }
}
