/// Says which rows can be edited and moved, and carries it out.
///
/// Part of ``ListDataSource``; every method is optional, and its default leaves the matter to the list.
public protocol ListEditingDataSource: AnyObject {
}
