package import Interception
import ListModel
import Placement

/// What the insertions' side is to be told of changes that are in force, in the order in which they were made.
///
/// It is told when the list can be spoken to again. What it does then may change more, of which it is told when it has heard of
/// all that came before.
struct WeaverNotices {
  /// Something to tell.
  enum Notice {
    /// The feed has changed.
    case change(FeedChange)
    /// The content has changed by an update of its own.
    case content(ContentUpdate)
    /// Insertions have gone with their section.
    case dropped([Int])
    /// Insertions have kept their positions though their section was deleted.
    case stayed([Int])
  }

  private var waiting: [Notice] = []
  /// Whether something is being told.
  private(set) var isTelling = false

  /// Adds what comes last.
  mutating func append(_ notice: Notice) { waiting.append(notice) }

  /// Adds what became of the content, ahead of the change of the feed that it led to, which was noted as it was made.
  mutating func append(_ content: ContentUpdate) {
    let isMade = if case .change(.update)? = waiting.last { true } else { false }
    waiting.insert(.content(content), at: waiting.count - (isMade ? 1 : 0))
  }

  /// Takes what is to be told now: nothing while something is being told.
  fileprivate mutating func next() -> Notice? {
    guard !isTelling, !waiting.isEmpty else { return nil }
    isTelling = true
    return waiting.removeFirst()
  }

  fileprivate mutating func told() { isTelling = false }
}

extension ListWeaver {
  /// The message that all has been told that has changed.
  ///
  /// Like ``didLayOut`` it is for aspects: one that changes the feed when it hears of a change does it here, since others have heard
  /// of that one then, and find the feed as it says.
  package static let didTellChanges: Message<ListWeaver, Void, Void> = Message("weaverDidTellChanges(_:)") { _, _ in }

  /// Tells the insertions' side of what has changed.
  func tellNotices() {
    var hasTold = false
    while let notice = notices.next() {
      switch notice {
      case .change(.update(let changes)) where changes.isEmpty: break
      case .change(let change): send(ListWeaver.didChange, change)
      case .content(let update): send(ListWeaver.didUpdateContent, update)
      case .dropped(let numbers): send(ListWeaver.didDropRows, numbers)
      case .stayed(let numbers): send(ListWeaver.didDeleteSectionOfRows, numbers)
      }
      notices.told()
      hasTold = true
    }
    if hasTold { inFeedSpace { send(ListWeaver.didTellChanges) } }
  }
}
