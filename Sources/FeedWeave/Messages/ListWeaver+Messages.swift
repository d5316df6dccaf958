public import Interception
public import ListModel

/// What a woven list asks and tells is a message of its weaver, so that anybody can hook who answers what.
///
/// The arguments hold both sides: the row or section as the list names it, and its owner with the place in the owner's own
/// coordinates. Advice that changes them has another owner asked, or about another row.
extension ListWeaver {
  /// A message about a row.
  public typealias RowMessage<Answer> = Message<ListWeaver, OwnedRow, Answer>
  /// A message about a section.
  public typealias SectionMessage<Answer> = Message<ListWeaver, OwnedSection, Answer>
  /// A message about a row whose cell is shown.
  public typealias RowDisplayMessage = Message<ListWeaver, (row: OwnedRow, cell: ListCell), Void>
  /// A message about a section whose header or footer is shown.
  public typealias SectionDisplayMessage = Message<ListWeaver, (section: OwnedSection, view: ListCell), Void>

  /// Every message of a weaver; each area lists its own, so that one that is added is added there too.
  static let allMessages: MessageList =
    countMessages + dataSourceMessages + heightMessages + displayMessages + selectionMessages
    + editingMessages + movementMessages + interactionMessages + prefetchingMessages + focusMessages + menuMessages
    + indexMessages + layoutMessages

  static let countMessages: MessageList = [contentCounts, willLoad, didDropRows, numberOfSections, numberOfRows]

  static let dataSourceMessages: MessageList = [cellForRow, modelForRow, titleForHeader, titleForFooter]

  static let heightMessages: MessageList = [
    heightForRow, heightForHeader, heightForFooter, viewForHeader, viewForFooter,
    estimatedHeightForRow, estimatedHeightForHeader, estimatedHeightForFooter,
  ]

  static let displayMessages: MessageList = [
    willDisplayRow, didEndDisplayingRow,
    willDisplayHeader, willDisplayFooter, didEndDisplayingHeader, didEndDisplayingFooter,
  ]

  static let selectionMessages: MessageList = [
    shouldHighlightRow, didHighlightRow, didUnhighlightRow,
    willSelectRow, willDeselectRow, didSelectRow, didDeselectRow,
  ]
}
