import FeedFormats
import TerminalUI
import TestSupport

/// Feeds and ads are read within the limits, with positions in the file, and are read again as they were written.
enum FeedProperties {
  static func check(_ input: [UInt8]) throws {
    let extent = FileExtent(of: input)
    let whole = try read(input, extent)
    let partial = try read(input, extent) { $0.partial = true }
    if let whole { try require(partial == whole, "a whole document is read in another way with 'partial'") }
    let encoded = try read(input, extent) { $0.keepsItemsEncoded = true }
    try require(encoded == whole, "items that are kept encoded are others")
    if let partial { try checkWritten(partial) }
    let few = try read(input, extent) { $0.maxItems = 2 }
    if let whole, let few { try require(few.items == Array(whole.items.prefix(2)), "the first two items are others") }
    _ = try read(input, extent) { $0.maxDepth = 4 }
    _ = try read(input, extent) { ($0.maxItems, $0.maxDepth, $0.partial) = (1, 5, true) }
    for partial in [false, true] { try checkAds(input, extent, partial: partial) }
  }

  private static func read(
    _ input: [UInt8], _ extent: FileExtent, _ change: (inout FeedReader.Options) -> Void = { _ in }
  ) throws(FuzzFailure) -> FeedDocument? {
    var options = FeedReader.Options()
    change(&options)
    let document: FeedDocument
    do throws(FeedError) { document = try FeedReader(options: options).read(input) } catch {
      try extent.check(error.position, of: error)
      return nil
    }
    try extent.check(document.items, document.findings, options)
    return document
  }

  private static func checkAds(_ input: [UInt8], _ extent: FileExtent, partial: Bool) throws(FuzzFailure) {
    var options = FeedReader.Options()
    options.partial = partial
    let ads: AdDocument
    do throws(FeedError) { ads = try AdReader(options: options).read(input) } catch {
      return try extent.check(error.position, of: error)
    }
    try extent.check(ads.items, ads.findings, options)
    for ad in ads.items {
      try require(ad.raw.map { FeedJSONOracle.accepts(Array($0)) } == true, "the source of an ad is not JSON")
    }
  }

  // MARK: - Written again

  private static func checkWritten(_ document: FeedDocument) throws {
    let text = written(document, .document)
    try require(FeedJSONOracle.accepts(text), "what is written is not JSON")
    let again = try FeedReader().read(text)
    try require(again.items.count == document.items.count, "\(again.items.count) items are read again")
    if document.format == .jsonFeed {
      for (item, copy) in zip(document.items, again.items) {
        // The authors of the document are written at the items that name none.
        var signed = item.decoded
        if signed.authors.isEmpty { signed.authors = document.authors }
        try require(
          item.hasSameContent(as: copy) || signed.hasSameContent(as: copy),
          "an item is read again as another one: \(item) \(copy)")
      }
    } else {
      for (item, copy) in zip(document.items, again.items) {
        try require(
          item.title == copy.title && item.contentHTML == copy.contentHTML && item.tags == copy.tags
            && item.datePublished == copy.datePublished && item.dateModified == copy.dateModified,
          "an item is read again as another one: \(item) \(copy)")
      }
    }
    try require((document.title ?? "") == (again.title ?? ""), "the title is read again as another one")
    let lines = written(document, .lines).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require(lines.count == document.items.count + 1, "there are \(lines.count - 1) lines")
    for line in lines.dropLast() { try require(FeedJSONOracle.accepts(Array(line)), "a line is not JSON") }
  }

  private static func written(_ document: FeedDocument, _ style: MergedFeedWriter.Style) -> [UInt8] {
    var text: [UInt8] = []
    let entries = document.items.enumerated().map { row, item in
      WovenEntry(item, .content(userRow: row), section: 0, row: row)
    }
    MergedFeedWriter(style).write(entries, of: [document]) { text += $0 }
    return text
  }
}

/// The lines and columns of a file.
private struct FileExtent {
  private let lines: Int
  private let columns: Int

  init(of file: [UInt8]) {
    lines = file.count { $0 == UInt8(ascii: "\n") } + 1
    columns = file.count + 1
  }

  func check(_ position: SourcePosition, of what: some CustomStringConvertible) throws(FuzzFailure) {
    try require(1...lines ~= position.line && 1...columns ~= position.column, "outside the file: \(position): \(what)")
  }

  func check(_ items: [FeedItem], _ findings: [Finding], _ options: FeedReader.Options) throws(FuzzFailure) {
    try require(items.count <= options.maxItems, "there are \(items.count) items")
    try require(findings.count <= 1002, "there are \(findings.count) findings")
    for finding in findings { try check(finding.position, of: finding) }
    for (one, next) in zip(findings, findings.dropFirst()) {
      try require(one.position <= next.position, "findings are out of order: \(one), \(next)")
    }
    for item in items {
      try check(item.position, of: "an item")
      for time in [item.datePublished, item.dateModified].compactMap({ $0 }) {
        let text = FeedTime.rfc3339(time)
        try require(FeedTime.seconds(of: text) == time, "the time \(time) is written as \(text)")
      }
    }
    for (one, next) in zip(items, items.dropFirst()) {
      try require(one.position < next.position, "items are out of order: \(one.position), \(next.position)")
    }
  }
}
