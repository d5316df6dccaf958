import Documents
import FeedFormats
import TestSupport
import Testing

/// Pages with every construct, compared with the structure and the plain text of the documents that they become.
@Suite struct DocumentFixtureTests {
  @Test func `a page becomes its document and its plain text`() throws {
    for name in ["constructs", "damaged"] {
      let document = Document(html: try ProjectFiles.text("Fixtures/documents/\(name).html"))
      for (text, file) in [(document.outline, "\(name).outline.txt"), (document.plainText() + "\n", "\(name).txt")] {
        let difference = ProjectFiles.difference(of: Array(text.utf8), from: file, in: "Fixtures/documents/expected")
        #expect(difference == nil)
      }
    }
  }

  @Test func `an item's document is that of its HTML, text or summary`() {
    var item = FeedItem()
    #expect(item.document.blocks.isEmpty)
    item.summary = "s"
    #expect(item.document == Document([.paragraph([.text("s")])]))
    item.contentText = "a <b>\nb\n \nc"
    #expect(item.document.blocks == [.paragraph([.text("a <b>"), .lineBreak, .text("b")]), .paragraph([.text("c")])])
    item.contentHTML = "<i>a</i>"
    #expect(item.document.blocks == [.paragraph([.styled(.emphasis, [.text("a")])])])
  }
}
