import AdPlacing
import FeedFormats
import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import TerminalUI

// The keys about ads, row numbers, traces and updates.
extension ViewerSession {
  var bindings: [ViewerBinding] {
    [
      ViewerBinding([.tab], help: "next, previous heading", group: "Move") { [unowned self] _ in
        selectHeading(.forward)
      },
      ViewerBinding([.backTab], help: "next, previous heading", group: "Move") { [unowned self] _ in
        selectHeading(.backward)
      },
      ViewerBinding("]", help: "next, previous ad", group: "Ads") { [unowned self] _ in selectAd(.forward) },
      ViewerBinding("[", help: "next, previous ad", group: "Ads") { [unowned self] _ in selectAd(.backward) },
      ViewerBinding("a", help: "ads shown, dim or hidden", group: "Ads") { [unowned self] _ in changeAdsMode() },
      ViewerBinding("w", help: "why an ad is here or not", group: "Ads") { [unowned self] _ in sayWhy() },
      ViewerBinding("m", help: "row numbers: list ← feed", group: "Ads") { [unowned self] viewer in
        feed.hasGutter.toggle()
        viewer.redrawCards()
      },
      ViewerBinding("s", help: "the source beside it", group: "Ads") { [unowned self] viewer in
        viewer.hasSideColumn.toggle()
        if viewer.hasSideColumn, viewer.size.columns < 30 { say("the screen is too narrow for the source") }
      },
      ViewerBinding("t", help: "the calls for this card", group: "Ads") { [unowned self] _ in trace() },
      ViewerBinding("x", help: "show hidden, folded text", group: "Read and find") { [unowned self] viewer in
        feed.showsHiddenCharacters.toggle()
        viewer.redrawCards()
      },
      ViewerBinding("z", help: "show hidden, folded text", group: "Read and find") { [unowned self] _ in unfold() },
      ViewerBinding("U", help: "mark un/read; all read", group: "Read and find") { [unowned self] _ in changeMark() },
      ViewerBinding("A", help: "mark un/read; all read", group: "Read and find") { [unowned self] _ in markAllRead()
      },
      ViewerBinding("!", help: "what was left out", group: "Read and find") { [unowned self] _ in showMessages() },
      ViewerBinding("f", help: "follow what is new", group: "Updates") { [unowned self] _ in
        isFollowing.toggle()
        say(isFollowing ? "following: what is new is selected as it comes" : "no longer following")
      },
      ViewerBinding("p", help: "pause updates, or go on", group: "Updates") { [unowned self] _ in pause() },
      ViewerBinding("R", help: "fetch addresses again", group: "Updates") { [unowned self] _ in fetchAgain() },
      ViewerBinding(".", help: "undo an update, A or U", group: "Updates") { [unowned self] _ in undo() },
      ViewerBinding(">", help: replay == nil ? "make it again" : "next version", group: "Updates") {
        [unowned self] _ in goOn()
      },
      ViewerBinding("v", help: "what the update changed", group: "Updates") { [unowned self] _ in showChanges() },
    ]
  }

  private func fetchAgain() {
    guard let fetcher else { return say("no feed is an address that could be fetched again") }
    sayProgress(fetcher.fetchAgain() ? "the feeds are fetched again" : "the feeds are being fetched")
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

  /// Shows the text of the selected post in spite of its warning, or no longer.
  private func unfold() {
    guard let item = selectedContent, item.post?.warnings.isEmpty == false else {
      return say("nothing is folded: this has no warning, and no filter has found it")
    }
    let isFolded = feed.unfolded.remove(item.key) != nil
    if !isFolded { feed.unfolded.insert(item.key) }
    viewer.redrawCards()
    if !viewer.isOpen { say(isFolded ? "folded again" : "unfolded; Enter shows it") }
  }

  private func undo() {
    let step = step(isUndo: true) { () throws(CommandError) in try self.feed.undo() }
    // Who goes back wants to look; the next version would come at once.
    if case .items = step, replay?.deadline != nil { isPaused = true }
    if step == nil { say(replay == nil ? "there is nothing to undo" : "this is the first version") }
  }

  /// Makes again what was undone, or else shows the next version of a replay.
  private func goOn() {
    if step(isUndo: false, by: { () throws(CommandError) in try self.feed.redo() }) != nil { return }
    guard replay != nil else { return say("nothing was undone") }
    showNextVersion()
  }

  /// Undoes a step or makes it again, and says so.
  private func step(
    isUndo: Bool, by body: () throws(CommandError) -> ViewedFeed.Step?
  ) -> ViewedFeed.Step? {
    var step: ViewedFeed.Step?
    let isUpdated = change { () throws(CommandError) in
      step = try body()
      if case .items = step { return true }
      return false
    }
    if isUpdated { sayWhatChanged() }
    if case .marks(let keys, let isRead) = step {
      mark(keys, asRead: isRead != isUndo, isUndo ? " again; > goes back" : " again; . undoes it")
    }
    return step
  }

  func showNextVersion() {
    do throws(CommandError) {
      guard let version = try replay?.next() else { return say("this is the last version") }
      // What was undone comes first.
      while feed.undoneCount > 0 { _ = try feed.redo() }
      update(section: 0, to: version.items)
      sayWhatChanged()
    } catch { say(error.message.text) }
  }

  private func sayWhatChanged() {
    guard let update = feed.update else { return }
    let version = replay.map { _ in "version \(versionNumber): " } ?? ""
    say(version + update.words + (update.changes.isEmpty ? "" : "; v lists what changed"))
  }

  /// The number of the version that is shown, from 1.
  var versionNumber: Int { (replay?.count ?? 1) - feed.undoneCount }

  private func showChanges() {
    guard let update = feed.update else { return say("there has been no update") }
    guard !update.changes.isEmpty else { return say("the last update changed nothing") }
    viewer.show(update.lines.map { $0.truncated(to: viewer.size.columns) }, titled: SafeText(update.words))
  }

  /// Shows what was wrong with the feeds, as standard error has it.
  private func showMessages() {
    let (former, formerCount) = environment.messages.all
    let (messages, count) = (troubles + former, troubles.count + formerCount)
    guard count > 0 else { return say("nothing was left out") }
    let columns = max(1, viewer.size.columns)
    let lines = messages.flatMap {
      WrappedLines(SafeText($0.words, limits: .body), columns: columns).map { CardLine([.init($0)]) }
    }
    let rest = count > messages.count ? ", the first \(messages.count.grouped)" : ""
    viewer.show(lines, titled: SafeText("\(count.grouped) \(count == 1 ? "message" : "messages")\(rest)"))
  }

  private func pause() {
    isPaused.toggle()
    let versions = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    defer { grown = isPaused ? grown : [] }
    guard !isPaused else { return say("paused: updates wait until p is pressed again") }
    for (section, items) in versions { update(section: section, to: items) }
    for section in grown { _ = feed.content.grow(section: section) }
    if !grown.isEmpty { return say("no longer paused; what has come meanwhile is shown") }
    if versions.isEmpty { say("no longer paused; nothing has come meanwhile") } else { sayWhatChanged() }
  }

  private func selectAd(_ direction: SearchDirection) {
    guard feed.adsMode != .hidden else { return say("ads are hidden; a shows them") }
    let ads = feed.map.insertedPaths
    let start = feed.selectedPath
    let next =
      switch direction {
      case .forward: ads.first { path in start.map { path > $0 } ?? true }
      case .backward: ads.last { path in start.map { path < $0 } ?? true }
      }
    guard let next else { return say(direction == .forward ? "no ad follows" : "no ad precedes") }
    show(next)
  }

  /// Selects a row, of which not all rows before may have been measured.
  private func show(_ path: FeedPath) {
    viewer.moveSelection {
      select(path)
      viewer.keepingPosition {}
    }
  }

  /// Selects the first item of the next or the previous section or day.
  private func selectHeading(_ direction: SearchDirection) -> ViewerRequest? {
    // An ad belongs to the content before it.
    let map = feed.map
    let path = feed.selectedPath ?? FeedPath(section: 0, row: 0)
    let rows = (0...path.row).reversed().lazy
    let user = rows.compactMap { map.userPath(for: FeedPath(section: path.section, row: $0)) }.first
    let next = feed.content.nextHeading(
      from: user ?? UserPath(section: path.section, row: 0), isForward: direction == .forward)
    guard let next, let path = map.feedPath(for: next) else {
      say("there is no \(direction == .forward ? "next" : "previous") section or day")
      return nil
    }
    show(path)
    return nil
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

extension FeedPath {
  /// The section and the row, counted from 1 as after a colon.
  fileprivate var fromOne: String { "\(section + 1):\(row + 1)" }
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

extension FeedUpdate {
  /// A line for each change, with the position after it if there is one; a person counts from 1, as the status line does.
  var lines: [CardLine] {
    changes.map { change in
      let place = [change.sign == .reloaded ? nil : change.from, change.to].compactMap { $0?.fromOne }
      let word: [CardLine.Run] = change.row.isContent ? [] : [.init("[Ad]", Style(bold: true)), .init(" ")]
      return CardLine(
        [change.sign.run, .init(SafeText(" \(place.joined(separator: " -> "))  "), Style(dim: true))] + word
          + [.init(ReplayText.title(of: change.row.item))])
    }
  }
}
