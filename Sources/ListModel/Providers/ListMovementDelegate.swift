/// Says where a row that is dragged may go.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListMovementDelegate: AnyObject {
}
