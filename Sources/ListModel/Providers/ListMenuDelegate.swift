/// Gives the menus of rows, and hears of them.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListMenuDelegate: AnyObject {
}
