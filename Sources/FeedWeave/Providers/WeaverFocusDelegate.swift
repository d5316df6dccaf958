/// Says what inserted rows may have the focus and be acted on, and hears of it.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverFocusDelegate: AnyObject {
}
