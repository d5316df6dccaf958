import Testing

@testable import TerminalUI

@Suite struct ClipboardTests {
  @Test(arguments: [
    // The vectors of RFC 4648.
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
    ("ÿ>?", "w78+Pw=="),
  ])
  func `a text is copied in Base64`(text: String, code: String) {
    #expect(Clipboard.bytes(copying: SafeText(text)) == Array("\u{1B}]52;c;\(code)\u{7}".utf8))
  }

  @Test func `a text that terminals do not take is not copied`() {
    let limits = SafeText.Limits(clusters: .max, lines: 1)
    let text = String(repeating: "a", count: Clipboard.byteLimit)
    #expect((Clipboard.bytes(copying: SafeText(text, limits: limits))?.count ?? 0) < 100_000)
    #expect(Clipboard.bytes(copying: SafeText(text + "a", limits: limits)) == nil)
  }
}
