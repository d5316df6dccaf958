package import Interception
import ListModel
import Placement

/// The notifications of completed changes that wait for the inserted provider, in the order of the changes.
///
/// They are sent when the list can be used again. A receiver may make more changes, which are reported after all
/// earlier ones.
struct WeaverNotices {
  /// The number of notifications for which memory is kept.
  private static let usualCount = 8

  /// A notification; indirect, so that it is one reference where it waits.
  indirect enum Notice {
    /// The feed has changed.
    case change(FeedChange)
    /// The content has changed by an update.
    case content(ContentUpdate)
    /// Insertions were dropped because their section was deleted or withdrawn.
    case dropped([Int])
    /// Insertions have kept their positions though their section was deleted.
    case stayed([Int])
  }

  private var waiting: [Notice] = []
  /// The number of notifications in `waiting` that have been sent.
  private var toldCount = 0
  /// Whether a notification is being sent.
  private(set) var isTelling = false

  /// Appends a notification.
  mutating func append(_ notice: Notice) { waiting.append(notice) }

  /// Adds the content's update before the change of the feed that it produced, which was recorded when it was made.
  mutating func append(content: Notice) {
    let isMade = if toldCount < waiting.count, case .change(.update)? = waiting.last { true } else { false }
    waiting.insert(content, at: waiting.count - (isMade ? 1 : 0))
  }

  /// Removes and returns the next notification; nil while one is being sent.
  fileprivate mutating func next() -> Notice? {
    guard !isTelling, toldCount < waiting.count else { return nil }
    isTelling = true
    toldCount += 1
    return waiting[toldCount - 1]
  }

  fileprivate mutating func told() {
    isTelling = false
    guard toldCount == waiting.count else { return }
    waiting.removeAll(keepingCapacity: waiting.count <= WeaverNotices.usualCount)
    toldCount = 0
  }
}

extension ListWeaver {
  /// The message that all waiting changes have been reported.
  ///
  /// Like ``didLayOut``, it is meant for aspects. An aspect that changes the feed in reply to a change does so here: by
  /// now all other receivers have been notified of that change, and have found the feed as it describes.
  package static let didReportChanges: Message<ListWeaver, Void, Void> = Message("weaverDidTellChanges(_:)") { _, _ in }

  /// Notifies the inserted provider of all waiting changes.
  func sendNotices() {
    let dropped = feed.takeDroppedRows()
    if !dropped.isEmpty { notices.append(.dropped(dropped)) }
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
    if hasTold { inFeedSpace { send(ListWeaver.didReportChanges) } }
  }
}
