import Documents
import FeedFormats
import TerminalUI
import Testing

@testable import FeedWeaveCommand

@Suite struct CardItemTests {
  private func card(_ change: (inout FeedItem) -> Void, authors: [FeedAuthor] = []) -> Card {
    var item = FeedItem()
    change(&item)
    return Card(item, authors: authors, kind: .content, gutter: "", now: 1000)
  }

  @Test func `the summary is the text else the markup as text else the summary`() {
    let text = card {
      $0.contentText = "a < b"
      $0.contentHTML = "<p>html</p>"
    }
    #expect(text.summary.string == "a < b")
    let html = card {
      $0.contentText = ""
      $0.contentHTML = "<p>one &amp; two</p><script>x</script>"
      $0.summary = "summary"
    }
    #expect(html.summary.string.contains("one & two") && !html.summary.string.contains("x"))
    #expect(card { $0.summary = "summary" }.summary.string == "summary")
    #expect(card { _ in }.summary.isEmpty)
  }

  @Test func `an item whose addresses are refused keeps the reason`() {
    let refused = card { ($0.url, $0.externalURL) = ("tel:+1", "sms:+1") }
    #expect(refused.link == nil && refused.linkError == .linkScheme("tel"))
    let other = card { ($0.url, $0.externalURL) = ("tel:+1", "https://a.example/") }
    #expect(other.link?.host == "a.example")
    #expect(card { _ in }.linkError == nil)
  }

  @Test func `a heading that repeats the title is left out of the summary`() {
    for (html, summary) in [
      ("<h1>Tide\n &amp; Wind</h1><p>High.</p>", "High."),
      ("<div><h2><a href='https://a.example/'>tide &amp; <em>wind</em></a></h2>High.</div>", "High."),
      ("<h1>Tide &amp; wind</h1>", "short"), ("<h1>Tide</h1><p>High.</p>", "Tide\n\nHigh."),
      ("<p>Tide &amp; Wind</p><p>High.</p>", "Tide & Wind\n\nHigh."),
      ("<p>High.</p><h1>Tide &amp; Wind</h1>", "High.\n\nTide & Wind"),
    ] {
      var item = FeedItem()
      (item.title, item.contentHTML, item.summary) = ("Tide & Wind", html, "short")
      let card = Card(item, authors: [], kind: .content, gutter: "", now: 1000)
      #expect(card.summary.string == summary, "\(html)")
      if html.contains("<h1>") { #expect(item.document.plainText().contains("Tide"), "\(html)") }
      item.title = nil
      #expect(Card(item, authors: [], kind: .content, gutter: "", now: 0).summary.string.lowercased().contains("tide"))
    }
  }

  @Test func `a book is cut between characters before it is made safe`() {
    for word in ["word ", "a語 "] {
      let book = String(repeating: word, count: 100_000)
      for card in [card { $0.contentText = book }, card { $0.contentHTML = book }, card { $0.summary = book }] {
        let summary = card.summary.string
        #expect(summary.hasSuffix("…") && !summary.contains("\u{FFFD}"))
        #expect(book.hasPrefix(summary.dropLast()) && summary.utf8.count >= 16 << 10)
        #expect(summary.unicodeScalars.count < SafeText.Limits.body.clusters)
      }
    }
  }

  @Test func `the age is counted from the time given`() {
    #expect(card { $0.datePublished = 400 }.age.string == "10 min")
    #expect(card { $0.dateModified = 400 }.age.string == "10 min")
    #expect(card { _ in }.age.isEmpty)
  }

  @Test func `an item without authors has those of its feed`() {
    let feed = [FeedAuthor(name: "Feed")]
    #expect(card({ _ in }, authors: feed).author.string == "Feed")
    #expect(card({ $0.authors = [FeedAuthor(name: " ")] }, authors: feed).author.string == "Feed")
    #expect(card({ $0.authors = [FeedAuthor(url: "https://h/a")] }, authors: feed).author.string == "https://h/a")
    let many = (0..<5).map { FeedAuthor(name: "N\($0)") }
    #expect(card({ $0.authors = many }, authors: feed).author.string == "N0, N1, N2")
  }

  @Test func `a link that may not be drawn is not drawn`() {
    #expect(card { $0.url = "javascript:alert(1)" }.link == nil)
    let other = card {
      $0.url = "file:///etc/hosts"
      $0.externalURL = "https://example.org/a b"
    }
    #expect(other.link?.string == "https://example.org/a%20b")
  }

  @Test func `titles stay as they are`() {
    #expect(card { $0.title = "if a < b && c > d \u{1B}" }.title.string == "if a < b && c > d ␛")
  }
}
