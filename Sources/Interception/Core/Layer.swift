/// The advice of one level, class and object, around one implementation of a message, with the superclass's layer
/// inside.
///
/// A chain is a layer with its inner layers. It is immutable; hooking and unhooking replace it. Order within a layer:
/// before advice, around advice from the outside in, instead advice in sequence, the last of which returns the result,
/// or the implementation if there is none, and then after advice.
///
/// The original isn't part of a chain. Each call passes the original of the message that was sent, since a class and
/// its subclass may declare messages of the same name, which share a chain.
@usableFromInline
final class Layer<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Chain, @unchecked Sendable {
  @usableFromInline typealias Override =
    (inout OverrideCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result

  @usableFromInline typealias Original = ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  @usableFromInline typealias Step = AroundCall<Receiver, Arguments, Result, Failure>
  @usableFromInline typealias Before = AdviceNode<AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>>
  @usableFromInline typealias After =
    AdviceNode<AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>>
  /// Around or instead advice.
  @usableFromInline typealias Around = AdviceNode<AdviceFunction<Step, Result, Failure>>

  // Flags to test instead of the optionals, so that their closures are called without reference counting.
  @usableFromInline let hasBefore: Bool
  @usableFromInline let hasAfter: Bool
  @usableFromInline let hasAround: Bool
  @usableFromInline let hasInstead: Bool
  @usableFromInline let hasOverride: Bool
  @usableFromInline let hasSuper: Bool
  /// Whether this is the layer of property observers, outside all levels.
  @usableFromInline let isObservation: Bool

  // The advice of layers with a special shape; not called if the layer has none.
  @usableFromInline let soleBefore: AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>
  @usableFromInline let soleAfter: AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline let soleAround: AdviceFunction<Step, Result, Failure>
  @usableFromInline let lists: AdviceLists
  @usableFromInline let override: Override?
  @usableFromInline let superLayer: Layer?
  /// The declared class of this level; nil for a dynamic subclass.
  private let level: InterceptableObject.Type?
  /// Whether a declared class has a run-time implementation at this level or an inner one.
  @usableFromInline let replacesOriginal: Bool
  /// The observers of the classes and of the object, if this is the observers' layer.
  private let observers: [AdviceTree]

  convenience init(
    _ lists: AdviceLists = AdviceLists(), override: Override?, superLayer: Layer?,
    level: InterceptableObject.Type? = nil
  ) {
    self.init(lists, override, superLayer, level, observers: [])
  }

  /// Creates the layer of property observers around another layer.
  convenience init(observers: [AdviceTree], superLayer: Layer?) {
    self.init(AdviceLists(), nil, superLayer, nil, observers: observers)
  }

  private init(
    _ lists: AdviceLists, _ override: Override?, _ superLayer: Layer?, _ level: InterceptableObject.Type?,
    observers: [AdviceTree]
  ) {
    let before = AdviceList<Before>(lists.befores).sole
    let around = AdviceList<Around>(lists.arounds).sole
    let after = AdviceList<After>(lists.afters).sole
    soleBefore = before?.body ?? AdviceFunction { _ throws(Failure) in }
    soleAfter = after?.body ?? AdviceFunction { _ throws(Failure) in }
    soleAround =
      observers.isEmpty
      ? around?.body ?? AdviceFunction { _ throws(Failure) in preconditionFailure("no advice") }
      : Observer.advice(of: observers)
    hasBefore = lists.befores != nil
    hasAfter = lists.afters != nil
    hasAround = lists.arounds != nil || !observers.isEmpty
    hasInstead = lists.insteads != nil
    hasOverride = override != nil
    hasSuper = superLayer != nil
    isObservation = !observers.isEmpty
    self.lists = lists
    self.override = override
    self.superLayer = superLayer
    self.level = level
    replacesOriginal = override != nil && level != nil || superLayer?.replacesOriginal == true
    self.observers = observers
    let isElse = lists.insteads != nil || override != nil || superLayer != nil
    let alone: ChainShape = observers.isEmpty ? Layer.shape(lists, before, around, after) : .around
    let isOverride = override != nil && !lists.hasAdvice && observers.isEmpty && !replacesOriginal
    super.init(isOverride ? .override : isElse ? .any : alone)
  }

  /// Returns the shape of a layer with advice only.
  private static func shape(
    _ lists: AdviceLists, _ before: Before?,
    _ around: Around?,
    _ after: After?
  ) -> ChainShape {
    let isPlainBefore = lists.befores == nil || before?.isPlain == true
    switch (lists.befores != nil, lists.arounds != nil, lists.afters != nil) {
    case (true, false, false) where isPlainBefore: return .before
    case (_, false, true) where isPlainBefore && after?.isPlain == true: return .pair
    case (false, true, false) where around?.isPlain == true: return .around
    default: return .any
    }
  }

  override func holds(_ token: AspectToken) -> Bool {
    lists.contains { $0.token === token } || observers.contains { $0.contains { $0.token === token } }
      || superLayer?.holds(token) == true
  }

  /// Runs the whole layer and returns its outcome.
  @inlinable
  @inline(__always)
  func outcome(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original)
    -> Swift.Result<Result, Failure>
  {
    do throws(Failure) {
      return .success(try run(receiver, arguments, original))
    } catch {
      return .failure(error)
    }
  }

  /// Runs the whole layer.
  @inlinable
  @inline(never)
  func run(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure) -> Result {
    if hasAfter { return try runWithAfters(receiver, arguments, original) }
    if hasBefore {
      var call = BeforeCall(receiver, arguments)
      try runBefores(&call)
      return try proceed(receiver, call.arguments, original)
    }
    return try proceed(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func runWithAfters(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure)
    -> Result
  {
    var call = BeforeCall(receiver, arguments)
    var outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try runBefores(&call)
      outcome = .success(try proceed(receiver, call.arguments, original))
    } catch {
      outcome = .failure(error)
    }
    var done = AfterCall(receiver, call.arguments, outcome)
    if let afters = lists.afters { Layer.run(afters, &done) }
    return try done.outcome.get()
  }

  @inlinable
  @inline(__always)
  func runBefores(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    if let befores = lists.befores { try Layer.run(befores, &call) }
  }

  /// Runs everything between before and after advice.
  @inlinable
  @inline(__always)
  func proceed(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure) -> Result {
    if hasAround { return try proceed(toAround: 0, receiver, arguments, original) }
    return try replaceOrImplement(receiver, arguments, original)
  }

  /// Runs the around advice at an index and what is inside it, or what is inside all of it.
  @inlinable
  func proceed(toAround number: Int, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original)
    throws(Failure) -> Result
  {
    if let arounds = lists.arounds, number < arounds.count {
      return try run(arounds, at: number, number, receiver, arguments, original)
    }
    if isObservation && number == 0 {
      var call = Step(receiver, arguments, layer: Unretained(self), inner: Step.around(1), original)
      return try soleAround(&call)
    }
    return try replaceOrImplement(receiver, arguments, original)
  }

  /// Runs what is inside an around or instead advice.
  @inlinable
  @inline(never)
  func proceed(
    to inner: UInt, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      if inner == Step.implementation { return .success(try implement(receiver, arguments, original)) }
      return .success(try proceed(toAround: Step.number(ofAround: inner), receiver, arguments, original))
    } catch {
      return .failure(error)
    }
  }

  /// Runs the instead advice in sequence, or the implementation if there is none.
  @inlinable
  @inline(__always)
  func replaceOrImplement(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure)
    -> Result
  {
    if hasInstead { return try replace(receiver, arguments, original) }
    return try implement(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func replace(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure) -> Result {
    var last: Result?
    if let insteads = lists.insteads {
      try replace(by: insteads, receiver, arguments, original, &last)
    }
    if let last { return last }
    return try implement(receiver, arguments, original)
  }

  /// Runs this level's run-time implementation, or the inherited one if there is none.
  @inlinable
  @inline(__always)
  func implement(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure) -> Result
  {
    if hasOverride { return try runOverride(receiver, arguments, original) }
    return try inherit(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func runOverride(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure)
    -> Result
  {
    guard let override else { return try inherit(receiver, arguments, original) }
    var call = OverrideCall(receiver, arguments, layer: self, original)
    return try override(&call)
  }

  /// Runs this level's run-time implementation and returns its outcome, in a layer of the shape ``ChainShape/override``.
  @inlinable
  @inline(__always)
  func overrideOutcome(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original)
    -> Swift.Result<Result, Failure>
  {
    do throws(Failure) {
      return .success(try runOverride(receiver, arguments, original))
    } catch {
      return .failure(error)
    }
  }

  /// Runs the superclass's layer, or the original if there is none.
  @inlinable
  @inline(__always)
  func inherit(_ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original) throws(Failure) -> Result {
    if hasSuper { return try unsafe superLayer.unsafelyUnwrapped.run(receiver, arguments, original) }
    return try original(receiver, arguments)
  }

  /// Returns the chain for a message that a class declares, without the run-time implementations of its superclasses,
  /// since those replace another original.
  ///
  /// - Complexity: O(levels); called only if ``replacesOriginal`` is true.
  @usableFromInline
  @inline(never)
  func chain(declaredIn type: InterceptableObject.Type) -> Layer {
    guard hidesImplementation(from: type) else { return self }
    return Layer(
      lists, type.inheritsStrictly(from: level) ? nil : override, superLayer?.chain(declaredIn: type), level,
      observers: observers)
  }

  /// Returns whether a superclass of the given class has a run-time implementation in this chain.
  private func hidesImplementation(from type: InterceptableObject.Type) -> Bool {
    override != nil && type.inheritsStrictly(from: level) || superLayer?.hidesImplementation(from: type) == true
  }
}
