/// A context menu, provided by the owner of a row when the row is pressed.
///
/// A menu is not Sendable, since its closures need not be.
public struct ListContextMenu {
  /// The identifier by which the owner knows the menu.
  public var identifier: String?
  /// The text above the actions.
  public var title: String
  /// The actions, from top to bottom.
  public var actions: [ListMenuAction]
  /// Makes the view beside the menu; nil to show the row itself.
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
  /// Properties of an action besides its title.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The attributes as bits.
    public let rawValue: Int

    /// Makes attributes from bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The action cannot be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// The action destroys something.
    public static let destructive = Attributes(rawValue: 2)
    /// The action is not shown, and cannot be chosen.
    public static let hidden = Attributes(rawValue: 4)
    /// The menu stays open when the action is chosen.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// The title.
  public var title: String
  /// The attributes.
  public var attributes: Attributes
  /// The function of the action.
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

/// An open context menu with its rows, whose paths are as they were when it was requested.
public struct ListContextMenuInteraction {
  /// The menu.
  public internal(set) var menu: ListContextMenu
  /// The rows of the menu, the pressed one first; empty if it was opened where there is no row.
  public var paths: [ListPath]
  /// The pressed point of the content.
  public let location: ListPoint
  /// The lifted view; nil if the rows are not visible.
  public internal(set) var preview: ListTargetedPreview?

  init(_ menu: ListContextMenu, paths: [ListPath], location: ListPoint) {
    self.menu = menu
    self.paths = paths
    self.location = location
  }
}

/// Closures that accompany the opening and closing of a context menu.
///
/// A list without a screen runs the animations immediately after the delegate was notified, followed by the
/// completions.
public final class ListMenuAnimator {
  /// How the preview of a menu disappears when it was chosen.
  public enum CommitStyle: Sendable, Hashable {
    /// It returns to its row.
    case dismiss
    /// It moves towards the viewer and is replaced by what it shows.
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

  /// Makes an animator that passes its closures on to another one, to be run by `perform`.
  package init(for outer: ListMenuAnimator, perform: @escaping (() -> Void) -> Void) {
    self.outer = outer
    self.perform = perform
  }

  /// How the preview disappears when it was chosen; dismissed by default.
  public var preferredCommitStyle: CommitStyle {
    get { outer?.preferredCommitStyle ?? style }
    set { if let outer { outer.preferredCommitStyle = newValue } else { style = newValue } }
  }

  /// Adds a closure that runs with the opening or closing of the menu.
  public func addAnimations(_ body: @escaping () -> Void) {
    guard let outer else { return animations.append(body) }
    let perform = perform
    outer.addAnimations { perform(body) }
  }

  /// Adds a closure that runs after the menu has opened or closed.
  public func addCompletion(_ body: @escaping () -> Void) {
    guard let outer else { return completions.append(body) }
    let perform = perform
    outer.addCompletion { perform(body) }
  }

  /// Runs all closures.
  func run() {
    for body in animations + completions { body() }
  }
}

/// A row over which a dragged item is held, and which may open therefore.
public final class ListSpringLoadContext {
  /// The view that shows the effect; the row's cell unless the delegate sets another one.
  public var targetView: ListCell?

  init(targetView: ListCell?) {
    self.targetView = targetView
  }
}

/// Contents to open in a separate scene.
public struct ListSceneActivation: Sendable, Hashable {
  /// The kind of contents.
  public var activityType: String
  /// Information about the contents.
  public var userInfo: [String: String]

  /// Makes an activation.
  public init(activityType: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.userInfo = userInfo
  }
}

/// The part of a cell that is shown while it is lifted or dropped.
public struct ListPreviewParameters: Sendable, Hashable {
  /// The part in the cell's coordinates; nil for the whole cell.
  public var visibleRect: ListRect?

  /// Makes parameters.
  public init(visibleRect: ListRect? = nil) {
    self.visibleRect = visibleRect
  }
}

/// A view shown above the list, with its position in the content; not Sendable, like the view.
public struct ListTargetedPreview {
  /// The view.
  public var view: ListCell
  /// The rectangle of the view in the content.
  public var frame: ListRect
  /// The part of the view that is shown.
  public var parameters: ListPreviewParameters

  /// Makes a preview.
  public init(view: ListCell, frame: ListRect, parameters: ListPreviewParameters = ListPreviewParameters()) {
    self.view = view
    self.frame = frame
    self.parameters = parameters
  }
}
