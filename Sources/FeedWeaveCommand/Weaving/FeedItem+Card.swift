import Documents
import FeedFormats
import TerminalUI

extension Card {
  /// Creates a card for an item; all text of the item is untrusted.
  ///
  /// - Parameters:
  ///   - item: the item.
  ///   - authors: the authors to show if the item names none.
  ///   - kind: whether the row is content or an ad.
  ///   - gutter: the positions to show, if any.
  ///   - now: the time that its age is counted from, in seconds since 1970.
  init(_ item: FeedItem, authors: [FeedAuthor], kind: Kind, gutter: String, now: Int64) {
    let item = item.decoded
    let feeds = item.feeds.compactMap { $0.title ?? $0.url }
    self.init(
      title: SafeText(item.title ?? ""), author: SafeText(Self.names(item.authors) ?? Self.names(authors) ?? ""),
      feed: SafeText(feeds.joined(separator: ", ")),
      age: item.date.map { Age.words(from: $0, now: now) } ?? "",
      summary: SafeText(Self.summary(of: item), limits: .body),
      gutter: SafeText(gutter), kind: kind)
    // The page of the item, else the one that it is about, else its first file, if the address is safe to draw.
    for url in [item.url, item.externalURL, item.attachments.first?.url].compactMap(\.self) where link == nil {
      do throws(TerminalUIError) { link = try SafeLink(url) } catch { linkError = linkError ?? error }
    }
  }

  /// Returns the names of the first three authors that have one, or else a handle or an address.
  static func names(_ authors: [FeedAuthor]) -> String? {
    let names = authors.lazy.compactMap(\.name).filter { !$0.allSatisfy(\.isWhitespace) }.prefix(mostAuthors)
    if !names.isEmpty { return names.joined(separator: ", ") }
    return authors.lazy.compactMap { $0.handle ?? $0.url }.first
  }

  private static let mostAuthors = 3

  /// Returns the beginning of the text of an item, unless a warning or a filter is to be read before it.
  private static func summary(of item: FeedItem) -> String {
    guard let post = item.post else { return words(of: item) }
    if !post.filters.isEmpty { return "Filtered: \(post.filters.joined(separator: ", "))" }
    guard let warning = post.warning else { return words(of: item) }
    return "Warning: \(item.title?.contains(warning) == true ? "the text is folded" : warning)"
  }

  /// Returns the text of an item as plain text.
  ///
  /// Text that an item has beside its HTML comes first, but for a post of a timeline with links or quotations: it lacks
  /// their addresses and shape.
  private static func words(of item: FeedItem) -> String {
    let html = item.contentHTML?.isEmpty == false ? item.contentHTML : nil
    let lacks = item.raw == nil && html.map { $0.contains("<a ") || $0.contains("<blockquote>") } == true
    if let text = item.contentText, !text.isEmpty, !lacks { return text.beginning(mostWords) }
    if let html {
      let document = Document(html: html, limit: mostWords).withoutHeading(like: item.title)
      if !document.blocks.isEmpty { return document.plainText(limit: mostWords, addressLimit: mostOfAddress) }
    }
    if let summary = item.summary, !summary.isEmpty { return summary.beginning(mostWords) }
    return item.title == nil ? namesOfFiles(of: item) : ""
  }

  /// Returns what the files of an item show, or else their names, as pictures in HTML are shown.
  private static func namesOfFiles(of item: FeedItem) -> String {
    let names = item.attachments.prefix(mostFiles).map(\.name)
    let others = names.isEmpty ? item.image.map { [$0] } ?? [] : names
    return others.map { "[\($0)]" }.joined(separator: " ").beginning(mostWords)
  }

  private static let mostFiles = 8

  /// The maximum length of text: a card shows a few lines, so a very long item is truncated before it is laid out.
  private static let mostWords = 16 << 10

  /// The maximum length of an address in the text of a card, whose opened item has all of it.
  private static let mostOfAddress = 40
}

extension Document {
  /// Returns the document without a first heading that has the words of a title, which would be read twice.
  fileprivate func withoutHeading(like title: String?) -> Document {
    guard let title, case .heading(_, let inlines)? = blocks.first else { return self }
    func words(_ text: String) -> [String] { text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }
    let heading = Document([.paragraph(inlines.withoutLinks)]).plainText()
    return words(heading) == words(title) ? Document(Array(blocks.dropFirst())) : self
  }
}

extension [Document.Inline] {
  /// The inlines with what links contain in place of the links.
  fileprivate var withoutLinks: [Document.Inline] {
    flatMap { inline -> [Document.Inline] in
      switch inline {
      case .link(_, let inlines): inlines.withoutLinks
      case .styled(let style, let inlines): [.styled(style, inlines.withoutLinks)]
      case .text, .lineBreak, .picture: [inline]
      }
    }
  }
}

// MARK: - Page

extension ItemPage {
  /// Creates the page of an item, whose head is that of its card; all text of the item is untrusted.
  ///
  /// - Parameter isFolded: whether nothing is shown of a post that has a warning, or that a filter has found, but that.
  init(_ card: Card, _ item: FeedItem, isFolded: Bool = false) {
    let item = item.decoded
    if isFolded, item.post?.warnings.isEmpty == false {
      let details = Self.dates(of: item) + Self.details(of: item) + [SafeText("folded: z shows the text")]
      self.init(card, details: details, body: Document([]))
      return
    }
    let text = [item.contentText, item.summary].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? ""
    let body = item.contentHTML?.isEmpty == false ? item.document : Document(text: text.beginning(Self.mostWords))
    self.init(
      card, details: Self.dates(of: item) + Self.details(of: item), body: body,
      files: item.attachments.prefix(Self.mostFiles).map(File.init))
  }

  /// The maximum length of plain text; HTML has a limit of its own.
  private static let mostWords = 1 << 20
  private static let mostFiles = 200

  private static func dates(of item: FeedItem) -> [SafeText] {
    guard let date = item.date else { return [] }
    let changed = item.dateModified.flatMap { $0 == date ? nil : " · changed \(time($0))" } ?? ""
    return [SafeText(time(date) + changed)]
  }

  /// Returns who wrote a post by handle, what it replies to and quotes, and the votes of its poll, a line each.
  private static func details(of item: FeedItem) -> [SafeText] {
    let handles = item.authors.compactMap(\.handle).joined(separator: ", ")
    var lines = handles.isEmpty ? [] : ["by \(handles)"]
    if let post = item.post {
      if let other = post.replyTo { lines.append("replies to " + words(for: other)) }
      if let other = post.quote { lines.append("quotes " + words(for: other)) }
      if let booster = post.booster { lines.append("boosted by " + words(for: booster)) }
      lines += post.warnings
      if let poll = post.poll { lines.append(contentsOf: words(for: poll)) }
    }
    return lines.map { SafeText($0, limits: .body) }
  }

  private static func words(for author: FeedAuthor) -> String {
    author.handle ?? author.name ?? author.url ?? "somebody"
  }

  private static func words(for post: FeedReference) -> String {
    let parts = [post.author.map { words(for: $0) }, post.url]
    let known = parts.compactMap { $0 }.joined(separator: " · ")
    return known.isEmpty ? "another post" : known
  }

  private static func words(for poll: FeedPoll) -> [String] {
    let options = poll.options.map { "\($0.title ?? "?")\($0.votes.map { ": \($0)" } ?? "")" }
    let votes = poll.votes.map { "\($0) \($0 == 1 ? "vote" : "votes")" }
    let facts = [votes, poll.isMultiple ? "several choices" : nil, poll.end.map { "until \(time($0))" }]
    let parts = (options.isEmpty ? [] : [options.joined(separator: ", ")]) + facts.compactMap { $0 }
    return parts.isEmpty ? [] : ["poll: " + parts.joined(separator: " · ")]
  }

  /// Returns an instant to the minute, such as `2026-07-01 12:00 UTC`.
  private static func time(_ instant: Int64) -> String {
    FeedTime.rfc3339(instant).dropLast(4).replacing("T", with: " ") + " UTC"
  }
}

extension FeedPost {
  /// What is to be read before the post, which is folded then: its warning, and the filters that have found it.
  var warnings: [String] {
    (warning.map { ["warning: \($0)"] } ?? [])
      + (filters.isEmpty ? [] : ["filtered: " + filters.joined(separator: ", ")])
  }
}

extension ItemPage.File {
  fileprivate init(_ file: FeedAttachment) {
    let details = [
      file.mimeType, file.sizeInBytes.map(Self.size), file.durationInSeconds.flatMap(Self.playingTime),
    ]
    self.init(
      name: SafeText(file.name), details: SafeText(details.compactMap { $0 }.joined(separator: " · ")),
      link: try? SafeLink(file.url))
  }

  /// Returns a size, such as `870 bytes`, `23 kB` or `1.4 MB`.
  private static func size(_ bytes: Int64) -> String {
    var (number, unit) = (Double(bytes), "bytes")
    for larger in ["kB", "MB", "GB", "TB"] where number >= 999.5 { (number, unit) = (number / 1_000, larger) }
    let digits = number < 9.95 && unit != "bytes" ? (number * 10).rounded() / 10 : number.rounded()
    return digits == digits.rounded() ? "\(Int64(digits)) \(unit)" : "\(digits) \(unit)"
  }

  /// Returns a playing time, such as `1:02:03` or `4:09`; nil if it is none.
  private static func playingTime(_ seconds: Double) -> String? {
    guard let seconds = Int(exactly: seconds.rounded()), 0..<360_000_000 ~= seconds else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds % 60))"
  }
}

extension FeedAttachment {
  /// What the file shows, or else its name.
  fileprivate var name: String {
    if let title, !title.isEmpty { return title }
    return url.split(separator: "/").last.map(String.init) ?? url
  }
}

extension String {
  /// Returns the beginning of a text that has more bytes than a limit, with an ellipsis.
  fileprivate func beginning(_ limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let beginning = String(unicodeScalars.prefix(limit))
    return beginning.utf8.count < utf8.count ? beginning + "…" : self
  }
}
