import Testing

@testable import FeedFormats

@Suite struct FeedsOfPageTests {
  @Test func `a page names its feeds`() {
    for (page, feeds) in [
      ("<link rel=alternate type=application/rss+xml href=/rss>", ["https://h.org/rss"]),
      (
        "<LINK REL='Alternate home' TYPE='application/atom+xml; charset=utf-8' HREF='a.xml?b&amp;c'/>",
        ["https://h.org/x/a.xml?b&c"]
      ),
      (
        "<link rel=alternate type=application/feed+json href=//j.org/><link rel=alternate type=application/feed+json href=https://j.org/>",
        ["https://j.org/"]
      ),
      ("<!-- <link rel=alternate type=application/rss+xml href=/no> --><p>1 < 2", []),
      ("<link rel=stylesheet type=application/rss+xml href=/no><link rel=alternate type=text/html href=/no>", []),
      ("<link rel=alternate type=application/rss+xml><linker rel=alternate type=application/rss+xml href=/no>", []),
      ("<link rel=alternate type=application/rss+xml href='/no", []), ("", []),
    ] {
      #expect(FeedReader.addressesOfFeeds(inPage: Array(page.utf8), at: "https://h.org/x/y") == feeds, "\(page)")
    }
  }
}
