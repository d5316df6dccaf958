/// An object that represents a class and receives the messages of the class itself.
///
/// Each declared class has one, which is never deallocated. Its class object is named like the Swift metatype,
/// `"Account.Type"`, and inherits from the class object of the superclass's class side. Therefore hooks on a class
/// message also run for subclasses, and all operations on objects and their classes work here too:
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
/// In Swift, the constant can have the same name as a class method with arguments, but not as one without.
public final class ClassSide: InterceptableObject, @unchecked Sendable {
  /// The class that this object represents.
  public let type: InterceptableObject.Type
  /// The class object in which this object's messages are looked up, such as `"Account.Type"`.
  public let classObject: ClassObject

  /// Creates the class side of a class; called with the registry locked, after ``ClassSide`` itself was registered.
  init(of type: InterceptableObject.Type, in classObject: ClassObject) {
    self.type = type
    self.classObject = classObject
    super.init()
    actual.store(unowned: classObject)
  }
}

extension InterceptableObject {
  /// The object that represents this class and receives its class messages.
  public static var classSide: ClassSide {
    let classObject = ClassObject.of(self)
    if let known = classObject.knownSide { return known }
    guard let made = Registry.locked({ classObject.side(in: &$0) }) else {
      fatalError("\(self) is no declared class")
    }
    return made
  }

  /// Sends a message to this class itself, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  public static func send<Arguments, Result, Failure>(
    _ message: ThrowingMessage<ClassSide, Arguments, Result, Failure>, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try message.send(to: classSide, arguments)
  }

  /// Sends a message without arguments to this class itself.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  public static func send<Result, Failure>(
    _ message: ThrowingMessage<ClassSide, Void, Result, Failure>
  ) throws(Failure) -> Result {
    try message.send(to: classSide, ())
  }
}

extension ClassObject {
  /// The class's ``ClassSide``, if it was created already; it is never deallocated.
  var knownSide: ClassSide? { side.current?.object }

  /// Whether the class object is never deallocated: all but the personal classes of ordinary objects.
  var livesForEver: Bool {
    guard isPersonal else { return true }
    if case .side = stated.role { return true }
    return false
  }

  /// Returns the class's ``ClassSide``, created if needed; nil if this isn't a declared class.
  func side(in registry: inout Registry) -> ClassSide? {
    if let knownSide { return knownSide }
    guard case .declared(let type) = role else { return nil }
    // Registered before the class side is created, which is an instance of it.
    let sides = ClassObject.register(ClassSide.self, [], in: &registry)
    let above = parent?.side(in: &registry)?.classObject ?? sides
    let made = ClassObject(name: "\(name).Type", role: .side(of: type), parent: above, in: &registry)
    above.adopt(made, in: &registry)
    if registry.classesByName[made.name] == nil { registry.classesByName[made.name] = made }
    registry.classesByName["\(_typeName(type, qualified: true)).Type"] = made
    let new = ClassSide(of: type, in: made)
    side.store(owned: new)
    return new
  }
}
