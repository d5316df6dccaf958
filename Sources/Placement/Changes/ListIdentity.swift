/// How the elements of two lists are told apart, and when one has new content.
///
/// ```swift
/// ListChanges.changes(from: old, to: new, by: .id)
/// ListChanges.changes(from: old, to: new, by: ListIdentity(id: \.guid) { $0.title == $1.title })
/// ```
///
/// It holds closures that run while two lists are compared and not after; so it is not `Sendable`, and neither must
/// they be.
public struct ListIdentity<Element, ID: Hashable> {
  /// The identifier of an element.
  @usableFromInline let id: (Element) -> ID
  /// Whether two elements of one identifier show the same.
  @usableFromInline let isSame: (Element, Element) -> Bool

  /// Tells elements apart by an identifier, and reloads those whose content is not the same.
  @inlinable
  public init(id: @escaping (Element) -> ID, isSame: @escaping (Element, Element) -> Bool) {
    self.id = id
    self.isSame = isSame
  }
}

extension ListIdentity where Element == ID {
  /// Elements that are their own identifiers; they have no other content.
  @inlinable
  public static var itself: Self { Self(id: { $0 }, isSame: { _, _ in true }) }
}

extension ListIdentity where Element: Identifiable & Equatable, ID == Element.ID {
  /// Elements with an `id`; what is not equal has new content.
  @inlinable
  public static var id: Self { Self(id: { $0.id }, isSame: { $0 == $1 }) }
}
