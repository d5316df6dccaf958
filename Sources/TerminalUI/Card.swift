/// A row of a merged list as a person sees it: what is said of an item, before it is laid out in lines.
///
///     let card = Card(title: "Sixty feeds", author: "Ada", age: Age.words(from: then, now: now), link: link)
///     card.lines(columns: 80)
public struct Card: Hashable, Sendable {
  /// Whose row it is.
  public enum Kind: Hashable, Sendable {
    /// The feed's own content.
    case content
    /// An ad, with the words that say why it stands there, such as "every 6 from 3 · 2nd of 8".
    case ad(reason: SafeText)
  }

  /// The title; without one the first words of the summary stand in.
  public var title: SafeText
  /// Who wrote it; empty when unknown.
  public var author: SafeText
  /// How old it is, in words; empty when unknown.
  public var age: SafeText
  /// What it says.
  public var summary: SafeText
  /// Where more is to be read.
  public var link: SafeLink?
  /// The positions to show beside the title, such as `12 ← 9`; empty when they are not to be shown.
  public var gutter: SafeText
  /// Whether it is content or an ad.
  public var kind: Kind

  /// Makes a card; what is not given is not drawn.
  public init(
    title: SafeText, author: SafeText = "", age: SafeText = "", summary: SafeText = "",
    link: SafeLink? = nil, gutter: SafeText = "", kind: Kind = .content
  ) {
    self.title = title
    self.author = author
    self.age = age
    self.summary = summary
    self.link = link
    self.gutter = gutter
    self.kind = kind
  }

  /// The most lines of a title; a longer one ends in an ellipsis.
  public static let titleLines = 2
  /// The most lines that say why an ad stands there.
  public static let reasonLines = 2
  /// The most lines of a summary, blank ones left out.
  public static let summaryLines = 3
}
