import ListModel
import Placement

extension ProviderRouter: ListDelegate {
  func list(_ list: ListView, willDisplay cell: ListCell, forRowAt path: ListPath) {
    let (weaver, feed, cellID) = (weaver, FeedPath(path), ObjectIdentifier(cell))
    guard let owner = weaver.owner(of: feed) else { return }
    weaver.displayedRows[cellID] = DisplayedRow(owner: owner)
    if case .content(let user) = owner {
      weaver.inUserSpace { weaver.contentDelegate?.list(list, willDisplay: cell, forRowAt: ListPath(user)) }
    }
    // The content side may have ended the display at once, by a reload for one; then there is nothing to report.
    guard weaver.displayedRows[cellID]?.report() ?? false else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, willDisplay: cell, forRowAt: feed, of: owner) }
  }

  func list(_ list: ListView, didEndDisplaying cell: ListCell, forRowAt path: ListPath) {
    let (weaver, feed) = (weaver, FeedPath(path))
    guard let row = weaver.displayedRows.removeValue(forKey: ObjectIdentifier(cell)) else { return }
    if case .content(let displayed) = row.owner {
      // Rows may have come or gone above it since: the place it is known under now, or else the one it was shown at.
      let user = weaver.userPath(path) ?? ListPath(displayed)
      weaver.inUserSpace { weaver.contentDelegate?.list(list, didEndDisplaying: cell, forRowAt: user) }
    }
    guard row.isReported else { return }
    weaver.inFeedSpace { weaver.delegate?.weaver(weaver, didEndDisplaying: cell, forRowAt: feed, of: row.owner) }
  }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    ask(
      path, content: { content?.list(list, heightForRowAt: $0) },
      insertion: { insertion?.weaver(weaver, heightForRowAt: $0) })
  }

  func list(_ list: ListView, shouldHighlightRowAt path: ListPath) -> Bool {
    ask(
      path, content: { content?.list(list, shouldHighlightRowAt: $0) },
      insertion: { insertion?.weaver(weaver, shouldHighlightRowAt: $0) }) ?? true
  }

  func list(_ list: ListView, didHighlightRowAt path: ListPath) {
    ask(
      path, content: { content?.list(list, didHighlightRowAt: $0) },
      insertion: { insertion?.weaver(weaver, didHighlightRowAt: $0) })
  }

  func list(_ list: ListView, didUnhighlightRowAt path: ListPath) {
    ask(
      path, content: { content?.list(list, didUnhighlightRowAt: $0) },
      insertion: { insertion?.weaver(weaver, didUnhighlightRowAt: $0) })
  }

  func list(_ list: ListView, willSelectRowAt path: ListPath) -> ListPath? {
    ask(
      path,
      content: { user in
        guard let content else { return path }
        return content.list(list, willSelectRowAt: user).flatMap { weaver.feedPath($0) }
      },
      insertion: { feed in
        guard let insertion else { return path }
        return insertion.weaver(weaver, willSelectRowAt: feed).map { ListPath($0) }
      })
  }

  func list(_ list: ListView, willDeselectRowAt path: ListPath) -> ListPath? {
    ask(
      path,
      content: { user in
        guard let content else { return path }
        return content.list(list, willDeselectRowAt: user).flatMap { weaver.feedPath($0) }
      },
      insertion: { feed in
        guard let insertion else { return path }
        return insertion.weaver(weaver, willDeselectRowAt: feed).map { ListPath($0) }
      })
  }

  func list(_ list: ListView, didSelectRowAt path: ListPath) {
    ask(
      path, content: { content?.list(list, didSelectRowAt: $0) },
      insertion: { insertion?.weaver(weaver, didSelectRowAt: $0) })
  }

  func list(_ list: ListView, didDeselectRowAt path: ListPath) {
    ask(
      path, content: { content?.list(list, didDeselectRowAt: $0) },
      insertion: { insertion?.weaver(weaver, didDeselectRowAt: $0) })
  }

  private var content: (any ListDelegate)? { weaver.contentDelegate }

  private var insertion: (any WeaverDelegate)? { weaver.delegate }
}
