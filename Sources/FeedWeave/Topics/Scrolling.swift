public import Interception
import ListModel

/// Hears of scrolling, after the content side has.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the content side and the list.
public protocol WeaverScrollDelegate: AnyObject {
  /// The content has been scrolled, by whomever.
  func weaverDidScroll(_ weaver: ListWeaver)
  /// A person has begun to drag the content.
  func weaverWillBeginDragging(_ weaver: ListWeaver)
  /// A person lets go; the offset at which the content comes to rest can be changed where the content side has not changed it.
  func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// A person has let go, and the content stays or moves on by itself.
  func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool)
  /// The content moves on by itself.
  func weaverWillBeginDecelerating(_ weaver: ListWeaver)
  /// The content has come to rest.
  func weaverDidEndDecelerating(_ weaver: ListWeaver)
  /// Scrolling that was asked for with animation is over.
  func weaverDidEndScrollingAnimation(_ weaver: ListWeaver)
  /// Whether a person may go to the top at once, where the content side does not say; nil to leave it to the list.
  func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool?
  /// A person has gone to the top at once.
  func weaverDidScrollToTop(_ weaver: ListWeaver)
}

extension WeaverScrollDelegate {
  /// Does nothing.
  public func weaverDidScroll(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverWillBeginDragging(_ weaver: ListWeaver) {}
  /// Leaves the target as it is.
  public func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {}
  /// Does nothing.
  public func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool) {}
  /// Does nothing.
  public func weaverWillBeginDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndScrollingAnimation(_ weaver: ListWeaver) {}
  /// Leaves it to the list.
  public func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool? { nil }
  /// Does nothing.
  public func weaverDidScrollToTop(_ weaver: ListWeaver) {}
}

// MARK: - Scroll messages

/// What both sides are told of scrolling, the content side first, and asked, where its answer counts.
extension ListWeaver {
  /// Tells both sides that the content has been scrolled.
  public static let didScroll = Message<ListWeaver, Void, Void>("listDidScroll(_:)") { weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listDidScroll($0) }, insertion: { weaver.delegate?.weaverDidScroll(weaver) })
  }

  /// Tells both sides that a person has begun to drag the content.
  public static let willBeginDragging = Message<ListWeaver, Void, Void>("listWillBeginDragging(_:)") { weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listWillBeginDragging($0) },
      insertion: { weaver.delegate?.weaverWillBeginDragging(weaver) })
  }

  /// Tells both sides that the content moves on by itself.
  public static let willBeginDecelerating = Message<ListWeaver, Void, Void>("listWillBeginDecelerating(_:)") {
    weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listWillBeginDecelerating($0) },
      insertion: { weaver.delegate?.weaverWillBeginDecelerating(weaver) })
  }

  /// Tells both sides that the content has come to rest.
  public static let didEndDecelerating = Message<ListWeaver, Void, Void>("listDidEndDecelerating(_:)") { weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listDidEndDecelerating($0) },
      insertion: { weaver.delegate?.weaverDidEndDecelerating(weaver) })
  }

  /// Tells both sides that scrolling that was asked for with animation is over.
  public static let didEndScrollingAnimation = Message<ListWeaver, Void, Void>("listDidEndScrollingAnimation(_:)") {
    weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listDidEndScrollingAnimation($0) },
      insertion: { weaver.delegate?.weaverDidEndScrollingAnimation(weaver) })
  }

  /// Tells both sides that a person has gone to the top at once.
  public static let didScrollToTop = Message<ListWeaver, Void, Void>("listDidScrollToTop(_:)") { weaver, _ in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listDidScrollToTop($0) },
      insertion: { weaver.delegate?.weaverDidScrollToTop(weaver) })
  }

  /// Tells both sides that a person lets go; answers the offset at which the content is to come to rest.
  public static let willEndDragging = Message<ListWeaver, (velocity: Double, target: Double), Double>(
    "list(_:willEndDraggingWithVelocity:targetContentOffset:)"
  ) { weaver, call in
    var asked = call.target
    var offered = call.target
    weaver.tellBoth(
      content: {
        weaver.content.delegate?.list(
          $0, willEndDraggingWithVelocity: call.velocity, targetContentOffset: &asked)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, willEndDraggingWithVelocity: call.velocity, targetContentOffset: &offered)
      })
    return asked == call.target ? offered : asked
  }

  /// Tells both sides that a person has let go.
  public static let didEndDragging = Message<ListWeaver, Bool, Void>("listDidEndDragging(_:willDecelerate:)") {
    weaver, willDecelerate in
    weaver.tellBoth(
      content: { weaver.content.delegate?.listDidEndDragging($0, willDecelerate: willDecelerate) },
      insertion: { weaver.delegate?.weaverDidEndDragging(weaver, willDecelerate: willDecelerate) })
  }

  /// Asks whether a person may go to the top at once: the content side, and where that does not say, the insertions' side.
  public static let shouldScrollToTop = Message<ListWeaver, Void, Bool?>("listShouldScrollToTop(_:)") { weaver, _ in
    weaver.ask(
      ofInsertion: false, content: { weaver.content.delegate?.listShouldScrollToTop($0) }, insertion: { nil })
      ?? weaver.inFeedSpace { weaver.delegate?.weaverShouldScrollToTop(weaver) }
  }

  private func tellBoth(content: (ListView) -> Void?, insertion: () -> Void?) {
    ask(ofInsertion: false, content: content, insertion: { nil })
    _ = inFeedSpace(insertion)
  }
}

// MARK: - Scrolling

/// The part of ListDelegate that is about scrolling.
extension ProviderRouter {
  func listDidScroll(_ list: ListView) {
    weaver.send(ListWeaver.didScroll)
  }

  func listWillBeginDragging(_ list: ListView) {
    weaver.send(ListWeaver.willBeginDragging)
  }

  func listWillBeginDecelerating(_ list: ListView) {
    weaver.send(ListWeaver.willBeginDecelerating)
  }

  func listDidEndDecelerating(_ list: ListView) {
    weaver.send(ListWeaver.didEndDecelerating)
  }

  func listDidEndScrollingAnimation(_ list: ListView) {
    weaver.send(ListWeaver.didEndScrollingAnimation)
  }

  func listDidScrollToTop(_ list: ListView) {
    weaver.send(ListWeaver.didScrollToTop)
  }

  func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    target = weaver.send(ListWeaver.willEndDragging, (velocity: velocity, target: target))
  }

  func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {
    weaver.send(ListWeaver.didEndDragging, willDecelerate)
  }

  func listShouldScrollToTop(_ list: ListView) -> Bool? {
    weaver.send(ListWeaver.shouldScrollToTop)
  }
}
