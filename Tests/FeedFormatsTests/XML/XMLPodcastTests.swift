import Testing

@testable import FeedFormats

@Suite struct XMLPodcastTests {
  private func document(_ elements: String) throws -> FeedDocument {
    try read("<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>\(elements)</channel></rss>")
  }

  private func item(_ elements: String) throws -> FeedItem {
    try #require(try document("<item><guid>1</guid>\(elements)</item>").items.first)
  }

  @Test func `playing times are read in every spelling`() {
    let times: [(String, Double?)] = [
      ("95", 95), ("1:35", 95), ("00:01:35", 95), (" 1:02:03 ", 3723), ("61.5", 61.5), ("PT1H2M3S", 3723),
      ("pt35s", 35),
      ("100:00", 6000), ("", nil), ("1:2:3:4", nil), ("-5", nil), ("1e9", nil), ("0x10", nil), ("nan", nil),
      ("1:-2", nil),
      ("PT", nil), ("PT5", nil), ("99999999999999", nil), ("1h", nil), (":30", 30), (":", nil),
    ]
    for (text, seconds) in times { #expect(PlayingTime.seconds(of: text) == seconds, "\(text)") }
  }

  @Test func `sizes are read with commas`() {
    let sizes: [(String, Int64?)] = [
      ("12,345", 12345), ("0", 0), (" 7 ", 7), ("", nil), ("-1", nil), ("1.5", nil), ("9 MB", nil),
      ("999999999999999999", 999_999_999_999_999_999), ("9999999999999999999", nil),
    ]
    for (text, size) in sizes { #expect(PlayingTime.bytes(of: text) == size, "\(text)") }
  }

  @Test func `the duration is that of the recordings`() throws {
    let item = try item(
      """
      <enclosure url="http://h/a" type="audio/mpeg"/><enclosure url="http://h/b" type="text/vtt"/>
      <itunes:duration>1:00</itunes:duration>
      """)
    #expect(item.attachments.map(\.durationInSeconds) == [60, nil])
    #expect(
      try self.item("<enclosure url='http://h/a'/><itunes:duration>0</itunes:duration>").attachments[0]
        .durationInSeconds == nil)
    #expect(
      try self.item("<enclosure url='http://h/a'/><itunes:duration>9</itunes:duration>").attachments[0]
        .durationInSeconds == 9)
  }

  @Test func `the type of a recording counts in any case, or else its ending`() throws {
    let files: [(String, Double?)] = [
      ("url='http://h/a' type='Audio/Ogg'", 9), ("url='http://h/a' type='VIDEO/MP4'", 9), ("url='http://h/a.opus'", 9),
      ("url='http://h/a.mp3?x=1' type='application/octet-stream'", 9),
      ("url='http://h/a.MP3' type='binary/octet-stream'", 9),
      ("url='http://h/a.mp3' type='application/force-download'", 9),
      ("url='http://h/a.pdf' type='application/pdf'", nil),
      ("url='http://h/a.jpg' type='application/octet-stream'", nil), ("url='http://h/a.png'", nil),
    ]
    for (file, seconds) in files {
      let item = try item("<enclosure \(file)/><itunes:duration>9</itunes:duration>")
      #expect(item.attachments[0].durationInSeconds == seconds, "\(file)")
    }
  }

  @Test func `an episode has its place in the podcast`() throws {
    let whole =
      "<itunes:season>1</itunes:season><itunes:episode>2</itunes:episode><itunes:episodeType>Bonus</itunes:episodeType>"
    #expect(try item(whole).episode == FeedEpisode(season: 1, number: 2, kind: "bonus"))
    #expect(try item("<itunes:episode>2</itunes:episode>").episode == FeedEpisode(number: 2))
    #expect(try item("<itunes:episode/><itunes:episodeType>x</itunes:episodeType>").episode == nil)
    #expect(try item("<itunes:episode>99999999999999999999</itunes:episode>").episode == nil)
  }

  @Test func `podcast texts are used where the item has none`() throws {
    let texts =
      "<itunes:title>IT</itunes:title><itunes:subtitle>IS</itunes:subtitle><itunes:summary>I &amp; S</itunes:summary><itunes:author>IA</itunes:author>"
    let alone = try item(texts)
    #expect([alone.title, alone.contentText, alone.summary] == ["IT", "I & S", "IS"])
    #expect(alone.authors == [FeedAuthor(name: "IA")])
    let both = try item(texts + "<title>T</title><description>d</description><author>m@h (A)</author>")
    #expect([both.title, both.contentText, both.summary] == ["T", "d", "IS"])
    #expect(both.authors == [FeedAuthor(name: "A")])
    #expect(try item("<itunes:subtitle>IS</itunes:subtitle>").contentText == "IS")
  }

  @Test func `a cover is taken from every spelling`() throws {
    for element in [
      "<itunes:image href='http://h/c'/>", "<itunes:image url='http://h/c'/>",
      "<itunes:image>http://h/c</itunes:image>",
      "<itunes:link rel='image' href='http://h/c'/>",
    ] {
      #expect(try item(element).image == "http://h/c", "\(element)")
    }
    let picture = "<enclosure url='http://h/e' type='IMAGE/png'/>"
    let item = try item("<itunes:image href='http://h/c'/>" + picture)
    #expect(
      item.image == "http://h/e" && item.attachments == [FeedAttachment(url: "http://h/e", mimeType: "IMAGE/png")])
  }

  @Test func `the feed has the first kind of authors that it names`() throws {
    let owner = "<itunes:owner><itunes:name>O</itunes:name><itunes:email>o@h</itunes:email></itunes:owner>"
    let author = "<itunes:author>A</itunes:author>"
    let editor = "<managingEditor>e@h (E)</managingEditor>"
    #expect(try document(owner).authors.map(\.name) == ["O"])
    #expect(try document(owner + author).authors.map(\.name) == ["A"])
    #expect(try document(author + editor + owner).authors.map(\.name) == ["E"])
    #expect(try document(author + editor + "<dc:creator>C</dc:creator>").authors.map(\.name) == ["C"])
  }

  @Test func `people are named however they are written`() {
    let people = [
      ("m@h (N)", "N"), ("N M (m@h)", "N M"), ("N M <m@h>", "N M"), ("<m@h>", "m@h"), ("m@h", "m@h"), ("N", "N"),
      ("N (the keeper)", "N (the keeper)"), ("N (", "N ("), ("()", ""), ("m@h ()", "m@h"), (")", ")"),
    ]
    for (text, name) in people { #expect(FeedAuthor(person: text).name == name, "\(text)") }
  }

  @Test func `categories are read with those in them`() throws {
    let nested =
      "<itunes:category text='a'><itunes:category text='b'><itunes:category text='c'/></itunes:category></itunes:category>"
    #expect(try item(nested + "<title>T</title>").tags == ["a", "b", "c"])
    #expect(try item(nested + "<title>T</title>").title == "T")
  }
}
