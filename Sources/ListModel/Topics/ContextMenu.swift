/// A context menu, as the owner of a row gives it when the row is pressed.
///
/// Its closures belong to that owner, so that it is no more Sendable than they are.
public struct ListContextMenu {
  /// What its owner knows it by.
  public var identifier: String?
  /// What stands above the actions.
  public var title: String
  /// The actions, from the top down.
  public var actions: [ListMenuAction]
  /// Makes what is shown beside the menu; nil to show the row itself.
  public var preview: (() -> ListCell?)?

  /// Makes a menu.
  public init(
    identifier: String? = nil, title: String = "", actions: [ListMenuAction] = [], preview: (() -> ListCell?)? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.actions = actions
    self.preview = preview
  }
}

/// An action of a context menu.
public struct ListMenuAction {
  /// What an action is besides its title.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The attributes as bits.
    public let rawValue: Int

    /// Makes attributes of bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// It cannot be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// It destroys something.
    public static let destructive = Attributes(rawValue: 2)
    /// It is not shown, and cannot be chosen.
    public static let hidden = Attributes(rawValue: 4)
    /// The menu stays open when it is chosen.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// What it is called.
  public var title: String
  /// What it is besides.
  public var attributes: Attributes
  /// What it does.
  public var handler: () -> Void

  /// Makes an action.
  public init(title: String, attributes: Attributes = [], handler: @escaping () -> Void) {
    self.title = title
    self.attributes = attributes
    self.handler = handler
  }

  /// Whether a person can choose it.
  public var canBeChosen: Bool { attributes.isDisjoint(with: [.disabled, .hidden]) }
}

/// A context menu that is open, and what for; the paths are as things stood when it was asked for.
public struct ListContextMenuInteraction {
  /// The menu.
  public internal(set) var menu: ListContextMenu
  /// Its rows, the pressed one first; none where it was opened beside all rows.
  public var paths: [ListPath]
  /// Where the list was pressed, in its content.
  public let location: ListPoint
  /// What is lifted; nil where its rows are not in view.
  public internal(set) var preview: ListTargetedPreview?

  init(_ menu: ListContextMenu, paths: [ListPath], location: ListPoint) {
    self.menu = menu
    self.paths = paths
    self.location = location
  }
}

/// What goes along with the coming and going of a context menu.
///
/// A list without a screen runs animations at once when the delegate has been told, and what is to follow them then.
public final class ListMenuAnimator {
  /// How the preview of a menu that has been chosen goes.
  public enum CommitStyle: Sendable, Hashable {
    /// Back to its row.
    case dismiss
    /// Towards the viewer, as what it shows takes its place.
    case pop
  }

  private let outer: ListMenuAnimator?
  private let perform: (() -> Void) -> Void
  private var style = CommitStyle.dismiss
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  init() {
    outer = nil
    perform = { $0() }
  }

  /// Makes one that hands what it is given to another one, to be run by `perform`.
  package init(for outer: ListMenuAnimator, perform: @escaping (() -> Void) -> Void) {
    self.outer = outer
    self.perform = perform
  }

  /// How the preview goes when it has been chosen; dismissed, unless said otherwise.
  public var preferredCommitStyle: CommitStyle {
    get { outer?.preferredCommitStyle ?? style }
    set { if let outer { outer.preferredCommitStyle = newValue } else { style = newValue } }
  }

  /// Has something run along with the menu.
  public func addAnimations(_ body: @escaping () -> Void) {
    guard let outer else { return animations.append(body) }
    let perform = perform
    outer.addAnimations { perform(body) }
  }

  /// Has something run when the menu has come or gone.
  public func addCompletion(_ body: @escaping () -> Void) {
    guard let outer else { return completions.append(body) }
    let perform = perform
    outer.addCompletion { perform(body) }
  }

  /// Runs everything.
  func run() {
    for body in animations + completions { body() }
  }
}

/// A row over which something that is dragged is held, on the way to being opened by that.
public final class ListSpringLoadContext {
  /// The view that shows what happens, which is the row's cell unless the delegate puts another one here.
  public var targetView: ListCell?

  init(targetView: ListCell?) {
    self.targetView = targetView
  }
}

/// What is opened in a scene of its own.
public struct ListSceneActivation: Sendable, Hashable {
  /// The kind of what is opened.
  public var activityType: String
  /// What is to be known about it.
  public var userInfo: [String: String]

  /// Makes an activation.
  public init(activityType: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.userInfo = userInfo
  }
}

/// Which part of a cell is shown while it is lifted or dropped.
public struct ListPreviewParameters: Sendable, Hashable {
  /// The part, in the cell's own coordinates; nil for all of it.
  public var visibleRect: ListRect?

  /// Makes parameters.
  public init(visibleRect: ListRect? = nil) {
    self.visibleRect = visibleRect
  }
}

/// A view that is shown above the list, and where in the content it belongs; no more Sendable than the view.
public struct ListTargetedPreview {
  /// What is shown.
  public var view: ListCell
  /// Where it belongs.
  public var frame: ListRect
  /// Which part of it is shown.
  public var parameters: ListPreviewParameters

  /// Makes a preview.
  public init(view: ListCell, frame: ListRect, parameters: ListPreviewParameters = ListPreviewParameters()) {
    self.view = view
    self.frame = frame
    self.parameters = parameters
  }
}
