/// Gives the views that a layout shows beside inserted rows.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverSupplementaryDataSource: AnyObject {
}
