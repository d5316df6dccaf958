import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import ListModel
import Placement
import TerminalUI

/// A viewer of a woven list: its keys about ads, positions and updates, its searches, and its status.
final class ViewerSession {
  let feed: ViewedFeed
  let viewer: Viewer
  let environment: CommandEnvironment
  /// What has been read; nil where nobody keeps marks.
  let memory: ReaderMemory?
  /// The name of the feeds in what is remembered.
  let feedsKey: ItemKey
  var isFollowing = false
  var isPaused = false
  /// The versions that arrived while updates were paused, by section.
  var waiting: [Int: [FeedItem]] = [:]
  /// The sections whose files have grown while updates were paused.
  var grown: Set<Int> = []
  /// Whether all lines of large files have been found once, so that others are new.
  private var hasReadAll = false
  /// The numbers of rows that have come above and below the view and have not been seen.
  var newAbove = 0
  var newBelow = 0
  /// The versions that are replayed, if any.
  var replay: ViewerReplay?
  /// What fetches the feeds that are addresses; nil if there are none.
  var fetcher: FeedFetcher?
  /// When the present message has been shown for long enough.
  private var messageEnd: Duration?
  /// Whether the present message answers a key.
  private var isAnswer = false
  /// The rows in which the last search finds its text.
  var matches: MatchedRows?
  /// The number of unread items.
  var unread: UnreadCount?
  /// When marks are to be written.
  private var saveTime: Duration?
  /// The number of ads that have been seen.
  var seenCount = 0
  /// The time at which `environment.elapsed` began, since 1970: impressions are counted in time since then.
  private let start: Duration

  /// Loads feeds into a viewer of a size.
  ///
  /// - Parameters:
  ///   - replay: the versions that follow the only feed, if it is replayed.
  ///   - memory: what has been read; nil to keep no marks.
  init(
    _ input: WovenInput, _ replay: ViewerReplay?, _ settings: Settings, _ environment: CommandEnvironment,
    size: ScreenSize, memory: ReaderMemory? = nil
  ) throws(CommandError) {
    self.environment = environment
    self.memory = memory
    // A list stays the same when a feed is added to it.
    feedsKey = ItemKey((settings.namedFeeds ?? settings.feeds.map(\.file)).map { "\($0)" })
    self.replay = replay
    let log = try settings.impressions.map { path throws(CommandError) in try ImpressionLog(path, environment) }
    let start = Duration.seconds(environment.now()) - environment.elapsed()
    self.start = start
    let now = settings.now
    feed = try ViewedFeed(input, now: { now ?? environment.now() }, elapsed: { start + environment.elapsed() })
    feed.showsChanges = replay != nil
    var options = ViewerOptions()
    options.pinsHeaders = feed.content.header(ofSection: 0) != nil
    options.isSpoken = settings.isSpoken
    options.isASCII = settings.isASCII
    options.emptyText =
      "There are no items yet. Those that come are shown; R fetches addresses again, ! says what was left out, q quits."
    feed.hasGutter = settings.isVerbose
    viewer = Viewer(list: feed.list, size: size, options: options)
    viewer.delegate = self
    viewer.bindings = bindings
    feed.isUnread = { [unowned self] in isUnread($0) }
    viewer.redrawCards()
    try countImpressions(in: log)
    restoreSelection()
  }

  /// Counts impressions under a number of their own, so that those of all runs can be told apart.
  private func countImpressions(in log: ImpressionLog?) throws(CommandError) {
    let tracker = feed.ads.placer.impressions
    do throws(AdServingError) { try tracker.startStream(max(0, Int(start / .milliseconds(1)))) } catch {
      throw .internalError("\(error)")
    }
    tracker.onImpression = { [unowned self] impression in
      seenCount += 1
      _ = feed.ads.placer.impressions.drain()
      guard let log, let index = Int(impression.adID) else { return }
      let item = feed.ads.items[index]
      do throws(OutputFailure) { try log.add(impression, of: item.id ?? item.url ?? impression.adID) } catch {
        say("impressions cannot be written: \(error.reason)")
      }
    }
  }

  /// Takes over how a viewer of other feeds shows them.
  func goOn(from former: ViewerSession) {
    (feed.adsMode, feed.hasGutter) = (former.feed.adsMode, former.feed.hasGutter)
    (isFollowing, isPaused) = (former.isFollowing, former.isPaused)
    viewer.hasSideColumn = former.viewer.hasSideColumn
    viewer.redrawCards()
  }

  /// What the screen shows at present.
  var frame: Frame { viewer.frame }

  /// Handles an event of the terminal; returns what the program must do for it.
  func handle(_ event: TerminalEvent) -> ViewerRequest? {
    let former = readingPlace
    isAnswer = true
    defer {
      noteReading(after: former)
      sayProblem()
    }
    return viewer.handle(event)
  }

  /// Shows a message for some seconds, or until the next key.
  func say(_ words: String) {
    viewer.say(SafeText(words))
    messageEnd = environment.elapsed() + Self.messageTime
    isAnswer = true
  }

  /// Shows a message about what has happened without a key; it is on standard error too, to be read afterwards.
  func say(_ message: Message) {
    show(message)
    environment.say(message)
  }

  /// Shows a message about what has happened without a key.
  func show(_ message: Message) {
    say(message.words)
    isAnswer = false
  }

  /// Shows how far something has come, unless a message answers a key.
  func sayProgress(_ words: String) {
    if !viewer.hasMessage || !isAnswer { show(Message(words)) }
  }

  /// Ends a message that has been shown for long enough, whoever said it.
  private func endMessage() {
    guard viewer.hasMessage else {
      messageEnd = nil
      return
    }
    let end = messageEnd ?? environment.elapsed() + Self.messageTime
    messageEnd = end > environment.elapsed() ? end : nil
    if messageEnd == nil { viewer.clearMessage() }
  }

  /// How long a message is shown if no key is pressed.
  private static let messageTime = Duration.seconds(6)

  /// Counts what has been seen until now; returns when to call again.
  func advance() -> Duration? {
    while !isPaused, replay?.isNextDue == true { showNextVersion() }
    endMessage()
    saveInTime()
    let impression = feed.ads.placer.impressions.advance().map { $0 - start }
    return [isPaused ? nil : replay?.deadline, messageEnd, impression, saveTime].compactMap { $0 }.min()
  }

  /// Writes marks some seconds after the first that has not been written.
  private func saveInTime() {
    guard memory?.isChanged == true else {
      saveTime = nil
      return
    }
    let time = saveTime ?? environment.elapsed() + Self.saveDelay
    saveTime = time
    guard time <= environment.elapsed() else { return }
    saveMarks()
    saveTime = nil
  }

  private static let saveDelay = Duration.seconds(5)

  /// Whether lines of a file remain to be found.
  var isReading: Bool { feed.isReading }

  /// Finds more lines of large files, for less time than a frame takes.
  ///
  /// - Parameter isHurried: whether keys are being pressed.
  func readOn(isHurried: Bool) {
    let (former, adCount) = (feed.map.feedCounts, feed.map.tally.ads)
    do throws(CommandError) {
      try feed.readOn(for: .milliseconds(isHurried ? 2 : 5), isHurried: isHurried)
    } catch { say(error.message) }
    // Each ad in view says how many there are.
    if feed.map.tally.ads != adCount { viewer.redrawCards() }
    if hasReadAll { countAppended(since: former) }
    if !feed.isReading { hasReadAll = true }
    sayProblem()
  }

  /// Counts rows that have come at the ends of sections, and selects the last of them if new rows are followed.
  private func countAppended(since former: [Int]) {
    let counts = feed.map.feedCounts
    guard counts != former else { return }
    newBelow += counts.reduce(0, +) - former.reduce(0, +)
    let section = counts.indices.last { $0 >= former.count || counts[$0] > former[$0] }
    guard isFollowing, !viewer.isOpen, let section else { return }
    select(FeedPath(section: section, row: counts[section] - 1))
  }

  private func sayProblem() {
    if let problem = feed.takeProblem() { say(problem) }
  }

  /// Looks for lines that were appended to the file of a section, at once or when updates are no longer paused; returns
  /// false if it has to be opened again.
  func grow(section: Int) -> Bool {
    if isPaused { grown.insert(section) }
    return isPaused || feed.content.grow(section: section)
  }

  /// Shows the lines of a file in place of all rows of a section.
  func show(_ lines: FileLines, section: Int) {
    change { () throws(CommandError) in
      try self.feed.replace(section: section, by: lines)
      return true
    }
    if lines.file != .standardInput { say("\(lines.file) has changed, and is shown again") }
  }

  /// The descriptors from which versions come.
  var descriptors: [Int32] { isPaused ? [] : replay?.descriptors ?? [] }

  /// The items of a section.
  func items(ofSection section: Int) -> [FeedItem] { waiting[section] ?? feed.whole[section] }

  /// Shows a new version of the feed of a section.
  func update(section: Int, to document: FeedDocument) {
    feed.content.take(headOf: document, section: section)
    update(section: section, to: document.items)
  }

  /// Shows a new version of a section, at once or when updates are no longer paused.
  func update(section: Int, to items: [FeedItem]) {
    if isPaused {
      waiting[section] = items
      return
    }
    // What was said before is about an earlier version.
    viewer.clearMessage()
    change { () throws(CommandError) in
      try self.feed.update(section: section, to: items)
      return true
    }
  }

  /// Changes the list; the selected row stays where it is on the screen, unless new rows are followed.
  ///
  /// - Parameter body: changes the list; returns false if there was nothing to do.
  /// - Returns: Whether the list was changed.
  @discardableResult
  func change(_ body: () throws(CommandError) -> Bool) -> Bool {
    do throws(CommandError) {
      var isChanged = false
      let undoneCount = feed.undoneCount
      let page = viewer.isOpen ? viewer.page : nil
      try viewer.keepingPosition { () throws(CommandError) in
        isChanged = try body()
        if isChanged, let page, viewer.isKeptOpen || feed.selectedPath == nil { viewer.keepOpen(page) }
      }
      viewer.redrawCards()
      guard isChanged, let update = feed.update else { return isChanged }
      countNew(update, isUndo: feed.undoneCount > undoneCount)
      // Who reads an opened item goes on with it.
      if isFollowing, !viewer.isOpen, let newest = newest(of: update) { select(newest) }
      if viewer.isKeptOpen { say(Self.lost) }
      return true
    } catch {
      say(error.message.text)
      return false
    }
  }

  /// What is said of an item that was kept open.
  static let lost = "this is no longer in the list"

  /// Counts rows that have come above and below the view; those that came before and have gone again are not new.
  private func countNew(_ update: FeedUpdate, isUndo: Bool) {
    let visible = feed.list.weaver.rawList.indexPathsForVisibleRows
    guard let top = visible.first, let bottom = visible.last else { return }
    newAbove = isUndo ? 0 : newAbove + update.feed.rows.inserts.count { $0 < top }
    newBelow = isUndo ? 0 : newBelow + update.feed.rows.inserts.count { $0 > bottom }
  }

  /// The newest of the rows that have come: the last one if rows were added at the end, else the first.
  private func newest(of update: FeedUpdate) -> FeedPath? {
    guard let first = update.feed.rows.inserts.first, let last = update.feed.rows.inserts.last else { return nil }
    let rowCount = feed.map.feedCount(inFeedSection: last.section) ?? 0
    return first.row > 0 && last.row == rowCount - 1 ? last : first
  }

  func select(_ path: FeedPath) {
    let raw = feed.list.weaver.rawList
    raw.selectRow(at: path)
    raw.scrollToRow(at: path, at: .none)
  }
}
