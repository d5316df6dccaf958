/// Reduces HTML to the plain text that a person would read, for screens that show no HTML.
///
/// ```swift
/// HTMLText.plainText(of: "<p>Tea &amp; <a href='https://example.org/cake'>cake</a></p>")
/// // "Tea & cake (https://example.org/cake)"
/// ```
///
/// Block elements and `br` break lines, list items begin with a bullet or their number, links keep their address, `pre` keeps its lines,
/// white space is folded elsewhere, references are decoded, scripts, styles and the head are dropped. It is a reader of
/// text, not a parser of documents: nesting is not checked, style is not looked at. The result is still untrusted text:
/// it holds whatever characters the references name, controls included, and a `<` where the text has one.
public enum HTMLText {
  /// The plain text of HTML, ended with "…" where it would have more bytes than the limit.
  ///
  /// - Complexity: O(*n*) for *n* bytes of HTML, whatever they are.
  public static func plainText(of html: String, limit: Int = 1 << 20) -> String {
    var reader = HTMLTextReader(Array(html.utf8), limit: limit)
    return reader.read()
  }
}
