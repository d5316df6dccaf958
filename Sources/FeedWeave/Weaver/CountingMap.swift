import Placement

/// A map that is asked section by section, held by reference so that no question copies it.
final class CountingMap {
  let map: InsertionMap

  init(_ map: InsertionMap) {
    self.map = map
  }
}
