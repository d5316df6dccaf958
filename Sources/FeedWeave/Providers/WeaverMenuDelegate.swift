/// Gives the menus of inserted rows, and hears of them.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverMenuDelegate: AnyObject {
}
