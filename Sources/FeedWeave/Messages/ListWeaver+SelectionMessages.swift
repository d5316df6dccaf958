public import Interception
import ListModel
public import Placement

/// What the owner of a row is asked and told about its highlight and its selection.
extension ListWeaver {
  /// Asks a row's owner whether a touch highlights it.
  public static let shouldHighlightRow = RowMessage<Bool>("list(_:shouldHighlightRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, shouldHighlightRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldHighlightRowAt: $0) }) ?? true
  }

  /// Tells a row's owner that it has been highlighted.
  public static let didHighlightRow = RowMessage<Void>("list(_:didHighlightRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, didHighlightRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didHighlightRowAt: $0) })
  }

  /// Tells a row's owner that it is no longer highlighted.
  public static let didUnhighlightRow = RowMessage<Void>("list(_:didUnhighlightRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, didUnhighlightRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didUnhighlightRowAt: $0) })
  }

  /// Asks a row's owner which row is to be selected in its place; the answer is the feed's path.
  public static let willSelectRow = RowMessage<FeedPath?>("list(_:willSelectRowAt:)") { weaver, row in
    weaver.ask(
      row,
      content: { list, user in
        guard let content = weaver.contentDelegate else { return row.path }
        return content.list(list, willSelectRowAt: user).flatMap { weaver.feedPath($0) }.map { FeedPath($0) }
      },
      insertion: { feed in
        guard let insertion = weaver.delegate else { return row.path }
        return insertion.weaver(weaver, willSelectRowAt: feed)
      })
  }

  /// Asks a row's owner which row is to be deselected in its place; the answer is the feed's path.
  public static let willDeselectRow = RowMessage<FeedPath?>("list(_:willDeselectRowAt:)") { weaver, row in
    weaver.ask(
      row,
      content: { list, user in
        guard let content = weaver.contentDelegate else { return row.path }
        return content.list(list, willDeselectRowAt: user).flatMap { weaver.feedPath($0) }.map { FeedPath($0) }
      },
      insertion: { feed in
        guard let insertion = weaver.delegate else { return row.path }
        return insertion.weaver(weaver, willDeselectRowAt: feed)
      })
  }

  /// Tells a row's owner that it has been selected.
  public static let didSelectRow = RowMessage<Void>("list(_:didSelectRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, didSelectRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didSelectRowAt: $0) })
  }

  /// Tells a row's owner that it has been deselected.
  public static let didDeselectRow = RowMessage<Void>("list(_:didDeselectRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, didDeselectRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, didDeselectRowAt: $0) })
  }
}
