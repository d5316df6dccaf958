import ListModel

/// What a weaver knows of menus and drags: whom the content side has put in charge of them, and whose those under way are.
struct Interactions {
  weak var contentDragDelegate: (any ListDragDelegate)?
  weak var contentDropDelegate: (any ListDropDelegate)?
  /// Whether the context menu that is open is one of inserted rows.
  var isMenuInserted = false
  /// The drag that began with an inserted row.
  weak var insertedDrag: ListDragSession?

  init() {}

  /// What a list that is about to be woven has.
  init(of list: ListView) {
    contentDragDelegate = list.dragDelegate
    contentDropDelegate = list.dropDelegate
  }
}

extension ListWeaver {
  /// Runs what a side has given to be run later, in that side's coordinates.
  func perform(ofInsertion isInserted: Bool, _ body: () -> Void) {
    if isInserted { inFeedSpace(body) } else { inUserSpace(body) }
  }

  /// A menu whose closures run in the coordinates of the side that made it, and still run when the weaver is gone.
  func owned(_ menu: ListContextMenu, ofInsertion isInserted: Bool) -> ListContextMenu {
    var owned = menu
    owned.actions = menu.actions.map { [weak self] action in
      var owned = action
      owned.handler = {
        guard let self else { return action.handler() }
        self.perform(ofInsertion: isInserted, action.handler)
      }
      return owned
    }
    owned.preview = menu.preview.map { [weak self] make in
      {
        var view: ListCell?
        guard let self else { return make() }
        self.perform(ofInsertion: isInserted) { view = make() }
        return view
      }
    }
    return owned
  }

  /// What goes along with a menu, run in the coordinates of the side whose menu it is.
  func owned(_ animator: ListMenuAnimator, ofInsertion isInserted: Bool) -> ListMenuAnimator {
    ListMenuAnimator(for: animator) { [weak self] body in
      guard let self else { return body() }
      self.perform(ofInsertion: isInserted, body)
    }
  }
}
