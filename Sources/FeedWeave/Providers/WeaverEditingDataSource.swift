/// Says which inserted rows can be edited and moved, and carries it out.
///
/// Part of ``WeaverDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverEditingDataSource: AnyObject {
}
