/// Says how rows are edited, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDelegate: AnyObject {
}
