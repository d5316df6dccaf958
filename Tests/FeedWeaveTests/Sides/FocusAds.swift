import FeedWeave
import ListModel
import Placement
import WeavingSupport

/// An insertions' side of the focus, of what is done to rows and of prefetching, which writes down all that it is asked and told.
final class FocusAds: WeaverDataSource, WeaverDelegate {
  let rows: [FeedPath]
  let sections: [Int]
  var updates = true
  /// The rows that it has been told to prefetch, and not to cancel.
  var prefetched: Set<FeedPath> = []
  private(set) var log: [String] = []

  init(_ rows: [FeedPath], sections: [Int] = []) {
    self.rows = rows
    self.sections = sections
  }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    do throws(PlacementError) {
      try weaver.replaceInsertions(rows: rows, sections: sections)
    } catch {
      log.append("\(error)")
    }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: "ad") }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }

  func weaver(_ weaver: ListWeaver, prefetchRowsAt paths: [FeedPath]) {
    prefetched.formUnion(paths)
    log.append("prefetch \(paths)")
  }

  func weaver(_ weaver: ListWeaver, cancelPrefetchingForRowsAt paths: [FeedPath]) {
    prefetched.subtract(paths)
    log.append("cancel \(paths)")
  }

  func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool {
    log.append("can focus \(path)")
    return true
  }

  func weaver(_ weaver: ListWeaver, shouldUpdateFocusIn context: WeaverFocusUpdateContext) -> Bool {
    log.append("should update \(words(context))")
    return updates
  }

  func weaver(
    _ weaver: ListWeaver, didUpdateFocusIn context: WeaverFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {
    log.append("did update \(words(context)), \(weaver.list?.indexPathForFocusedRow?.description ?? "-")")
    coordinator.addCoordinatedAnimations {
      self.log.append("animated \(weaver.list?.numberOfRows(inSection: 0) ?? 0)")
    } completion: {
      self.log.append("completed \(weaver.list?.numberOfRows(inSection: 0) ?? 0)")
    }
  }

  func weaver(_ weaver: ListWeaver, selectionFollowsFocusForRowAt path: FeedPath) -> Bool {
    log.append("follows \(path)")
    return true
  }

  func weaver(_ weaver: ListWeaver, canPerformPrimaryActionForRowAt path: FeedPath) -> Bool {
    log.append("can perform \(path)")
    return true
  }

  func weaver(_ weaver: ListWeaver, performPrimaryActionForRowAt path: FeedPath) { log.append("perform \(path)") }

  func weaver(_ weaver: ListWeaver, shouldBeginMultipleSelectionInteractionAt path: FeedPath) -> Bool {
    log.append("should begin \(path)")
    return true
  }

  func weaver(_ weaver: ListWeaver, didBeginMultipleSelectionInteractionAt path: FeedPath) {
    log.append("did begin \(path)")
  }

  func weaverDidEndMultipleSelectionInteraction(_ weaver: ListWeaver) { log.append("did end") }

  func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) { log.append("select \(path)") }

  func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath) { log.append("deselect \(path)") }

  private func words(_ context: WeaverFocusUpdateContext) -> String {
    let rows = [context.previouslyFocusedIndexPath, context.nextFocusedIndexPath].map { $0?.description ?? "-" }
    return "\(rows[0])>\(rows[1]) \(context.focusHeading)"
  }
}

/// An insertions' side that leaves all that is optional to the list.
final class SilentAds: WeaverDataSource, WeaverDelegate {
  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    try? weaver.replaceInsertions(rows: [feed(0, 1)])
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: "ad") }

  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }
}

/// A content side that leaves all that is optional to the list.
final class SilentDesk: ListDataSource, ListDelegate {
  let count: Int

  init(_ count: Int) {
    self.count = count
  }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }
}
