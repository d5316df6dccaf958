import Interception
public import ListModel

extension ListView {
  /// The list's weaver, made when it is first asked for, whereupon the list is woven.
  ///
  /// A list that is in use stays as it is: its rows, cells, selection and offset, and what it can be updated from. Nobody hears of
  /// it. A list that is just being loaded or updated is reloaded.
  ///
  /// - Precondition: where the list is not woven yet, no batch is open, and no other class is called `Woven_` and the name of the
  ///   list's class.
  public final var weaver: ListWeaver {
    if let woven { return woven }
    do throws(AspectError) {
      return try ListWeaver(self)
    } catch {
      fatalError("the list cannot be woven: \(error)")
    }
  }

  /// The list's weaver, if the list is woven.
  final var woven: ListWeaver? { associatedValue(for: WeaverReference.key)?.weaver }
}

/// A weaver as its list bears it.
///
/// It is used by the overrides of the list's own methods only, so where the list is used, and never by two threads at once.
struct WeaverReference: @unchecked Sendable {
  static let key = AssociationKey<WeaverReference>()

  let weaver: ListWeaver
}
