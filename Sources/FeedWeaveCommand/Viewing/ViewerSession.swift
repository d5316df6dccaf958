import AdPlacing
import AdServing
import FeedFormats
import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import TerminalUI

/// A viewer of a woven list: its keys about ads, positions and updates, its searches, and its status.
final class ViewerSession {
  private let feed: ViewedFeed
  private let viewer: Viewer
  private let environment: CommandEnvironment
  private let isASCII: Bool
  private var isFollowing = false
  private var isPaused = false
  /// The versions that arrived while updates were paused, by section.
  private var waiting: [Int: [FeedItem]] = [:]
  /// The numbers of rows that have come above and below the view and have not been seen.
  private var newAbove = 0
  private var newBelow = 0
  /// The versions that are replayed, if any.
  private var replay: ViewerReplay?
  /// When the present message has been shown for long enough.
  private var messageEnd: Duration?
  /// The number of ads that have been seen.
  private var seenCount = 0
  /// The time at which `environment.elapsed` began, since 1970: impressions are counted in time since then.
  private let start: Duration

  /// Loads feeds into a viewer of a size.
  ///
  /// - Parameter replay: the versions that follow the only feed, if it is replayed.
  init(
    _ input: WovenInput, _ replay: ViewerReplay?, _ settings: Settings, _ environment: CommandEnvironment,
    size: ScreenSize
  ) throws(CommandError) {
    self.environment = environment
    self.replay = replay
    isASCII = settings.isASCII
    let log = try settings.impressions.map { path throws(CommandError) in try ImpressionLog(path, environment) }
    let start = Duration.seconds(environment.now()) - environment.elapsed()
    self.start = start
    let now = settings.now
    feed = try ViewedFeed(input, now: { now ?? environment.now() }, elapsed: { start + environment.elapsed() })
    feed.showsChanges = replay != nil
    var options = ViewerOptions()
    options.pinsHeaders = feed.header(ofUserSection: 0) != nil
    feed.hasGutter = settings.isVerbose
    viewer = Viewer(list: feed.list, size: size, options: options)
    viewer.delegate = self
    viewer.bindings = bindings
    try countImpressions(in: log)
  }

  /// Counts impressions under a number of their own, so that those of all runs can be told apart.
  private func countImpressions(in log: ImpressionLog?) throws(CommandError) {
    let tracker = feed.placer.impressions
    do throws(AdServingError) { try tracker.startStream(max(0, Int(start / .milliseconds(1)))) } catch {
      throw .internalError("\(error)")
    }
    tracker.onImpression = { [unowned self] impression in
      seenCount += 1
      _ = feed.placer.impressions.drain()
      guard let log, let index = Int(impression.adID) else { return }
      let item = feed.item(ofAd: index)
      do throws(OutputFailure) { try log.add(impression, of: item.id ?? item.url ?? impression.adID) } catch {
        say("impressions cannot be written: \(error.reason)")
      }
    }
  }

  /// What the screen shows at present.
  var frame: Frame {
    let frame = viewer.frame
    return isASCII ? Frame(size: frame.size, lines: frame.lines.map(\.asciiOnly), cursor: frame.cursor) : frame
  }

  /// Handles an event of the terminal; returns what the program must do for it.
  func handle(_ event: TerminalEvent) -> ViewerRequest? {
    defer { sayProblem() }
    return viewer.handle(event)
  }

  /// Shows a message for some seconds, or until the next key.
  func say(_ words: String) {
    viewer.say(SafeText(words))
    messageEnd = environment.elapsed() + Self.messageTime
  }

  /// Shows a message about what has happened without a key; it is on standard error too, to be read afterwards.
  func say(_ message: Message) {
    say(message.words)
    environment.say(message)
  }

  /// How long a message is shown if no key is pressed.
  private static let messageTime = Duration.seconds(6)

  /// Counts what has been seen until now; returns when to call again.
  func advance() -> Duration? {
    while !isPaused, replay?.isNextDue == true { showNextVersion() }
    if let end = messageEnd, end <= environment.elapsed() {
      messageEnd = nil
      viewer.clearMessage()
    }
    let impression = feed.placer.impressions.advance().map { $0 - start }
    return [isPaused ? nil : replay?.deadline, messageEnd, impression].compactMap { $0 }.min()
  }

  /// Whether lines of a file remain to be found.
  var isReading: Bool { feed.isReading }

  /// Finds more lines of large files, for less time than a frame takes.
  ///
  /// - Parameter isHurried: whether keys are being pressed.
  func readOn(isHurried: Bool) {
    do throws(CommandError) {
      try feed.readOn(for: .milliseconds(isHurried ? 2 : 5), isHurried: isHurried)
    } catch { say(error.message) }
    sayProblem()
  }

  private func sayProblem() {
    if let problem = feed.takeProblem() { say(problem) }
  }

  /// Looks for lines that were appended to the file of a section; returns false if it has to be opened again.
  func grow(section: Int) -> Bool { feed.grow(section: section) }

  /// Shows the lines of a file in place of all rows of a section.
  func show(_ lines: FileLines, section: Int) {
    change { () throws(CommandError) in
      try self.feed.replace(section: section, by: lines)
      return true
    }
    say("\(lines.file) has changed, and is shown again")
  }

  /// The descriptors from which versions come.
  var descriptors: [Int32] { isPaused ? [] : replay?.descriptors ?? [] }

  /// The lines to read aloud since the last call.
  func takeAnnouncement() -> [CardLine] {
    let lines = viewer.takeAnnouncement()
    return isASCII ? lines.map(\.asciiOnly) : lines
  }

  /// The items of a section.
  func items(ofSection section: Int) -> [FeedItem] { waiting[section] ?? feed.sections[section].document.items }

  /// Shows a new version of a section, at once or when updates are no longer paused.
  func update(section: Int, to items: [FeedItem]) {
    if isPaused {
      waiting[section] = items
      return
    }
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
  private func change(_ body: () throws(CommandError) -> Bool) -> Bool {
    do throws(CommandError) {
      var isChanged = false
      try viewer.keepingPosition { () throws(CommandError) in isChanged = try body() }
      viewer.redrawCards()
      guard isChanged, let update = feed.update else { return isChanged }
      countNew(update)
      // Who reads an opened item goes on with it.
      if isFollowing, !viewer.isOpen, let newest = newest(of: update) { select(newest) }
      if viewer.isOpen, !feed.isSelectedItemKept {
        viewer.closeItem()
        say("the item is no longer there")
      }
      return true
    } catch {
      say(error.message.text)
      return false
    }
  }

  /// Counts rows that have come above and below the view; those that came before and have gone again are not new.
  private func countNew(_ update: ViewedUpdate) {
    let visible = feed.list.weaver.rawList.indexPathsForVisibleRows
    guard let top = visible.first, let bottom = visible.last else { return }
    let isUndone = feed.undoneCount > 0
    newAbove = isUndone ? 0 : newAbove + update.inserted.count { $0 < top }
    newBelow = isUndone ? 0 : newBelow + update.inserted.count { $0 > bottom }
  }

  /// The newest of the rows that have come: the last one if rows were added at the end, else the first.
  private func newest(of update: ViewedUpdate) -> FeedPath? {
    guard let first = update.inserted.first, let last = update.inserted.last else { return nil }
    let rowCount = feed.list.weaver.map.feedCount(inFeedSection: last.section) ?? 0
    return first.row > 0 && last.row == rowCount - 1 ? last : first
  }

  private func select(_ path: FeedPath) {
    let raw = feed.list.weaver.rawList
    raw.selectRow(at: path)
    raw.scrollToRow(at: path, at: .none)
  }
}

// MARK: - Keys

extension ViewerSession {
  private var bindings: [ViewerBinding] {
    [
      ViewerBinding("]", help: "next ad") { [unowned self] _ in selectAd(.forward) },
      ViewerBinding("[", help: "previous ad") { [unowned self] _ in selectAd(.backward) },
      ViewerBinding("a", help: "ads shown, dimmed, hidden") { [unowned self] _ in changeAdsMode() },
      ViewerBinding("m", help: "row numbers: row in the list ← row in the source") { [unowned self] viewer in
        feed.hasGutter.toggle()
        viewer.redrawCards()
      },
      ViewerBinding("s", help: "source beside the merged list") { [unowned self] viewer in
        viewer.hasSideColumn.toggle()
        if viewer.hasSideColumn, viewer.size.columns < 30 { say("the screen is too narrow for the source") }
      },
      ViewerBinding("t", help: "trace: the calls for this card") { [unowned self] _ in trace() },
      ViewerBinding("x", help: "show hidden characters") { [unowned self] viewer in
        feed.showsHiddenCharacters.toggle()
        viewer.redrawCards()
      },
      ViewerBinding("f", help: "follow: select what is new") { [unowned self] _ in
        isFollowing.toggle()
        say(isFollowing ? "following: what is new is selected as it comes" : "no longer following")
      },
      ViewerBinding("p", help: "pause updates, or go on") { [unowned self] _ in pause() },
      ViewerBinding(".", help: "undo the last update") { [unowned self] _ in undo() },
      ViewerBinding(">", help: replay == nil ? "make an undone update again" : "next version") { [unowned self] _ in
        goOn()
      },
      ViewerBinding("v", help: "what the last update changed") { [unowned self] _ in showChanges() },
    ]
  }

  private func changeAdsMode() {
    let modes = ViewedFeed.AdsMode.allCases
    let next = modes[((modes.firstIndex(of: feed.adsMode) ?? 0) + 1) % modes.count]
    if next == .hidden, let path = feed.selectedPath, feed.isAd(path) {
      viewer.closeItem()
      _ = feed.list.display.selectNext()
    }
    feed.adsMode = next
    viewer.redrawCards()
    say("ads are \(next.rawValue)")
  }

  private func undo() {
    let isUndone = change { () throws(CommandError) in try self.feed.undo() }
    guard isUndone else { return say(replay == nil ? "there is no update to undo" : "this is the first version") }
    sayWhatChanged()
  }

  /// Makes an undone update again, or else shows the next version of a replay.
  private func goOn() {
    if change({ () throws(CommandError) in try self.feed.redo() }) { return sayWhatChanged() }
    guard replay != nil else { return say("there is no undone update") }
    showNextVersion()
  }

  private func showNextVersion() {
    do throws(CommandError) {
      guard let version = try replay?.next() else { return say("this is the last version") }
      // What was undone comes first.
      while try feed.redo() {}
      update(section: 0, to: version.items)
      sayWhatChanged()
    } catch { say(error.message.text) }
  }

  private func sayWhatChanged() {
    guard let update = feed.update else { return }
    let version = replay.map { _ in "version \(versionNumber): " } ?? ""
    say(version + update.words + (update.lines.isEmpty ? "" : "; v lists what changed"))
  }

  /// The number of the version that is shown, from 1.
  private var versionNumber: Int { (replay?.count ?? 1) - feed.undoneCount }

  private func showChanges() {
    guard let update = feed.update else { return say("there has been no update") }
    guard !update.lines.isEmpty else { return say("the last update changed nothing") }
    viewer.show(update.lines.map { $0.truncated(to: viewer.size.columns) }, titled: SafeText(update.words))
  }

  private func pause() {
    isPaused.toggle()
    let versions = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    guard !isPaused else { return say("paused: updates wait until p is pressed again") }
    for (section, items) in versions { update(section: section, to: items) }
    if versions.isEmpty { say("no longer paused; nothing has come meanwhile") } else { sayWhatChanged() }
  }

  private func selectAd(_ direction: SearchDirection) {
    guard feed.adsMode != .hidden else { return say("ads are hidden; a shows them") }
    let map = feed.list.weaver.map
    let ads = (0..<map.feedSectionCount).flatMap { section in
      map.insertedRows(inFeedSection: section).map { FeedPath(section: section, row: $0) }
    }
    let start = feed.selectedPath
    let next =
      switch direction {
      case .forward: ads.first { path in start.map { path > $0 } ?? true }
      case .backward: ads.last { path in start.map { path < $0 } ?? true }
      }
    guard let next else { return say(direction == .forward ? "no ad follows" : "no ad precedes") }
    select(next)
    viewer.keepingPosition {}
  }

  /// Shows the calls with which the list gets the selected card again.
  private func trace() {
    guard let path = feed.selectedPath else { return }
    let lines = Mutex([CardLine]())
    let text = TraceText(columns: max(20, viewer.size.columns), hasClasses: false)
    let trace = CallTrace(elapsed: environment.elapsed) { call in
      lines.withLock { $0 += text.lines(of: call.withoutQueries) }
    }
    let raw = feed.list.weaver.rawList
    do throws(AspectError) {
      try trace.during(feed.list) {
        try? raw.reloadRows(at: [path])
        feed.list.layoutIfNeeded()
      }
    } catch { return say("the list cannot be traced: \(error)") }
    select(path)
    viewer.show(lines.withLock { $0 }, titled: SafeText("calls for row \(path.section):\(path.row)"))
  }
}

// MARK: - What the viewer asks

extension ViewerSession: ViewerDelegate {
  func statusItems(of viewer: Viewer) -> [SafeText] {
    let map = feed.list.weaver.map
    let counts = map.feedCounts
    let total = counts.reduce(0, +)
    let adCount = total - map.userCounts.reduce(0, +)
    let number = feed.selectedPath.map { counts.prefix($0.section).reduce($0.row, +) + 1 } ?? 0
    let viewport = feed.list.display.viewport
    if viewport.minY <= 0 { newAbove = 0 }
    if viewport.maxY >= feed.list.display.contentHeight { newBelow = 0 }
    let count = "\(number.grouped)/\(total.grouped)\(feed.isReading ? "+" : "")"
    var items = [total == 0 ? "no items" : count]
    if replay != nil { items.append("version \(versionNumber)") }
    if feed.undoneCount > 0, replay == nil { items.append("update undone") }
    if newAbove > 0 { items.append("\(newAbove) new ▲") }
    if newBelow > 0 { items.append("\(newBelow) new ▼") }
    if isPaused { items.append(waiting.isEmpty ? "paused" : "paused, updates wait") }
    if isFollowing { items.append("following") }
    if adCount > 0 {
      let share = (adCount * 100 + total / 2) / total
      let seen = seenCount > 0 ? ", \(seenCount) seen" : ""
      items.append("\(adCount) \(adCount == 1 ? "ad" : "ads"), \(share) %\(seen)")
      if feed.adsMode != .shown { items.append("ads \(feed.adsMode.rawValue)") }
    }
    return items.map { SafeText($0) }
  }

  func viewer(
    _ viewer: Viewer, searchFor text: String, _ direction: SearchDirection, isRepeated: Bool
  ) -> SafeText? {
    // As in vim with `smartcase`: capitals make a difference only where the text has some.
    let ignoresCase = !text.contains(where: \.isUppercase)
    let isMatch = { (item: FeedItem) in item.decoded.contains(text, ignoresCase: ignoresCase) }
    let counts = feed.list.weaver.map.feedCounts
    let all = counts.reduce(0, +)
    guard all > 0 else { return "the list is empty" }
    let step = direction == .forward ? 1 : -1
    let start = feed.selectedPath.map { counts.prefix($0.section).reduce($0.row, +) } ?? 0
    var number = start + (isRepeated ? step : 0)
    let end = number + all * step
    while number != end {
      let path = Self.path(ofRow: (number % all + all) % all, in: counts)
      // Lines of a file that cannot match are skipped without being decoded.
      let skipped = feed.rowsWithout(text, from: path, direction, where: isMatch)
      number += step * min(skipped, abs(end - number))
      if skipped > 0 { continue }
      defer { number += step }
      if feed.adsMode == .hidden, feed.isAd(path) { continue }
      guard let item = feed.item(at: path), isMatch(item) else { continue }
      select(path)
      return number < 0 || number >= all ? "the search went on at the other end" : nil
    }
    return SafeText("nothing contains '\(text)'")
  }

  func viewer(_ viewer: Viewer, perform command: String) -> SafeText? {
    let isSource = command.hasPrefix("s")
    guard let row = Int(isSource ? String(command.dropFirst()) : command) else {
      return SafeText("'\(command)' is no row; :120 goes to row 120 of the list, :s120 to row 120 of the source")
    }
    let map = feed.list.weaver.map
    let section = feed.selectedPath?.section ?? 0
    let count = isSource ? map.userCount(inUserSection: section) : map.feedCount(inFeedSection: section)
    let kind = isSource ? "source" : "list"
    guard let count, count > 0 else { return SafeText("the \(kind) has no rows") }
    guard 0..<count ~= row else { return SafeText("the \(kind) has the rows 0 to \(count - 1)") }
    let path =
      isSource ? map.feedPath(for: UserPath(section: section, row: row)) : FeedPath(section: section, row: row)
    guard let path else { return SafeText("row \(row) is not shown") }
    if feed.adsMode == .hidden, feed.isAd(path) { return "this row is an ad, and ads are hidden; a shows them" }
    select(path)
    return nil
  }

  func viewer(_ viewer: Viewer, linesBeside cell: CardCell, columns: Int) -> [CardLine] {
    guard let cell = cell as? ViewedCell, case .content(let user) = cell.place else { return [] }
    let number = CardLine.Run(SafeText("\(user.row)  "), Style(dim: true))
    return [CardLine([number, .init(ReplayText.title(of: cell.item))]).truncated(to: columns)]
  }

  private static func path(ofRow number: Int, in counts: [Int]) -> FeedPath {
    var row = number
    for (section, count) in counts.enumerated() {
      if row < count { return FeedPath(section: section, row: row) }
      row -= count
    }
    return FeedPath(section: 0, row: 0)
  }
}

extension FeedItem {
  /// Whether its title, its text or the name of an author contains a text.
  fileprivate func contains(_ text: String, ignoresCase: Bool) -> Bool {
    let parts = [title, contentText, contentHTML.map { HTMLText.plainText(of: $0) }, summary] + authors.map(\.name)
    return parts.contains { part in
      guard let part else { return false }
      return ignoresCase ? part.lowercased().contains(text.lowercased()) : part.contains(text)
    }
  }
}

extension TracedCall {
  /// The call without the questions where rows are, which the viewer and the impression tracker ask of the list.
  fileprivate var withoutQueries: TracedCall {
    var call = self
    call.calls = calls.map(\.withoutQueries).filter { $0.owner != nil || !$0.calls.isEmpty || !$0.isQuery }
    return call
  }

  private var isQuery: Bool {
    ["cellForRow(at:)", "rectForRow(at:)"].contains(selector) || selector.hasPrefix("setter:")
  }
}
