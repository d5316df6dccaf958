import TestSupport
import Testing

/// The article that says what UIKit's lists have and what it is here, read as the tables that it is.
struct CoverageArticle {
  /// A row: what it is in UIKit, what here, and how it is woven.
  struct Row {
    let uikit: [String]
    let here: [String]
    let weaving: String
  }

  /// The section that names what is not there, a line for each.
  static let absentTitle = "## Not there"

  let rows: [Row]
  /// What is said not to be there.
  let absent: [String]

  init(_ text: String) throws {
    let parts = text.split(separator: "\n\(Self.absentTitle)\n", maxSplits: 1)
    let lines = try #require(parts.first).split(separator: "\n").filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }
    rows = try lines.filter { !$0.hasPrefix("| UIKit |") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimming { $0 == " " } }
      try #require(cells.count == 3, "\(line)")
      return Row(uikit: Self.names(cells[0]), here: Self.names(cells[1]), weaving: String(cells[2]))
    }
    absent = parts.dropFirst().flatMap { Self.names($0) }
  }

  /// Reads the article of the package.
  static func read() throws -> CoverageArticle {
    let bytes = try #require(ProjectFiles.bytes("Sources/FeedWeave/FeedWeave.docc/Coverage.md"))
    return try CoverageArticle(String(decoding: bytes, as: UTF8.self))
  }

  /// The words in code spans.
  private static func names(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}

extension Substring {
  /// Without the characters at both ends that are of a kind.
  fileprivate func trimming(_ isSuperfluous: (Character) -> Bool) -> Substring {
    var rest = drop(while: isSuperfluous)
    while let last = rest.last, isSuperfluous(last) { rest.removeLast() }
    return rest
  }
}
