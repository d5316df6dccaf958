public import Interception
import ListModel

/// What the owners of rows are asked and told about acting on them, and about selecting several in one movement.
extension ListWeaver {
  /// Asks a row's owner whether a touch does what the row is there for.
  public static let canPerformPrimaryActionForRow = RowMessage<Bool>("list(_:canPerformPrimaryActionForRowAt:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, canPerformPrimaryActionForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, canPerformPrimaryActionForRowAt: $0) })
      ?? !(weaver.list?.isEditing ?? false)
  }

  /// Has a row's owner do what the row is there for.
  public static let performPrimaryActionForRow = RowMessage<Void>("list(_:performPrimaryActionForRowAt:)") {
    weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, performPrimaryActionForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, performPrimaryActionForRowAt: $0) })
  }

  /// Asks a row's owner whether several rows can be selected in one movement that begins there.
  public static let shouldBeginMultipleSelection = RowMessage<Bool>(
    "list(_:shouldBeginMultipleSelectionInteractionAt:)"
  ) { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, shouldBeginMultipleSelectionInteractionAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldBeginMultipleSelectionInteractionAt: $0) }) ?? false
  }

  /// Tells a row's owner that selecting several rows in one movement begins there.
  public static let didBeginMultipleSelection = RowMessage<Void>("list(_:didBeginMultipleSelectionInteractionAt:)") {
    weaver, row in
    weaver.selectionBeganAtInsertion = row.owner.isInsertion
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, didBeginMultipleSelectionInteractionAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didBeginMultipleSelectionInteractionAt: $0) })
  }

  /// Tells who heard of the beginning that selecting several rows in one movement has ended.
  public static let didEndMultipleSelection = Message<ListWeaver, Void, Void>(
    "listDidEndMultipleSelectionInteraction(_:)"
  ) { weaver, _ in
    if weaver.selectionBeganAtInsertion {
      weaver.inFeedSpace { weaver.delegate?.weaverDidEndMultipleSelectionInteraction(weaver) }
    } else if let list = weaver.list {
      weaver.inUserSpace { weaver.contentDelegate?.listDidEndMultipleSelectionInteraction(list) }
    }
  }
}
