/// Gives the sizes and distances that a layout asks for.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListLayoutDelegate: AnyObject {
}
