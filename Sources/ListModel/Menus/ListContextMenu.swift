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
