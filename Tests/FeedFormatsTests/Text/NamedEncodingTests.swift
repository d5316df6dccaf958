import Testing

@testable import FeedFormats

@Suite struct NamedEncodingTests {
  private let japanese: [UInt8] = [0x93, 0x64, 0x98, 0x62]

  @Test func `bytes are read in the encoding that a server names`() {
    #expect(FeedReader.utf8(japanese, sentAs: "Shift_JIS") == Array("電話".utf8))
    #expect(FeedReader.utf8([0x63, 0xE9], sentAs: "iso-8859-1") == Array("cé".utf8))
  }

  @Test func `what the bytes say themselves comes first`() {
    let declared = Array("<?xml version='1.0' encoding='windows-1252'?>".utf8) + [0xE9]
    for (bytes, name) in [
      (declared, "Shift_JIS"), (Array("cé".utf8), "iso-8859-1"), ([0xEF, 0xBB, 0xBF, 0xE9], "iso-8859-1"),
      (japanese, "no-such-encoding"), (japanese, "utf-8"), ([], "Shift_JIS"), (Array("tea".utf8), "iso-8859-1"),
    ] { #expect(FeedReader.utf8(bytes, sentAs: name) == bytes, "\(name)") }
  }
}
