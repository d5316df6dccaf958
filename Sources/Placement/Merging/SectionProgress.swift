/// How far the pages of a section have come.
///
/// It is all that later places depend on: which places have been passed follows from the feed row at which the pages
/// ended, and that is the sum of content and ads.
struct SectionProgress: Hashable, Sendable {
  /// The content rows.
  var content = 0
  /// The ads.
  var placed = 0
  /// The content rows before the last ad; nil where there is none.
  var lastContent: Int?
  /// The tag to be avoided that the last content row bears.
  var tag: String?
  /// Whether the last content row allows an ad beside it.
  var allowsAd = true
}
