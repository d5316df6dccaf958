import FeedWeave
import ListModel
import Placement
import TestSupport
import WeavingSupport

@testable import FeedWeave

/// A list with its content provider and, where it is woven, its inserted provider; takes the steps of a life.
final class TwinWorld {
  let life: TwinLife
  let desk: TwinDesk
  let list: DeskList
  private let ads: TwinAds?
  /// The content when the open batch was opened.
  private var contentBeforeBatch: [[String]] = []
  private var nextCompletion = 0

  init(_ life: TwinLife, isWoven: Bool) {
    self.life = life
    desk = TwinDesk(life.articles)
    // Where all is in view, it is so in carousels, too.
    let breadth = life.settings.screen == .whole && life.settings.hasCarousels ? 2_000.0 : 10
    list = DeskList(size: ListSize(width: breadth, height: life.settings.screen.height))
    ads = isWoven ? TwinAds(life.settings) : nil
    list.estimatedRowHeight = 1
    list.baseLayout(life.settings.layout)
    if life.settings.axis == .horizontal {
      list.scrollDirection = .horizontal
      list.viewportSize = ListSize(width: list.viewportSize.height, height: breadth)
    }
    let inset = life.settings.inset
    list.contentInset = ListInsets(top: inset, left: inset, bottom: inset, right: inset)
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.register(TextCell.self, forHeaderFooterViewReuseIdentifier: "footer")
    list.dataSource = desk
    list.delegate = desk
    list.prefetchDataSource = desk
    desk.act = { [unowned self] _, action in desk.write("does \(action): \(perform(action))") }
    if life.settings.isWovenAtOnce { ads?.weave(list) }
    list.layoutIfNeeded()
  }

  /// All that the content side hears and sees, for the beginning and each step.
  func run() -> [TwinRecord] {
    var records = [TwinRecord(words: [TwinWord(words: "begins", moment: nil)] + end())]
    for step in life.steps {
      desk.armed += step.armed
      var word = ""
      switch step.act {
      case .content(let action): word = perform(action)
      case .insertions(let action):
        list.layoutIfNeeded()
        perform(action)
        list.layoutIfNeeded()
      }
      records.append(TwinRecord(words: [TwinWord(words: word, moment: nil)] + end()))
    }
    return records
  }

  private func perform(_ action: InsertionsAction) {
    // A batch that is open when the list is woven is dropped, since it was noted in other coordinates.
    if list.hasUncommittedUpdates { return }
    // As with every update, a row that is being dragged is let go.
    if list.interactiveMovement != nil { return }
    // Whoever reloads the list, both providers are asked for everything again.
    if case .reload = action, list.woven == nil { return list.reloadData() }
    ads?.perform(action, list)
  }

  /// Ends a step: what has been heard, and what is seen now.
  private func end() -> [TwinWord] {
    list.layoutIfNeeded()
    let heard = desk.takeLog()
    let seen = look()
    return heard + desk.takeLog() + (seen + (ads?.faults ?? [])).map { TwinWord(words: $0, moment: nil) }
  }
}

/// What the content side has heard and seen in a step.
struct TwinRecord {
  let words: [TwinWord]

  /// What of it is to be the same for both lists.
  func compared(in life: TwinLife) -> [String] {
    words.filter { word in
      guard let moment = word.moment else { return true }
      // A header without a view is asked for at each layout.
      if moment == .headerView || moment == .headerTitle { return false }
      if moment.isQuestion, !life.comparesQuestions || !life.settings.screen.comparesDisplay { return false }
      return life.settings.screen.comparesDisplay || !moment.isDisplay
    }.map(\.words)
  }
}

extension TwinWorld {
  /// Does something to the list; returns what it was, and what came of it.
  func perform(_ action: ContentAction) -> String {
    let counts = desk.articles.map(\.count)
    switch action {
    case .insertRows, .deleteRows, .reloadRows, .reconfigureRow, .moveRow, .insertSection, .deleteSection,
      .reloadSection, .moveSection:
      return change(action, counts)
    case .batch(let way, let seed, let isLarge, let inside):
      return batch(way, seed: seed, isLarge: isLarge, inside: inside)
    case .beginUpdates:
      if !list.hasUncommittedUpdates { contentBeforeBatch = desk.articles }
      list.beginUpdates()
      return "begin"
    case .endUpdates:
      let before = contentBeforeBatch
      return attempt("end", restoring: before) { () throws(ListUpdateError) in try list.endUpdates() }
    case .changeContent(let place, let deleted, let inserted):
      let path = place.gap(in: counts)
      guard desk.articles.indices.contains(path.section), 0...counts[path.section] ~= path.row else { return "none" }
      let end = min(counts[path.section], path.row + deleted)
      desk.articles[path.section].replaceSubrange(path.row..<end, with: desk.freshArticles(inserted))
      return "content \(path)"
    case .reloadData:
      list.reloadData()
      return "reload"
    case .setDataSource(let isDesk):
      list.dataSource = isDesk ? desk : nil
      return "data source \(list.dataSource === desk)"
    case .setDelegate(let isDesk):
      list.delegate = isDesk ? desk : nil
      return "delegate \(list.delegate === desk)"
    case .ask(let place): return ask(place.row(in: counts))
    case .layOut:
      list.layoutIfNeeded()
      return "layout"
    case .resize(let height):
      guard life.settings.screen != .whole else { return "resize" }
      if life.settings.axis == .vertical { list.viewportSize.height = height } else { list.viewportSize.width = height }
      return "resize"
    default: return interact(action, counts)
    }
  }

  /// What a person does, or the content side in a person's place.
  private func interact(_ action: ContentAction, _ counts: [Int]) -> String {
    switch action {
    case .selectRow(let place, let position): list.selectRow(at: place.row(in: counts), scrollPosition: position)
    case .deselectRow(let place): list.deselectRow(at: place.row(in: counts))
    case .selectNone: list.selectRow(at: nil)
    case .allowMultipleSelection(let isAllowed): list.allowsMultipleSelection = isAllowed
    case .touch(let place): return at(place, counts) { list.display.select(at: $0) }
    case .beginSelecting(let place): return at(place, counts) { list.display.beginMultipleSelection(at: $0) }
    case .extendSelecting(let place):
      return at(place, counts) {
        list.display.extendMultipleSelection(to: $0)
        return true
      }
    case .endSelecting: list.display.endMultipleSelection()
    case .scrollToRow(let place, let position): list.scrollToRow(at: place.row(in: counts), at: position)
    case .scrollToSelected(let position): list.scrollToNearestSelectedRow(at: position)
    case .setOffset(let offset): list.contentOffset = offset
    case .scrollBy(let distance): list.display.scroll(by: distance)
    case .scrollAcross(let place, let distance, let isByFinger):
      let section = place.section(in: counts)
      guard isByFinger else {
        list.setContentOffset(list.contentOffset(inSection: section) + distance, inSection: section)
        return life.settings.screen == .whole ? "across \(list.contentOffset(inSection: section))" : "across"
      }
      let words = at(place, counts) { list.display.scrollCarousel(at: $0, by: distance) }
      return life.settings.screen == .whole ? words : "across"
    case .setEditing(let isEditing): list.setEditing(isEditing)
    case .swipe(let place, let edge, let isFull):
      return at(place, counts) { list.display.swipe(at: $0, towards: edge, isFull: isFull) }
    case .performSwipeAction(let index): return "\(list.display.performSwipeAction(index))"
    case .tapControl(let place): return at(place, counts) { list.display.tapEditingControl(at: $0) }
    case .beginMovement(let place): return at(place, counts) { list.display.beginMovement(at: $0) }
    case .hold(let place):
      return at(place, counts) {
        list.display.updateMovement(to: $0)
        return true
      }
    case .drop: list.display.endMovement()
    case .cancelMovement: list.display.cancelMovement()
    case .focus(let place): return at(place, counts) { list.display.focus(at: $0) }
    // Side by side, an insertion pushes rows beside others than they were beside.
    case .moveFocus where life.settings.hasCarousels: break
    case .moveFocus(let heading):
      let isTurned = life.settings.axis == .horizontal
      return "\(list.display.moveFocus(isTurned ? heading == .up ? .left : .right : heading))"
    case .setPrefetching(let isEnabled): list.isPrefetchingEnabled = isEnabled
    default: break
    }
    return "done"
  }

  /// Does something at the middle of a row that has any height, or width in a list that scrolls horizontally.
  ///
  /// A row without height has that of its estimate until it has been in view, which it has not been in both lists where not all is.
  private func at(_ place: TwinPlace, _ counts: [Int], _ act: (ListPoint) -> Bool) -> String {
    let path = place.row(in: counts)
    // What is out of view in a carousel cannot be touched.
    if life.settings.hasCarousels { list.scrollToRow(at: path, at: .none) }
    let isFlat = life.settings.screen != .whole && desk.isCalled("flat", path)
    let rect = list.rectForRow(at: path)
    guard rect.size.height > 0, rect.size.width > 0, !isFlat else { return "\(path) has no height" }
    return "\(path) \(act(ListPoint(x: rect.midX, y: rect.midY)))"
  }

  func attempt(
    _ words: String, restoring before: [[String]], _ change: () throws(ListUpdateError) -> Void
  ) -> String {
    do throws(ListUpdateError) {
      try change()
      return words
    } catch {
      desk.articles = before
      return "\(words): \(error)"
    }
  }
}

/// Rows of one size in three columns, each lower than the one before it.
struct TwinStairs: CustomListLayout, ListArrangement {
  var count = 0
  var height: Double { Double(count) * 2 }

  func arrangement(of count: Int, width: Double, in layout: ListLayout) -> TwinStairs { TwinStairs(count: count) }

  func frame(of row: Int) -> ListRect { ListRect(x: Double(row % 3) * 3, y: Double(row) * 2, width: 3, height: 2) }

  func forEachRow(from row: Int, in window: ListExtent, _ body: (Int) -> Bool) {
    _ = (0..<count).filter { $0 >= row && ListExtent(top: Double($0) * 2, height: 2).overlaps(window) }.allSatisfy(body)
  }

  mutating func rearrange(_ pieces: [ListRowPiece]) { count = pieces.reduce(0) { $0 + $1.count } }
}

extension ListRect {
  fileprivate var midX: Double { origin.x + size.width / 2 }
  fileprivate var midY: Double { origin.y + size.height / 2 }
}

extension ListView {
  /// Sets the layout, unless the list has it.
  fileprivate func baseLayout(_ new: ListLayout) {
    if layout != new { layout = new }
  }
}
