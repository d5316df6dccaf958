public import Interception
import ListModel

/// Receives scroll events, after the content provider; of the scrolling of a section, only its owner hears.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default leaves the decision to the content provider and
/// the list.
public protocol WeaverScrollDelegate: AnyObject {
  /// The content has been scrolled, by a person or by code.
  func weaverDidScroll(_ weaver: ListWeaver)
  /// An inserted section that scrolls across the list has another offset.
  func weaver(_ weaver: ListWeaver, didScrollSection section: Int)
  /// A person has begun to drag the content.
  func weaverWillBeginDragging(_ weaver: ListWeaver)
  /// A person lifts the finger.
  ///
  /// The offset at which scrolling ends can be changed if the content provider has not changed it.
  func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// A person has lifted the finger, and scrolling stops or decelerates.
  func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool)
  /// Scrolling begins to decelerate.
  func weaverWillBeginDecelerating(_ weaver: ListWeaver)
  /// Scrolling has stopped after decelerating.
  func weaverDidEndDecelerating(_ weaver: ListWeaver)
  /// An animated scroll has ended.
  func weaverDidEndScrollingAnimation(_ weaver: ListWeaver)
  /// Whether a person may scroll to the top at once, if the content provider doesn't answer; nil to leave it to the
  /// list.
  func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool?
  /// A person has scrolled to the top at once.
  func weaverDidScrollToTop(_ weaver: ListWeaver)
}

extension WeaverScrollDelegate {
  /// Does nothing.
  public func weaverDidScroll(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didScrollSection section: Int) {}
  /// Does nothing.
  public func weaverWillBeginDragging(_ weaver: ListWeaver) {}
  /// Leaves the target as it is.
  public func weaver(_: ListWeaver, willEndDraggingWithVelocity _: Double, targetContentOffset _: inout Double) {}
  /// Does nothing.
  public func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool) {}
  /// Does nothing.
  public func weaverWillBeginDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndScrollingAnimation(_ weaver: ListWeaver) {}
  /// Returns nil, for the list's own behavior.
  public func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool? { nil }
  /// Does nothing.
  public func weaverDidScrollToTop(_ weaver: ListWeaver) {}
}

// MARK: - Scroll messages

/// Scroll notifications for both providers, the content provider first, and questions, to which its answer takes
/// precedence.
extension ListWeaver {
  /// Notifies both providers that the content has been scrolled.
  public static let didScroll = Message<ListWeaver, Void, Void>("listDidScroll(_:)") { weaver, _ in
    weaver.notifyBoth({ $0.listDidScroll($1) }, insertion: { $0.weaverDidScroll($1) })
  }

  /// Notifies a section's owner that the section, a carousel, has another offset.
  public static let didScrollSection = SectionMessage<Void>(
    "list(_:didScrollSection:)", { $0.list($1, didScrollSection: $2) },
    insertion: { $0.weaver($1, didScrollSection: $2) })

  /// Notifies both providers that a person has begun to drag the content.
  public static let willBeginDragging = Message<ListWeaver, Void, Void>("listWillBeginDragging(_:)") { weaver, _ in
    weaver.notifyBoth({ $0.listWillBeginDragging($1) }, insertion: { $0.weaverWillBeginDragging($1) })
  }

  /// Notifies both providers that scrolling begins to decelerate.
  public static let willBeginDecelerating = Message<ListWeaver, Void, Void>("listWillBeginDecelerating(_:)") {
    weaver, _ in
    weaver.notifyBoth({ $0.listWillBeginDecelerating($1) }, insertion: { $0.weaverWillBeginDecelerating($1) })
  }

  /// Notifies both providers that scrolling has stopped after decelerating.
  public static let didEndDecelerating = Message<ListWeaver, Void, Void>("listDidEndDecelerating(_:)") { weaver, _ in
    weaver.notifyBoth({ $0.listDidEndDecelerating($1) }, insertion: { $0.weaverDidEndDecelerating($1) })
  }

  /// Notifies both providers that an animated scroll has ended.
  public static let didEndScrollingAnimation = Message<ListWeaver, Void, Void>("listDidEndScrollingAnimation(_:)") {
    weaver, _ in
    weaver.notifyBoth({ $0.listDidEndScrollingAnimation($1) }, insertion: { $0.weaverDidEndScrollingAnimation($1) })
  }

  /// Notifies both providers that a person has scrolled to the top at once.
  public static let didScrollToTop = Message<ListWeaver, Void, Void>("listDidScrollToTop(_:)") { weaver, _ in
    weaver.notifyBoth({ $0.listDidScrollToTop($1) }, insertion: { $0.weaverDidScrollToTop($1) })
  }

  /// Notifies both providers that a person lifts the finger; returns the offset at which scrolling is to end.
  public static let willEndDragging = Message<ListWeaver, (velocity: Double, target: Double), Double>(
    "list(_:willEndDraggingWithVelocity:targetContentOffset:)"
  ) { weaver, call in
    var asked = call.target
    var offered = call.target
    weaver.notifyBoth(
      { $0.list($1, willEndDraggingWithVelocity: call.velocity, targetContentOffset: &asked) },
      insertion: { $0.weaver($1, willEndDraggingWithVelocity: call.velocity, targetContentOffset: &offered) })
    return asked == call.target ? offered : asked
  }

  /// Notifies both providers that a person has lifted the finger.
  public static let didEndDragging = Message<ListWeaver, Bool, Void>("listDidEndDragging(_:willDecelerate:)") {
    weaver, willDecelerate in
    weaver.notifyBoth(
      { $0.listDidEndDragging($1, willDecelerate: willDecelerate) },
      insertion: { $0.weaverDidEndDragging($1, willDecelerate: willDecelerate) })
  }

  /// Asks the content provider whether a person may scroll to the top at once; if it doesn't answer, the inserted
  /// provider.
  public static let shouldScrollToTop = Message<ListWeaver, Void, Bool?>("listShouldScrollToTop(_:)") { weaver, _ in
    weaver.ask(ofInsertion: false, { $0.listShouldScrollToTop($1) }, insertion: { _, _ in nil })
      ?? weaver.inFeedSpace { weaver.delegate?.weaverShouldScrollToTop(weaver) }
  }

  private func notifyBoth(
    _ content: (any ListDelegate, ListView) -> Void, insertion: (any WeaverDelegate, ListWeaver) -> Void
  ) {
    ask(ofInsertion: false, content, insertion: insertion)
    ask(ofInsertion: true, content, insertion: insertion)
  }
}

// MARK: - Scrolling

/// Methods of `ListDelegate` about scrolling.
extension ProviderRouter {
  func listDidScroll(_ list: ListView) { weaver.send(ListWeaver.didScroll) }
  func list(_ list: ListView, didScrollSection section: Int) {
    let weaver = weaver
    if let section = weaver.feed.shown.ownedSection(section) { weaver.send(ListWeaver.didScrollSection, section) }
  }
  func listWillBeginDragging(_ list: ListView) { weaver.send(ListWeaver.willBeginDragging) }
  func listWillBeginDecelerating(_ list: ListView) { weaver.send(ListWeaver.willBeginDecelerating) }
  func listDidEndDecelerating(_ list: ListView) { weaver.send(ListWeaver.didEndDecelerating) }
  func listDidEndScrollingAnimation(_ list: ListView) { weaver.send(ListWeaver.didEndScrollingAnimation) }
  func listDidScrollToTop(_ list: ListView) { weaver.send(ListWeaver.didScrollToTop) }

  func list(
    _ list: ListView, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {
    target = weaver.send(ListWeaver.willEndDragging, (velocity: velocity, target: target))
  }

  func listDidEndDragging(_ list: ListView, willDecelerate: Bool) {
    weaver.send(ListWeaver.didEndDragging, willDecelerate)
  }

  func listShouldScrollToTop(_ list: ListView) -> Bool? { weaver.send(ListWeaver.shouldScrollToTop) }
}
