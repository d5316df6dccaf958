import Testing

@testable import FeedFormats

/// People, tags, and what XML feeds say about themselves and their episodes.
@Suite struct XMLPeopleTests {
  @Test func `several authors in one element are several`() throws {
    for (text, names) in [
      ("Ada Bight; Bo", ["Ada Bight", "Bo"]), ("Ada Bight, Bo Cay", ["Ada Bight", "Bo Cay"]),
      ("Ada Bight, Bo Cay and Cy Dune", ["Ada Bight", "Bo Cay", "Cy Dune"]),
      ("Ada Bight, Bo Cay, &amp; Cy Dune", ["Ada Bight", "Bo Cay", "Cy Dune"]), ("Bight, Ada", ["Bight, Ada"]),
      ("Ada Bight, PhD", ["Ada Bight, PhD"]), ("Marks and Spencer", ["Marks and Spencer"]),
      ("a@h.example (Ada, the pilot), b@h.example (Bo)", ["Ada, the pilot", "Bo"]), ("Ada Bight,", ["Ada Bight,"]),
    ] {
      for element in ["author", "dc:creator", "itunes:author"] {
        let document = try read("<rss><channel><item><\(element)>\(text)</\(element)></item></channel></rss>")
        #expect(document.items[0].authors.map(\.name) == names, "\(element): \(text)")
      }
    }
    let atom = try read(
      """
      <feed><entry><author><name>Ada</name><uri>https://h/a</uri><name>Bo</name></author><author><name>Ada</name></author>
      </entry></feed>
      """)
    #expect(atom.items[0].authors == [FeedAuthor(name: "Ada", url: "https://h/a"), FeedAuthor(name: "Bo")])
  }

  @Test func `an address of mail is a name for want of one`() throws {
    for (elements, author) in [
      ("<email>ann@h.example</email>", FeedAuthor(name: "ann@h.example")),
      ("<email>ann@h.example</email><name>Ann</name>", FeedAuthor(name: "Ann")),
      ("<uri>https://h/ann</uri>", FeedAuthor(url: "https://h/ann")),
    ] {
      let entry = "<entry><author>\(elements)</author></entry>"
      let document = try read("<feed><author><name>Ed</name></author>\(entry)</feed>")
      #expect(document.items[0].authors == [author], "\(elements)")
    }
    let marked = try read(
      "<rss><channel><item><dc:creator>&lt;b&gt;Ann&lt;/b&gt;</dc:creator></item></channel></rss>")
    #expect(marked.items[0].authors.map(\.name) == ["<b>Ann</b>"])
  }

  @Test func `a tag is told once`() throws {
    let rss = try read(
      "<rss><channel><item><category>sea</category><category>tide</category><category>sea</category></item></channel></rss>"
    )
    #expect(rss.items[0].tags == ["sea", "tide"])
    #expect(try read(#"{"items":[{"id":"1","tags":["a","b","a","A"]}]}"#).items[0].tags == ["a", "b", "A"])
  }

  @Test func `chapters, transcripts and people of an episode are read`() throws {
    let declared = "xmlns:p='https://podcastindex.org/namespace/1.0'"
    for (declaration, prefix) in [(declared, "p"), ("", "podcast")] {
      let document = try read(
        """
        <rss \(declaration)><channel><link>https://h/</link><item><guid>1</guid>
        <\(prefix):chapters url='/1.json' type='application/json+chapters'/>
        <\(prefix):transcript url='/1.vtt' type='text/vtt' language='en_GB'/><\(prefix):transcript url='https://h/1.srt'/>
        <\(prefix):transcript type='text/html'/>
        <\(prefix):person href='/ada' img='/ada.png' role='Guest'>Ada</\(prefix):person><\(prefix):person>Bo</\(prefix):person>
        <\(prefix):season>2</\(prefix):season><\(prefix):episode>7</\(prefix):episode></item></channel></rss>
        """)
      var episode = FeedEpisode(season: 2, number: 7)
      episode.chapters = FeedTextFile(url: "https://h/1.json", mimeType: "application/json+chapters")
      episode.transcripts = [
        FeedTextFile(url: "https://h/1.vtt", mimeType: "text/vtt", language: "en-GB"),
        FeedTextFile(url: "https://h/1.srt"),
      ]
      episode.persons = [
        FeedPerson(name: "Ada", role: "guest", url: "https://h/ada", image: "https://h/ada.png"),
        FeedPerson(name: "Bo", role: "host"),
      ]
      #expect(document.items[0].episode == episode, "\(prefix)")
      #expect(document.findings.map(\.problem) == ["a file about an episode has no url"])
    }
  }

  @Test func `a feed has its description and its picture`() throws {
    let picture = "https://h/p.png"
    for (text, summary) in [
      (
        "<rss><channel><description>A &amp;amp; &lt;b&gt;b&lt;/b&gt;</description><image><title>t</title><url>\(picture)</url></image>",
        "A & b"
      ),
      ("<rss><channel><itunes:summary>S</itunes:summary><itunes:image href='\(picture)'/>", "S"),
      ("<rss><channel><link>https://h/x</link><itunes:subtitle>S</itunes:subtitle><itunes:image href='/p.png'/>", "S"),
      (
        "<rss><channel><description>D</description><itunes:summary>S</itunes:summary><media:thumbnail url='\(picture)'/>",
        "D"
      ),
    ] {
      let document = try read(text + "<item><guid>1</guid></item></channel></rss>")
      #expect(document.summary == summary && document.icon == picture, "\(text)")
    }
    let atom = try read(
      "<feed><subtitle type='html'>&lt;i&gt;s&lt;/i&gt;</subtitle><icon>i.ico</icon><logo>\(picture)</logo></feed>")
    #expect(atom.summary == "s" && atom.icon == picture)
    let json = try read(
      #"{"version":"https://jsonfeed.org/version/1","description":"d","favicon":"f","icon":"i","items":[]}"#)
    #expect(json.summary == "d" && json.icon == "i")
    let rss = try read(#"{"rss":{"channel":{"description":"d","image":{"url":"i"},"item":[]}}}"#)
    #expect(rss.summary == "d" && rss.icon == "i")
  }
}
