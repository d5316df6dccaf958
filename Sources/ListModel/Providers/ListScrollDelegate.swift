/// Hears of scrolling.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListScrollDelegate: AnyObject {
}
