/// The vocabularies that feeds are written in.
enum XMLVocabulary: Equatable {
  case rss
  case atom
  case rdf
  case content
  case dublinCore
  case media
  /// The elements of Apple's and Google's podcast directories.
  case podcast
  /// The elements of the Podcast Index.
  case podcasting2
  /// The original addresses behind those that count clicks.
  case originalLink
  case xhtml
  case svg
  case mathML
  case xml
  case other

  /// Creates the vocabulary of a namespace name; case, the scheme and a `/` or `#` at the end make no difference.
  init(address: String) {
    var name = address.trimmed.lowercased()[...]
    for scheme in ["http://", "https://"] where name.hasPrefix(scheme) { name = name.dropFirst(scheme.count) }
    while name.last == "/" || name.last == "#" { name = name.dropLast() }
    self = Self.named[String(name)] ?? Self(misspelled: name)
  }

  /// Creates the vocabulary of a name that is known in many spellings.
  private init(misspelled name: Substring) {
    if name.hasSuffix("/podcast-1.0.dtd") {
      self = .podcast
    } else if name.hasSuffix("search.yahoo.com/mrss") || name.hasSuffix("rssboard.org/media-rss") {
      self = .media
    } else if name.hasPrefix("backend.userland.com/rss") {
      self = .rss
    } else {
      self = .other
    }
  }

  private static let named: [String: XMLVocabulary] = {
    var named: [String: XMLVocabulary] = ["": .rss]
    for (vocabulary, names) in all { for name in names.split(separator: " ") { named[String(name)] = vocabulary } }
    return named
  }()

  /// The names without their schemes and in lower case.
  private static let all: KeyValuePairs<XMLVocabulary, String> = [
    .rss: """
    purl.org/rss/1.0 purl.org/net/rss1.1 my.netscape.com/rdf/simple/0.9 channel.netscape.com/rdf/simple/0.9 \
    my.netscape.com/publish/formats/rss-0.91.dtd blogs.law.harvard.edu/tech/rss cyber.law.harvard.edu/rss/rss.html
    """,
    .atom: "www.w3.org/2005/atom w3.org/2005/atom purl.org/atom/ns purl.org/atom/1.0 purl.org/pie purl.org/echo",
    .rdf: "www.w3.org/1999/02/22-rdf-syntax-ns www.w3.org/tr/rdf-syntax",
    .content: "purl.org/rss/1.0/modules/content",
    .dublinCore: "purl.org/dc/elements/1.0 purl.org/dc/elements/1.1 purl.org/dc/terms purl.org/dc/dcterms",
    .media: "search.yahoo.com/mrss www.rssboard.org/media-rss",
    .podcast: "www.itunes.com/dtds/podcast-1.0.dtd www.google.com/schemas/play-podcasts/1.0",
    .podcasting2: """
    podcastindex.org/namespace/1.0 github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md
    """,
    .originalLink: "rssnamespace.org/feedburner/ext/1.0 www.pheedo.com/namespace/pheedo",
    .xhtml: "www.w3.org/1999/xhtml www.w3.org/tr/xhtml1",
    .svg: "www.w3.org/2000/svg",
    .mathML: "www.w3.org/1998/math/mathml",
    .xml: "www.w3.org/xml/1998/namespace",
  ]

  /// Creates the vocabulary that an undeclared prefix usually denotes; feeds copied from others have such prefixes.
  init(undeclaredPrefix prefix: String) {
    switch prefix {
    case "atom", "a10": self = .atom
    case "rdf": self = .rdf
    case "content": self = .content
    case "dc", "dcterms": self = .dublinCore
    case "media": self = .media
    case "itunes", "googleplay": self = .podcast
    case "podcast": self = .podcasting2
    case "feedburner", "pheedo": self = .originalLink
    case "xhtml", "html", "h": self = .xhtml
    case "svg": self = .svg
    case "xml": self = .xml
    default: self = .other
    }
  }

  /// Whether HTML knows its elements by their local names.
  var isPartOfHTML: Bool { self == .xhtml || self == .svg || self == .mathML }
}
