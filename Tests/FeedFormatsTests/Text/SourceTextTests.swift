import Testing

@testable import FeedFormats

@Suite struct SourceTextTests {
  /// Texts in encodings of the platform, as Python's codecs write them.
  private let samples: [(name: String, bytes: [UInt8], text: String)] = [
    ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
    ("windows_1250", [0xE8, 0xE1, 0xF8], "čář"), ("macroman", [0x8E], "é"), ("windows-1255", [0xF9, 0xEC], "של"),
    ("ISO-8859-2", [0xE8, 0xB9], "čš"), ("iso-8859-7", [0xE1, 0xE2], "αβ"), ("ISO-8859-15", [0xA4], "€"),
    ("ISO-8859-9", [0xFD, 0x80], "ı€"), ("koi8-r", [0xF0, 0xD2], "Пр"),
    ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x5C, 0xB1], "日本\\ｱ"),
    ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1], "日本ｱ"), ("euc-kr", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
    ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
    ("Big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
  ]

  @Test func `every encoding that is declared is decoded and its bytes counted`() throws {
    for (name, bytes, text) in samples {
      let head = Array("<?xml version='1.0' encoding='\(name)'?><rss><channel><title>".utf8)
      let tail = Array("</title>\n<item/></channel></rss>".utf8)
      let document = try FeedReader().read(head + bytes + tail)
      #expect(document.title == text, "\(name)")
      let source = try SourceText(head + bytes + tail)
      let end = source.firstOffset { $0 == 0x0A }
      #expect(source.map.position(at: end) == SourcePosition(line: 1, column: head.count + bytes.count + 9), "\(name)")
    }
  }

  @Test func `characters of four bytes are one character`() throws {
    let head = Array("<?xml version='1.0' encoding='gb18030'?>".utf8)
    // U+1F600 in GB 18030, by Python's codec.
    let source = try SourceText(head + [0x94, 0x39, 0xFC, 0x36, 0x61])
    #expect(source.bytes.suffix(5) == Array("😀a".utf8)[...])
    #expect(source.map.end == SourcePosition(line: 1, column: head.count + 6))
  }

  @Test func `bytes that are nothing in their encoding are replaced one by one`() throws {
    let head = Array("<?xml version='1.0' encoding='Shift_JIS'?>".utf8)
    let source = try SourceText(head + [0xFF, 0x61, 0x93])
    #expect(String(decoding: source.bytes.dropFirst(head.count), as: UTF8.self) == "\u{FFFD}a\u{FFFD}")
    #expect(source.map.end.column == head.count + 4)
  }

  @Test func `wide encodings are known by mark or zero bytes`() throws {
    let text = "<rss><channel><title>日本😀</title></channel></rss>"
    for isBig in [false, true] {
      for hasMark in [false, true] {
        let units = (hasMark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)
        let bytes = units.flatMap { unit in
          let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: unit >> $0) }
          return isBig ? bytes : bytes.reversed()
        }
        let document = try FeedReader().read(bytes)
        #expect(document.title == "日本😀", "big-endian \(isBig), mark \(hasMark)")
      }
    }
  }

  @Test func `what declares nothing and is not UTF-8 is windows 1252`() throws {
    let document = try FeedReader().read(
      Array("<rss><channel><title>caf".utf8) + [0xE9, 0x20, 0x93, 0x94] + Array("</title></channel></rss>".utf8))
    #expect(document.title == "café “”")
    #expect(
      document.findings.map(\.description) == [
        "1:25: invalid UTF-8, and no declared encoding; read as windows-1252"
      ])
    let json = try FeedReader().read(
      Array(#"{"version":"https://jsonfeed.org/version/1","items":[{"id":""#.utf8) + [0xE9] + Array(#""}]}"#.utf8))
    #expect(json.items[0].id == "é")
    #expect(json.items[0].raw.map { String(decoding: $0, as: UTF8.self) } == #"{"id":"é"}"#)
    #expect(json.findings.map(\.remedy) == [.readAsWindows1252])
  }

  @Test func `a declared encoding does not matter if bytes are UTF-8`() throws {
    for (name, title, isRefuted) in [
      ("windows-1251", "Гавань", true), ("ISO-8859-1", "Café", true), ("koi8-r", "Я", true), ("Shift_JIS", "港", true),
      ("gb2312", "éèêë", true), ("gb2312", "é", false), ("windows-1251", "Harbour", false), ("utf-16", "Café", false),
    ] {
      let text = "\n<?xml version='1.0' encoding='\(name)'?><rss><channel><title>\(title)</title></channel></rss>"
      let document = try read(text)
      let problem = "1:1: the encoding is declared as \"\(name)\", but the bytes are UTF-8; read as such; kept"
      #expect(document.findings.map(\.description) == (isRefuted ? [problem] : []), "\(name) \(title)")
      #expect((document.title == title) == (isRefuted || name != "gb2312"), "\(name) \(title)")
    }
  }

  @Test func `what is declared as UTF-8 and is not is windows-1252`() throws {
    for (name, bytes, title) in [
      ("utf-8", [0x93, 0xE9, 0x94], "“é”"), ("US-ASCII", [0xDF, 0x80, 0xDF, 0xDF], "ß€ßß"),
      ("utf-8", [0xE9, 0x20], "\u{FFFD}"), ("UTF-8", [0xC3, 0xA9, 0xC3, 0xA9, 0xE9, 0xE9], "éé\u{FFFD}\u{FFFD}"),
    ] as [(String, [UInt8], String)] {
      let head = "<?xml version='1.0' encoding='\(name)'?><rss><channel><title>"
      let document = try FeedReader().read(Array(head.utf8) + bytes + Array("</title></channel></rss>".utf8))
      #expect(document.title == title, "\(bytes)")
      let problem = "1:1: the encoding is declared as \"\(name)\", but the bytes are not; read as windows-1252; kept"
      #expect(document.findings.map(\.description).contains(problem) == !title.contains("\u{FFFD}"), "\(bytes)")
    }
  }

  @Test func `a damaged text in UTF-8 stays UTF-8`() throws {
    let document = try FeedReader().read(
      Array("<rss><channel><title>ééé".utf8) + [0xC3] + Array("</title></channel></rss>".utf8))
    #expect(document.title == "ééé\u{FFFD}")
    #expect(document.findings.map(\.remedy) == [.replaced])
  }
}
