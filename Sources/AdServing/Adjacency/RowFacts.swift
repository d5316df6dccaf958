/// How likely content is to harm an advertiser that appears beside it.
public enum ContentRisk: Int, Hashable, Sendable, Codable, CaseIterable, Comparable {
  case low, medium, high

  /// Orders by risk, the lowest first.
  public static func < (one: ContentRisk, other: ContentRisk) -> Bool { one.rawValue < other.rawValue }
}

/// What ads need to know of a content row to refuse it.
public struct RowFacts: Hashable, Sendable {
  /// The name of the author; nil if it is not known.
  public var author: String?
  /// The tags, in which upper and lower case differ.
  public var tags: Set<String>
  /// The risk; content of which it is not known has ``ContentRisk/medium``.
  public var risk: ContentRisk
  /// The words of the text, in lower case.
  let words: [String]

  /// Makes the facts of a row; its `text` is what readers see.
  /// - Complexity: O(*n*) in the length of the text.
  public init(author: String? = nil, tags: Set<String> = [], text: String = "", risk: ContentRisk? = nil) {
    (self.author, self.tags, self.risk) = (author, tags, risk ?? .medium)
    words = RowFacts.words(of: text)
  }

  /// Returns the words of a text in lower case: what is between all that is neither a letter nor a number.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

/// The content rows beside which an ad is not shown.
///
/// ```swift
/// let blocks = RowBlocks(authors: ["mallory"], words: ["plane crash"], mostRisk: .low)
/// blocks.refusal(of: RowFacts(text: "Plane crash: what is known", risk: .low))   // .word("plane crash")
/// ```
public struct RowBlocks: Hashable, Sendable {
  /// The authors whose rows are refused.
  public let authors: Set<String>
  /// The tags of rows that are refused.
  public let tags: Set<String>
  /// The words of rows that are refused, of any case; one with spaces stands for consecutive words.
  public let words: [String]
  /// The highest risk that is accepted.
  public let mostRisk: ContentRisk
  /// The words of each of ``words``.
  private let phrases: [[String]]

  /// Makes blocks, by default none; a word without a letter or a number blocks nothing.
  public init(
    authors: Set<String> = [], tags: Set<String> = [], words: [String] = [], mostRisk: ContentRisk = .high
  ) {
    (self.authors, self.tags, self.words, self.mostRisk) = (authors, tags, words, mostRisk)
    phrases = words.map(RowFacts.words)
  }

  /// Returns why a row is refused; nil if it is accepted.
  ///
  /// A word is found as a whole one only: `crash` is not in `crashed`.
  /// - Complexity: O(tags + *n* · *m*) for *n* blocked words and *m* words of the row.
  public func refusal(of row: RowFacts) -> AdjacencyRefusal? {
    if let author = row.author, authors.contains(author) { return .author(author) }
    if let tag = row.tags.filter(tags.contains).min() { return .tag(tag) }
    for (word, phrase) in zip(words, phrases) where !phrase.isEmpty {
      let isFound = row.words.indices.contains { row.words[$0...].starts(with: phrase) }
      if isFound { return .word(word) }
    }
    return row.risk > mostRisk ? .risk(row.risk) : nil
  }
}
