/// Says how inserted rows are edited, and hears of it.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverEditingDelegate: AnyObject {
}
