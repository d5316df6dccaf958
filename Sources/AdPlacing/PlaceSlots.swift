import Placement

/// Objects by the numbers of places, few of many numbers: a tree of small arrays.
///
/// A change of a copy copies a few dozen references, however many objects there are. The objects are of no particular
/// type, so that this code, unlike that of a generic type, is compiled for what it stores.
struct PlaceSlots {
  private typealias Leaf = ContiguousArray<AnyObject?>
  private typealias Group = ContiguousArray<Leaf>

  private static let leafCapacity = 32
  private static let groupCapacity = 64

  /// Arrays without any object are empty.
  private var groups: ContiguousArray<Group> = []
  private(set) var count = 0

  /// The object of a place.
  ///
  /// - Complexity: O(1) to get it; O(numbers / 2,048) to set it.
  subscript(id: LivePlacement.PlaceID) -> AnyObject? {
    get {
      let (group, leaf, slot) = PlaceSlots.position(of: id)
      guard group < groups.count, leaf < groups[group].count, slot < groups[group][leaf].count else { return nil }
      return groups[group][leaf][slot]
    }
    set {
      let (group, leaf, slot) = PlaceSlots.position(of: id)
      if newValue == nil, self[id] == nil { return }
      while groups.count <= group { groups.append([]) }
      if groups[group].isEmpty { groups[group] = Group(repeating: [], count: PlaceSlots.groupCapacity) }
      if groups[group][leaf].isEmpty { groups[group][leaf] = Leaf(repeating: nil, count: PlaceSlots.leafCapacity) }
      count += (newValue == nil ? 0 : 1) - (groups[group][leaf][slot] == nil ? 0 : 1)
      groups[group][leaf][slot] = newValue
    }
  }

  /// Calls `body` with each place that has an object, in the order of the numbers.
  func forEach(_ body: (LivePlacement.PlaceID, AnyObject) -> Void) {
    for (group, leaves) in groups.enumerated() {
      for (leaf, slots) in leaves.enumerated() {
        let first = (group * PlaceSlots.groupCapacity + leaf) * PlaceSlots.leafCapacity
        for (slot, object) in slots.enumerated() {
          if let object { body(LivePlacement.PlaceID(number: first + slot), object) }
        }
      }
    }
  }

  private static func position(of id: LivePlacement.PlaceID) -> (group: Int, leaf: Int, slot: Int) {
    let leaf = id.number / leafCapacity
    return (leaf / groupCapacity, leaf % groupCapacity, id.number % leafCapacity)
  }
}
