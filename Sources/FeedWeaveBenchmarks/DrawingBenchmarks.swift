internal import Documents
internal import FeedFormats
internal import TerminalUI

/// The cost of drawing an item as a card: making its text safe, wrapping it at 80 columns, and painting it.
enum DrawingBenchmarks {
  static let group = "drawing"

  static let all = [
    drawing("a card of plain text, in ns per card", items: items { $0.contentText = words(60) }, limit: 40),
    drawing(
      "the same of HTML with links and quotation marks", items: items { $0.contentHTML = html }, limit: 60),
    drawing(
      "the same of text with emoji, tabs and CR LF", items: items { $0.contentText = "🚢\t" + words(60) + "\r\n🏳️‍🌈" },
      limit: 120),
    drawing("the same of Japanese", items: items { $0.contentText = japanese }, limit: 60),
  ]

  private static func drawing(_ name: String, items: [FeedItem], limit: Double?) -> Benchmark {
    Benchmark(name, group: group, baseline: "its bytes copied through a String", limit: limit) {
      .timed(
        operations: items.count, measured: { draw(items) }, baselineOperations: items.count, baseline: { copy(items) })
    }
  }

  @inline(never)
  private static func draw(_ items: [FeedItem]) -> Int {
    let painter = LinePainter(depth: .plain)
    var bytes: [UInt8] = []
    for item in items {
      for line in card(of: item).lines(columns: 80) { painter.append(line, to: &bytes) }
    }
    return bytes.count
  }

  private static func card(of item: FeedItem) -> Card {
    let text = item.contentText ?? Document(html: item.contentHTML ?? "", limit: 16 << 10).plainText(limit: 16 << 10)
    return Card(
      title: SafeText(item.title ?? ""), author: SafeText(item.authors.first?.name ?? ""),
      age: Age.words(from: item.datePublished ?? 0, now: 1_782_907_200), summary: SafeText(text, limits: .body),
      link: item.url.flatMap { try? SafeLink($0) })
  }

  @inline(never)
  private static func copy(_ items: [FeedItem]) -> Int {
    var bytes: [UInt8] = []
    for item in items {
      var text = item.title ?? ""
      text += item.authors.first?.name ?? ""
      text += item.contentText ?? item.contentHTML ?? ""
      text += item.url ?? ""
      bytes += text.utf8
    }
    return bytes.count
  }
}

// MARK: - Items

extension DrawingBenchmarks {
  private static func items(_ fill: (inout FeedItem) -> Void) -> [FeedItem] {
    (0..<100).map { number in
      var item = FeedItem()
      item.title = "\(number): the harbour at low tide, and who waits there"
      item.authors = [FeedAuthor(name: "Ada Brandt")]
      item.datePublished = 1_767_225_600 + Int64(number) * 3600
      item.url = "https://example.org/stories/\(number)/the-harbour-at-low-tide"
      fill(&item)
      return item
    }
  }

  private static func words(_ count: Int) -> String {
    let words = ["harbour", "the", "boat", "tide", "of", "wind", "market", "lamp", "quay", "rain"]
    return (0..<count).map { words[$0 * $0 % 10] }.joined(separator: " ") + "."
  }

  private static let html = """
    <p>\(words(30))</p><p>It’s <a href="https://example.org/x">“\(words(3))”</a> &amp; \(words(25))</p>
    """

  private static let japanese = String(repeating: "港の市場は日曜日の朝に始まります。", count: 12)
}
