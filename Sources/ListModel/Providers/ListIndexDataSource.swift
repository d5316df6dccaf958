/// Gives the titles of the index beside a list.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListIndexDataSource: AnyObject {
}
