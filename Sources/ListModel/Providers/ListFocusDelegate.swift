/// Says what may have the focus and be acted on, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListFocusDelegate: AnyObject {
}
