import Synchronization

/// A class as an object: what the messages of the class itself are sent to.
///
/// There is one for each declared class, for ever. It is of a class object of its own, which is named as Swift names the
/// metatype, `"Account.Type"`, and whose superclass is that of the superclass's side. So hooks on a class message count for the
/// classes below, and everything that can be asked of an object and of its class can be asked here:
///
/// ```swift
/// class Account: InterceptableObject {
///   static let open = Message<ClassSide, Int, Account>(of: Account.self, "open(_:)") { type, amount in
///     type.init(amount)
///   }
///   class func open(_ amount: Int) -> Account { send(Account.open, amount) }
/// }
/// let everyClass = try Account.open.hook(.before) { call in print("opening", call.receiver.type) }
/// let oneClass = try Account.classSide.hook(Account.open, .before) { call in print("not for subclasses") }
/// ```
///
/// Swift lets the constant share its name with a class method that has arguments, not with one that has none.
public final class ClassSide: InterceptableObject, @unchecked Sendable {
  /// The class that it stands for.
  public let type: InterceptableObject.Type
  /// The class whose messages it gets: `"Account.Type"`.
  public let classObject: ClassObject

  /// Stands for a class from now on; with the registry in hand, to which its own class is known.
  init(of type: InterceptableObject.Type, in classObject: ClassObject) {
    self.type = type
    self.classObject = classObject
    super.init()
    actual.store(classObject.bits, ordering: .releasing)
  }
}

extension InterceptableObject {
  /// The object that stands for this class, and gets the messages of the class itself.
  public static var classSide: ClassSide {
    let classObject = ClassObject.of(self)
    if let known = classObject.knownSide { return known }
    guard let made = Registry.locked({ classObject.side(in: &$0) }) else {
      fatalError("\(self) is no declared class")
    }
    return made
  }

  /// Sends a message to this class itself: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public static func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<ClassSide, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try message.send(to: classSide, arguments)
  }

  /// Sends a message without arguments to this class itself.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public static func send<Result, Failure>(
    _ message: ThrowingMessage<ClassSide, Void, Result, Failure>
  ) throws(Failure) -> Result {
    try message.send(to: classSide, ())
  }
}

extension ClassObject {
  /// The object that stands for the class, if it has been asked for; it lives for ever.
  var knownSide: ClassSide? { ClassSide.from(bits: sideBits.load(ordering: .acquiring)) }

  /// Whether the class object is of no object that comes and goes.
  var livesForEver: Bool {
    guard isPersonal else { return true }
    if case .side = stated.role { return true }
    return false
  }

  /// The object that stands for the class, made if there is none; nil for what no class of the program is.
  func side(in registry: inout Registry) -> ClassSide? {
    if let knownSide { return knownSide }
    guard case .declared(let type) = role else { return nil }
    // Known before the side is made, which is an object of it.
    let sides = ClassObject.register(ClassSide.self, [], in: &registry)
    let above = parent?.side(in: &registry)?.classObject ?? sides
    let made = ClassObject(name: "\(name).Type", role: .side(of: type), parent: above, in: &registry)
    above.adopt(made, in: &registry)
    if registry.classesByName[made.name] == nil { registry.classesByName[made.name] = made }
    registry.classesByName["\(_typeName(type, qualified: true)).Type"] = made
    let side = ClassSide(of: type, in: made)
    sideBits.store(side.retainedBits(), ordering: .releasing)
    return side
  }
}
