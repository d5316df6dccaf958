/// Gives the views that a layout shows beside rows.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListSupplementaryDataSource: AnyObject {
}
