/// Says how a list's rows look and behave, and hears what happens to them.
///
/// Every method is optional, as in UIKit: its default leaves the matter to the list. It lives where its list does, so that it
/// need not be Sendable.
public protocol ListDelegate:
  ListDisplayDelegate,
  ListHeightDelegate,
  ListSelectionDelegate,
  ListEditingDelegate,
  ListMovementDelegate,
  ListFocusDelegate,
  ListMenuDelegate,
  ListScrollDelegate,
  ListLayoutDelegate
{}
