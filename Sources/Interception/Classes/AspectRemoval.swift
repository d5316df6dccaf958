/// Takes advice out of any number of levels, and then makes each chain that held some of it once.
struct AspectRemoval {
  /// A level out of which something was taken.
  private struct Level {
    let classObject: ClassObject
    let kind: MessageKind
  }

  private struct Key: Hashable {
    let classObject: ObjectIdentifier
    let selector: Selector
  }

  // The first one apart: most removals are of one advice, or of one level.
  private var first: Level?
  private var others: [Key: Level] = [:]

  /// Takes one advice out; returns whether it was there.
  mutating func remove(_ aspect: Aspect, from classObject: ClassObject, in registry: inout Registry) -> Bool {
    guard let book = classObject.books[aspect.selector], let removed = book.remove(aspect) else { return false }
    note(book, of: classObject)
    registry.garbage.append(removed)
    return removed.admission?.withdraw(aspect) ?? true
  }

  /// Takes out each advice of a class that has a name; returns how many there were.
  mutating func removeAll(named name: String, from classObject: ClassObject, in registry: inout Registry) -> Int {
    var count = 0
    for book in classObject.books.values {
      guard let (removed, former) = book.removeAll(named: name) else { continue }
      note(book, of: classObject)
      count += removed
      // What is freed with the last reference to the former lists is freed outside the lock.
      for list in former.all { registry.garbage.append(list) }
    }
    return count
  }

  private mutating func note(_ book: LevelBook, of classObject: ClassObject) {
    let selector = book.kind.selector
    if book.isEmpty { classObject.books[selector] = nil }
    if let first, first.classObject !== classObject || first.kind.selector != selector {
      let key = Key(classObject: ObjectIdentifier(classObject), selector: selector)
      if others[key] == nil { others[key] = Level(classObject: classObject, kind: book.kind) }
    } else {
      first = first ?? Level(classObject: classObject, kind: book.kind)
    }
  }

  /// Makes the chains of all levels out of which something was taken, and of the classes below, once each.
  func finish(in registry: inout Registry) {
    guard let first else { return }
    if others.isEmpty {
      first.classObject.rebuild(first.kind, in: &registry)
      return first.classObject.returnOwnerIfPlain(in: &registry)
    }
    let levels = [first] + others.values
    var rebuilt: Set<Key> = []
    for level in levels {
      for object in level.classObject.descent
      where rebuilt.insert(Key(classObject: ObjectIdentifier(object), selector: level.kind.selector)).inserted {
        object.refresh(level.kind, in: &registry)
      }
    }
    for level in levels { level.classObject.returnOwnerIfPlain(in: &registry) }
  }
}
