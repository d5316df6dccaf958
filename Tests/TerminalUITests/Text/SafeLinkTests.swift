import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SafeLinkTests {
  @Test func `links that may be drawn say where they lead`() throws {
    let vectors: [(String, String, String)] = [
      ("https://example.org", "https://example.org", "example.org"),
      ("HTTP://Example.ORG:80/A?b#c", "http://Example.ORG:80/A?b#c", "example.org"),
      ("\n https://example.org/a b \t", "https://example.org/a%20b", "example.org"),
      ("https://a:b@c@example.org/@x", "https://a:b@c@example.org/@x", "example.org"),
      ("https://good.org\\@evil.org/", "https://good.org%5C@evil.org/", "evil.org"),
      ("https://good.org\n@evil.org/", "https://good.org%0A@evil.org/", "evil.org"),
      ("https://good.org#@evil.org", "https://good.org#@evil.org", "good.org"),
      ("https://[2001:DB8::1]:8080/", "https://[2001:DB8::1]:8080/", "[2001:db8::1]"),
      ("https://münchen.de/ä", "https://m%C3%BCnchen.de/%C3%A4", "m%c3%bcnchen.de"),
      ("https://x.org/\u{202E}\u{1B}[2J", "https://x.org/%E2%80%AE%1B[2J", "x.org"),
      ("mailto:A@Example.org?subject=x", "mailto:A@Example.org?subject=x", "A@Example.org"),
    ]
    for (untrusted, string, host) in vectors {
      let link = try SafeLink(untrusted)
      #expect(link.string == string, "\(untrusted)")
      #expect(link.host == host, "\(untrusted)")
      #expect(link.text.string == string, "\(untrusted)")
    }
  }

  @Test func `a host is readable where that cannot deceive`() throws {
    for (host, readable) in [
      ("example.org", "example.org"), ("bücher.example", "bücher.example"), ("B%C3%9CCHER.example", "bÜcher.example"),
      ("пример.рф", "пример.рф"), ("例え.jp", "例え.jp"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
      ("\u{430}pple.com", "%d0%b0pple.com"), ("good.org\u{2044}.evil.org", "good.org%e2%81%84.evil.org"),
      ("a\u{202E}b.org", "a%e2%80%aeb.org"), ("a%2Fb.org", "a%2fb.org"), ("%FF.org", "%ff.org"), ("[::1]", "[::1]"),
    ] {
      #expect(try SafeLink("https://\(host)/").readableHost.string == readable)
    }
  }

  @Test func `other links are refused, with the reason`() {
    let vectors: [(String, TerminalUIError)] = [
      ("", .linkScheme(nil)), ("/path", .linkScheme(nil)), ("example.org", .linkScheme(nil)),
      ("javascript:alert(1)", .linkScheme("javascript")), ("file:///etc/passwd", .linkScheme("file")),
      ("java\nscript:x", .linkScheme("java%0ascript")), ("ht\ttp://a", .linkScheme("ht%09tp")),
      ("data:text/html,x", .linkScheme("data")), (":", .linkScheme("")), ("http ://a", .linkScheme("http%20")),
      ("http:", .linkWithoutHost), ("https://", .linkWithoutHost), ("https:///a", .linkWithoutHost),
      ("https:example.org", .linkWithoutHost), ("https://user@:80/", .linkWithoutHost),
      ("https://[::1", .linkWithoutHost),
      ("mailto:", .linkWithoutHost), ("mailto:?to=a@b.org", .linkWithoutHost),
    ]
    for (untrusted, refusal) in vectors {
      #expect(throws: refusal, "\(untrusted.debugDescription)") { try SafeLink(untrusted) }
    }
  }

  @Test func `a link of 2,083 bytes is taken, one of 2,084 is not`() throws {
    let longest = "https://example.org/" + String(repeating: "a", count: SafeLink.maximumBytes - 20)
    #expect(try SafeLink(longest + "  ").text.string == longest)
    #expect(throws: TerminalUIError.linkTooLong(most: 2083)) { try SafeLink(longest + "a") }
    #expect(throws: TerminalUIError.linkTooLong(most: 2083)) {
      try SafeLink("https://example.org/" + String(repeating: "ä", count: 400))
    }
  }

  @Test func `whatever comes in, a link is printable ASCII of one of three schemes`() {
    for seed in UInt64(0)..<2000 {
      var random = SeededGenerator(seed: seed)
      let scheme = ["https://", "http://", "mailto:", ""][Int.random(in: 0..<4, using: &random)]
      let text = scheme + "a" + String(decoding: TerminalText.hostileBytes(count: 40, using: &random), as: UTF8.self)
      guard let link = try? SafeLink(text) else { continue }
      #expect(link.string.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "seed \(seed)")
      #expect(["http", "https", "mailto"].contains(link.string.prefix { $0 != ":" }), "seed \(seed)")
      #expect((try? SafeLink(link.string)) == link, "seed \(seed)")
    }
  }

  @Test func `refusals have words`() {
    #expect("\(TerminalUIError.linkScheme("file"))" == "links with the scheme file are not shown")
    #expect("\(TerminalUIError.linkScheme(nil))" == "the link has no scheme")
    #expect("\(TerminalUIError.linkTooLong(most: 2083))" == "the link is longer than 2083 bytes")
    #expect("\(TerminalUIError.linkWithoutHost)" == "the link names no host")
  }
}
