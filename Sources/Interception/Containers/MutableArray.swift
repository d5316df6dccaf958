/// An array as an object, whose access is by messages, so that it can be guarded, logged or counted.
///
/// A value may be missing: `nil` stands for what an untyped caller forgot. Without a guard, adding it and a bad index trap; with
/// one they are reported and ignored, see ``installGuard(on:report:)``. Where that is not wanted, use Swift's own array.
public final class MutableArray<Element>: InterceptableObject {
  /// What it holds.
  public private(set) var elements: [Element]

  /// Makes an array of elements.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The messages, by which tools find them.
  override public class var messages: MessageList { [add, read, insert, remove, replace] }

  /// How many elements there are.
  public var count: Int { elements.count }

  /// Adds an element behind the last.
  ///
  /// - Precondition: the element is not missing.
  public func add(_ element: Element?) { send(MutableArray.add, element) }

  /// The element at an index; nil only under a guard, where there is none.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public func read(at index: Int) -> Element? { send(MutableArray.read, index) }

  /// Puts an element ahead of the one at an index, or behind the last.
  ///
  /// - Precondition: `index` is in `0...count`, the element is not missing.
  public func insert(_ element: Element?, at index: Int) { send(MutableArray.insert, (element, at: index)) }

  /// Takes an element out and answers it; nil only under a guard, where there is none.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @discardableResult
  public func remove(at index: Int) -> Element? { send(MutableArray.remove, index) }

  /// Puts an element in the place of another.
  ///
  /// - Precondition: `index` is in `0..<count`, the element is not missing.
  public func replace(at index: Int, with element: Element?) {
    send(MutableArray.replace, (at: index, with: element))
  }
}

extension MutableArray {
  /// The message behind ``add(_:)``.
  public static var add: Message<MutableArray, Element?, Void> {
    Message("add(_:)") { array, element in
      array.elements.append(trap(on: array.violation("add(_:)", element), else: element))
    }
  }

  /// The message behind ``read(at:)``.
  public static var read: Message<MutableArray, Int, Element?> {
    Message("read(at:)") { array, index in
      array.elements[trap(on: array.violation("read(at:)", index, in: 0..<array.count), else: index)]
    }
  }

  /// The message behind ``insert(_:at:)``.
  public static var insert: Message<MutableArray, (Element?, at: Int), Void> {
    Message("insert(_:at:)") { array, new in
      let violation =
        array.violation("insert(_:at:)", new.at, in: 0..<array.count + 1) ?? array.violation("insert(_:at:)", new.0)
      array.elements.insert(trap(on: violation, else: new.0), at: new.at)
    }
  }

  /// The message behind ``remove(at:)``.
  public static var remove: Message<MutableArray, Int, Element?> {
    Message("remove(at:)") { array, index in
      array.elements.remove(at: trap(on: array.violation("remove(at:)", index, in: 0..<array.count), else: index))
    }
  }

  /// The message behind ``replace(at:with:)``.
  public static var replace: Message<MutableArray, (at: Int, with: Element?), Void> {
    Message("replace(at:with:)") { array, new in
      let violation =
        array.violation("replace(at:with:)", new.at, in: 0..<array.count)
        ?? array.violation("replace(at:with:)", new.with)
      array.elements[new.at] = trap(on: violation, else: new.with)
    }
  }
}
