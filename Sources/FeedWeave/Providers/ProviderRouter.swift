import ListModel
import Placement

/// What a woven list takes for its data source and its delegate: passes each question to the owner of the row it is about.
///
/// The content side is asked in user space and user coordinates, the insertions' side in feed space and feed coordinates, and
/// nobody but the owner is asked. An owner that is not there, or leaves a matter to the list, gets the list's own fallback, and
/// so does a row that is not there any more, because a callback has reloaded the list or removed the weaver.
final class ProviderRouter {
  // The weaver owns its router, and the list asks it only while its weaver lives; but a callback may remove the weaver, so whoever
  // goes on after one holds it.
  unowned let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
  }

  /// Asks the owner of a row.
  @discardableResult
  func ask<Answer>(
    _ path: ListPath, content: (ListPath) -> Answer?, insertion: (FeedPath) -> Answer?
  ) -> Answer? {
    let weaver = weaver
    switch weaver.owner(of: FeedPath(path)) {
    case .content(let user): return weaver.inUserSpace { content(ListPath(user)) }
    case .insertion: return weaver.inFeedSpace { insertion(FeedPath(path)) }
    case nil: return nil
    }
  }

  /// Asks the owner of a section.
  @discardableResult
  func ask<Answer>(section: Int, content: (Int) -> Answer?, insertion: () -> Answer?) -> Answer? {
    let weaver = weaver
    if let user = weaver.userSection(section) { return weaver.inUserSpace { content(user) } }
    guard weaver.map.isInserted(feedSection: section) else { return nil }
    return weaver.inFeedSpace { insertion() }
  }
}
