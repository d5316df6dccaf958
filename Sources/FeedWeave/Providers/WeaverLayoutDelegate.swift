/// Gives the sizes of inserted rows, and the distances in inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverLayoutDelegate: AnyObject {
}
