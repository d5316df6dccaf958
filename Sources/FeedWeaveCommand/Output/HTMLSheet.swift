import BatchUpdates
import Documents
import FeedFormats
import TerminalUI

/// Draws a woven list as one page of HTML, which needs nothing else: no script runs, and nothing is loaded.
struct HTMLSheet {
  /// Draws the list, section by section.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  func draw(_ feed: PlannedFeed, _ rows: [FeedRow], on output: inout CommandOutput) throws(CommandError) {
    let sections = feed.content.sections
    let title = HTMLText.escaped(untrusted: sections.map(\.title).joined(separator: ", "))
    try add(Self.head(title: title), to: &output)
    var rows = rows[...]
    for number in sections.indices {
      // The heading of a timeline is its first day.
      let name = HTMLText.escaped(feed.content.title(ofSection: number))
      try add(sections.haveHeaders ? "<section>\n<h2 dir=\"auto\">\(name)</h2>\n" : "<section>\n", to: &output)
      while rows.first?.path.section == number, let row = rows.popFirst() {
        let card = feed.card(of: row.item, at: row.place) { _, _ in "" }
        let warnings = (row.item.decoded.post?.warnings ?? []).map { SafeText($0, limits: .body) }
        try add(Self.article(ItemPage(card, row.item), warnings: warnings), to: &output)
      }
      try add("</section>\n", to: &output)
    }
    try add(
      "</main>\n<footer><p>\(HTMLText.escaped(SafeText(feed.tally.words)))</p></footer>\n</body>\n</html>\n",
      to: &output)
  }

  private func add(_ html: String, to output: inout CommandOutput) throws(CommandError) {
    try output.add { $0 += html.utf8 }
  }

  /// Returns an item or an ad, with the heading of its day before it; what it warns of is folded.
  static func article(_ page: ItemPage, warnings: [SafeText] = []) -> String {
    let card = page.card
    let day = card.heading.string.isEmpty ? "" : "<h2>\(HTMLText.escaped(card.heading))</h2>\n"
    let isBlank = card.title.isEmpty && page.body.blocks.isEmpty && page.files.isEmpty && card.link == nil
    let title = isBlank ? "(untitled)" : HTMLText.escaped(card.title)
    var parts: [String] = []
    var label = ""
    var kind = ""
    if case .ad(let reason) = card.kind {
      kind = " class=\"ad\""
      label = " aria-label=\"Ad: \(title)\""
      parts.append("<p class=\"mark\"><strong>Ad</strong> · \(HTMLText.escaped(reason))</p>")
    }
    if !title.isEmpty {
      parts.append("<h3 dir=\"auto\">\(card.link.map { HTMLText.link($0, around: title) } ?? title)</h3>")
    }
    let byline = [card.author, card.feed, card.age].map(HTMLText.escaped).filter { !$0.isEmpty }
    let details = page.details.filter { !warnings.contains($0) }
    parts += ([byline.joined(separator: " · ")] + details.map(HTMLText.escaped)).filter { !$0.isEmpty }
      .map { "<p class=\"byline\" dir=\"auto\">\($0)</p>" }
    if !warnings.isEmpty {
      let summary = warnings.map(HTMLText.escaped).joined(separator: " · ")
      parts.append("<details>\n<summary dir=\"auto\">\(summary)</summary>")
    }
    parts.append(HTMLText.html(page.bodyWithoutTitle.blocks, under: 3))
    if title.isEmpty, let link = card.link {
      parts.append("<p>\(HTMLText.link(link, around: HTMLText.escaped(link.text)))</p>")
    }
    if !page.files.isEmpty { parts.append("<ul class=\"files\">\(page.files.map(Self.file).joined())</ul>") }
    if !warnings.isEmpty { parts.append("</details>") }
    return "\(day)<article\(kind)\(label)>\n\(parts.joined(separator: "\n"))\n</article>\n"
  }

  private static func file(_ file: ItemPage.File) -> String {
    let name = HTMLText.escaped(file.name)
    let details = file.details.string.isEmpty ? "" : " · \(HTMLText.escaped(file.details))"
    return "<li>\(file.link.map { HTMLText.link($0, around: name) } ?? name)\(details)</li>"
  }

  private static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>\(title)</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <main>
    <h1 dir="auto">\(title)</h1>

    """
  }

  /// The only style: one column of at most 42 em, in the colours that the reader's system asks for.
  private static let style = """
    :root { color-scheme: light dark; --ink: #1c1b19; --quiet: #5c5a55; --paper: #fdfcf9; --line: #d8d4ca; --link: #0b4f9e; --ad: #f3ecd9; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e9e6df; --quiet: #a8a49b; --paper: #1b1a18; --line: #45423b; --link: #8fbdf5; --ad: #302a1a; }
    }
    body { background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Georgia, serif; margin: 0; overflow-wrap: anywhere; }
    main, footer { box-sizing: border-box; margin: 0 auto; max-width: 42em; padding: 1rem; }
    h1, h2, h3, h4, h5, h6, .byline, .mark, .files, summary, footer { font-family: system-ui, sans-serif; }
    h1 { font-size: 1.6rem; line-height: 1.25; }
    h2 { border-bottom: 1px solid var(--line); color: var(--quiet); font-size: 1.05rem; margin: 2.5rem 0 1rem; }
    h3 { font-size: 1.2rem; line-height: 1.3; margin: 0; }
    h4, h5, h6 { font-size: 1.05rem; margin: 1rem 0 0; }
    article { border-bottom: 1px solid var(--line); padding: 1.25rem 0; }
    article.ad { background: var(--ad); border: 2px solid var(--quiet); margin: 1.25rem 0; padding: 1rem; }
    .byline, .mark, footer { color: var(--quiet); font-size: .875rem; margin: .15rem 0; }
    .mark { margin-bottom: .5rem; }
    .mark strong { border: 1px solid; padding: 0 .35em; }
    a { color: var(--link); }
    blockquote { border-left: 3px solid var(--line); margin: 1rem 0; padding-left: 1rem; }
    pre, .wide { overflow-x: auto; }
    pre, code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: normal; }
    table { border-collapse: collapse; overflow-wrap: normal; }
    td, th { border: 1px solid var(--line); padding: .2rem .5rem; text-align: start; vertical-align: top; }
    td p, th p, li p { margin: 0; }
    .picture { color: var(--quiet); }
    """
}
