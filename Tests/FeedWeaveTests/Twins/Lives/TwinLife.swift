import FeedWeave
import ListModel
import Placement
import WeavingSupport

/// What is done to a plain list and to its woven twin, step by step: a value that can be printed and made shorter.
struct TwinLife {
  let seed: UInt64
  var settings: TwinSettings
  /// The content at the beginning, section by section.
  var articles: [[String]]
  var steps: [TwinStep]
}

/// How the lists of a life are made, and what the inserted rows are like.
struct TwinSettings {
  /// What the screen shows, and so what of the two lists can be compared.
  var screen: TwinScreen
  /// The height of inserted rows.
  var adHeight: Double
  var policy: UpdatePolicy
  var layout: ListLayout
  var axis = ListAxis.vertical
  var inset = 0.0
  /// Whether the woven list is woven before it is first laid out; otherwise a step of the life weaves it.
  var isWovenAtOnce: Bool
  /// Whether an ad placer asks for the insertions, and not the life's steps.
  var usesPlacer: Bool
  /// Whether the inserted provider asks for its rows again at each load, in place of those asked for before.
  var asksAtEachLoad: Bool
  /// What the inserted provider asks for when it is set.
  var rows: [FeedPath]
  var sections: [Int]
}

extension TwinSettings {
  /// Whether the rows of each section are side by side, in a line that is scrolled by itself.
  var hasCarousels: Bool { layout.style == .carousel }
}

/// What the screen shows, and so what of two lists can be compared.
enum TwinScreen: String, CaseIterable {
  /// All rows; insertions take room, so that rectangles and offsets differ.
  case whole
  /// A few rows, and insertions without height. Until one has been in view it counts with its estimate, which is never zero, so
  /// that what is in view and the offset differ for a while.
  case scrolled
  /// A few rows, and insertions take room: what is in view differs, and with it what is told of display.
  case crowded

  var height: Double { self == .whole ? 2_000 : 5 }
  /// The height of inserted rows.
  var adHeight: Double { self == .scrolled ? 0 : 3 }
  var comparesDisplay: Bool { self == .whole }
}

/// One step of a life.
struct TwinStep {
  /// What the content side will do in later callbacks, each once.
  var armed: [ArmedAction] = []
  var act: TwinAct
}

/// What a step does.
enum TwinAct {
  /// Something that the content side, or a person, does to both lists.
  case content(ContentAction)
  /// Something that the inserted provider does to the woven list.
  case insertions(InsertionsAction)
}

/// Something that is done in a callback.
struct ArmedAction {
  var moment: TwinMoment
  /// How often the callback is received before the action is done.
  var count: Int
  var action: ContentAction
}

/// The callbacks in which the content side may do something.
enum TwinMoment: String, CaseIterable {
  case sections, rows, cell, height, size, headerTitle, headerHeight, headerView
  case willDisplay, didEnd, willDisplayHeader, didEndHeader, didScroll
  case shouldHighlight, highlight, unhighlight, willSelect, select, willDeselect, deselect, primary
  case canEdit, commit, beginEditing, endEditing, swipeActions, canMove, moveRow, target, canFocus, focus
  case block, completion

  /// Whether the content side is only asked, and may be asked once more where a layout begins again.
  var isQuestion: Bool {
    switch self {
    case .sections, .rows, .cell, .height, .size, .headerTitle, .headerHeight, .headerView, .canEdit,
      .canFocus, .canMove:
      true
    default: false
    }
  }

  /// Whether it follows from what is in view.
  var isDisplay: Bool {
    switch self {
    case .willDisplay, .didEnd, .willDisplayHeader, .didEndHeader, .didScroll: true
    default: false
    }
  }
}

/// A row that is named before it is known how many rows there will be.
struct TwinPlace {
  var section: Int
  var row: Int
  /// Whether the numbers are used as they are, less one, though the list may have no such row.
  var isRaw = false
}

/// Whether the content is changed as the list is told.
enum Honesty: String {
  /// The content is changed first.
  case changed
  /// The content is not changed, so that the update is refused.
  case unchanged
}

/// How a batch is made.
enum BatchWay: String, CaseIterable {
  case beginAndEnd, nestedBeginAndEnd, perform, performInPerform, performWithoutChange, performAndThrow
  case performAndReload, performNestedThatThrows
}

/// What the content side or a person does.
indirect enum ContentAction {
  case insertRows(TwinPlace, count: Int, Honesty)
  case deleteRows(TwinPlace, count: Int, Honesty)
  case reloadRows(TwinPlace, count: Int)
  case reconfigureRow(TwinPlace)
  case moveRow(TwinPlace, to: TwinPlace, Honesty)
  case insertSection(TwinPlace, rows: Int, Honesty)
  case deleteSection(TwinPlace, Honesty)
  case reloadSection(TwinPlace, rows: Int)
  case moveSection(TwinPlace, to: TwinPlace, Honesty)
  case batch(BatchWay, seed: UInt64, isLarge: Bool, inside: [ContentAction])
  case beginUpdates
  case endUpdates
  /// The content is changed, and the list is not told.
  case changeContent(TwinPlace, delete: Int, insert: Int)
  case reloadData
  case setDataSource(isDesk: Bool)
  case setDelegate(isDesk: Bool)
  case selectRow(TwinPlace, ListScrollPosition)
  case deselectRow(TwinPlace)
  case selectNone
  case touch(TwinPlace)
  case allowMultipleSelection(Bool)
  case beginSelecting(TwinPlace)
  case extendSelecting(TwinPlace)
  case endSelecting
  case scrollToRow(TwinPlace, ListScrollPosition)
  case scrollToSelected(ListScrollPosition)
  case setOffset(Double)
  case scrollBy(Double)
  /// Scrolls the section of a row, if it is a carousel.
  case scrollAcross(TwinPlace, Double, isByFinger: Bool)
  case layOut
  case ask(TwinPlace)
  case resize(Double)
  case setEditing(Bool)
  case swipe(TwinPlace, ListEdge, isFull: Bool)
  case performSwipeAction(Int)
  case tapControl(TwinPlace)
  case beginMovement(TwinPlace)
  case hold(TwinPlace)
  case drop
  case cancelMovement
  case focus(TwinPlace)
  case moveFocus(ListFocusHeading)
  case setPrefetching(Bool)
}

/// What the inserted provider does to the woven list; a plain list is only laid out.
enum InsertionsAction {
  case weave
  case remove
  case ask(rows: [FeedPath], sections: [Int], isShown: Bool)
  case withdraw([Int], isShown: Bool)
  case withdrawAll(isShown: Bool)
  case show(remove: Int, insert: FeedPath?)
  case reloadInsertion(Int, inBatch: Bool)
  case setPolicy(UpdatePolicy)
  case reload
  /// Will do something in one of its own callbacks.
  case arm(InsertionsMoment, count: Int, rows: [FeedPath])
  /// Will have the placer come or go in one of its own callbacks.
  case armPlacer(InsertionsMoment, count: Int)
  /// Time passes for the placer.
  case wait
  case detachPlacer
  case attachPlacer
}

/// The callbacks in which the inserted provider may change what it asks for.
enum InsertionsMoment: String, CaseIterable {
  case cell, willDisplay, didEnd, didChange, didUpdate, height
}

extension TwinLife {
  /// Whether the inserted provider changes the list in its own callbacks: a layout then begins again, and the content provider
  /// may be asked once more for what it has given already, but is told nothing twice.
  var comparesQuestions: Bool {
    if settings.usesPlacer { return false }
    return !steps.contains { step in
      switch step.act {
      case .insertions(.arm), .insertions(.reloadInsertion): true
      default: false
      }
    }
  }
}
