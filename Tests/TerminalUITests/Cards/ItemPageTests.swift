import Documents
import Testing

@testable import TerminalUI

@Suite struct ItemPageTests {
  private func link(_ text: String) throws -> SafeLink { try SafeLink(text) }

  @Test func `A page has head, text, addresses and files`() throws {
    let card = Card(
      title: "Boats", author: "Ada", age: "3 h", summary: "not shown", link: try link("https://example.org/1"),
      kind: .ad(reason: "every 6"))
    let text: [Document.Inline] = [.text("See "), .link(address: "https://example.org/a", [.text("this")]), .text(".")]
    let page = ItemPage(
      card, details: ["2026-07-01 12:00 UTC"], body: Document([.paragraph(text)]),
      files: [
        .init(name: "Episode 3", details: "audio/mpeg · 1:02:03", link: try link("https://example.org/3.mp3")),
        .init(name: "unsafe"),
      ]
    ).laidOut(columns: 60)
    #expect(
      page.lines.map(\.string) == [
        "[Ad] Boats", "ad · every 6", "Ada · 3 h", "2026-07-01 12:00 UTC", "", "See this[1].", "",
        "https://example.org/1", "", "[1] https://example.org/a", "", "[2] Episode 3 · audio/mpeg · 1:02:03",
        "https://example.org/3.mp3", "unsafe",
      ])
    #expect(page.links.map(\.string) == ["https://example.org/a", "https://example.org/3.mp3"])
  }

  @Test func `A post without title is not given one`() {
    let body = Document([.paragraph([.text("High water at noon.")])])
    let post = ItemPage(Card(title: "", author: "Ada", summary: "High water at noon."), body: body)
    #expect(post.laidOut(columns: 40).lines.map(\.string) == ["Ada", "", "High water at noon."])
    let ad = ItemPage(Card(title: "", gutter: "3", kind: .ad(reason: "at 3")), body: body)
    #expect(ad.laidOut(columns: 40).lines.map(\.string) == ["3  [Ad]", "ad · at 3", "", "High water at noon."])
  }

  @Test func `A long title and long addresses are shown in full`() throws {
    let address = "https://example.org/" + String(repeating: "a", count: 50)
    let card = Card(title: "one two three four five six seven", link: try link(address))
    let page = ItemPage(card, body: Document([.paragraph([.link(address: address + "b", [.text("x")])])]))
    let lines = page.laidOut(columns: 12).lines.map(\.string)
    #expect(lines.prefix(3) == ["one two", "three four", "five six"])
    #expect(lines.joined().contains(address + "[1]") && lines.joined().hasSuffix(address + "b"))
  }

  @Test func `A heading that repeats the title is left out`() {
    let blocks: [Document.Block] = [.heading(level: 1, [.text("Boats")]), .paragraph([.text("Two came.")])]
    let same = ItemPage(Card(title: "Boats"), body: Document(blocks)).laidOut(columns: 40)
    #expect(same.lines.map(\.string) == ["Boats", "", "Two came."])
    let other = ItemPage(Card(title: "Ships"), body: Document(blocks)).laidOut(columns: 40)
    #expect(other.lines.map(\.string) == ["Ships", "", "Boats", "", "Two came."])
  }
}
