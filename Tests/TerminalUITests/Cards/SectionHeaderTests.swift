import TerminalUI
import Testing

@Suite struct SectionHeaderTests {
  @Test func `a header is one line within the width`() {
    let header = SectionHeader(title: "News", detail: "24 items")
    #expect(header.line(columns: 40).string == "News · 24 items")
    #expect(header.line(columns: 9).string == "News · 2…")
    #expect(header.line(columns: 4).string == "New…")
    #expect(header.line(columns: 0).string == "…")
    #expect(SectionHeader(title: " ").line(columns: 40).string == "(unnamed)")
    for columns in 1...20 { #expect(header.line(columns: columns).width <= columns) }
  }
}
