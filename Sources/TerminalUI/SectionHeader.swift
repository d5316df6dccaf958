/// The line above the cards of a section: its title, and what else is to be said of it.
public struct SectionHeader: Hashable, Sendable {
  /// The name of the section; without one it is "(unnamed)".
  public var title: SafeText
  /// What is said after it, such as "24 items"; empty for nothing.
  public var detail: SafeText

  /// Makes a header.
  public init(title: SafeText, detail: SafeText = "") {
    self.title = title
    self.detail = detail
  }

  /// The header in its one line, no wider than the width; a width below 1 is taken as 1.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func line(columns: Int) -> CardLine {
    let name = title.singleLine.trimmed()
    let detail = detail.singleLine.trimmed()
    let rest = detail.isEmpty ? [] : [CardLine.Run(" · "), CardLine.Run(detail, Style(dim: true))]
    let heading = CardLine.Run(name.isEmpty ? "(unnamed)" : name, Style(bold: true, underlined: true))
    return CardLine([heading] + rest).truncated(to: max(1, columns))
  }
}
