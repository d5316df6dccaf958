import ListModel
import Placement

/// What a woven list takes for its data source and its delegate: passes each question to the owner of the row it is about.
///
/// The content side is asked in user space and user coordinates, the insertions' side in feed space and feed coordinates, and
/// nobody but the owner is asked. An owner that is not there, or leaves a matter to the list, gets the list's own fallback.
final class ProviderRouter {
  // The weaver owns its router, and the list asks it only while its weaver lives.
  unowned let weaver: ListWeaver

  init(of weaver: ListWeaver) {
    self.weaver = weaver
  }

  /// Asks the owner of a row.
  func ask<Answer>(
    _ path: ListPath, content: (ListPath) -> Answer, insertion: (FeedPath) -> Answer
  ) -> Answer {
    if let user = weaver.userPath(path) { return weaver.inUserSpace { content(user) } }
    return weaver.inFeedSpace { insertion(FeedPath(path)) }
  }

  /// Asks the owner of a section.
  func ask<Answer>(section: Int, content: (Int) -> Answer, insertion: () -> Answer) -> Answer {
    if let user = weaver.userSection(section) { return weaver.inUserSpace { content(user) } }
    return weaver.inFeedSpace { insertion() }
  }
}
