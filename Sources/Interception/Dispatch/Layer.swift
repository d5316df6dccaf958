/// What one class, and the object itself, put around one implementation of a message; and the superclass's layer inside it.
///
/// A chain is a layer with those inside it. It never changes: whoever hooks or unhooks puts another one in its place.
/// Order within a layer: befores, then the arounds from the outside in, then the insteads in sequence, the last of which
/// gives the result, or else the implementation; then afters.
///
/// The original is not part of a chain. Each call brings its own, that of the message that was sent, since several messages of
/// one name may share a chain: that of a class, and that which a subclass declares.
@usableFromInline
final class Layer<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Chain, @unchecked Sendable {
  @usableFromInline typealias Override =
    (inout OverrideCall<Receiver, Arguments, Result, Failure>) throws(Failure) -> Result

  @usableFromInline typealias Original = ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  // Asked instead of the optionals, so that they are called without being counted.
  @usableFromInline typealias Node = AroundNode<Receiver, Arguments, Result, Failure>
  @usableFromInline typealias Step = AroundCall<Receiver, Arguments, Result, Failure>

  @usableFromInline let hasBefore: Bool
  @usableFromInline let hasAfter: Bool
  @usableFromInline let hasAround: Bool
  @usableFromInline let hasInstead: Bool
  @usableFromInline let hasOverride: Bool
  @usableFromInline let hasSuper: Bool
  /// Whether it is the observers of a property, outside every level.
  @usableFromInline let isObservation: Bool

  // The advice of a layer with a shape of its own; where there is none, they are not called.
  @usableFromInline let soleBefore: BeforeNode<Receiver, Arguments, Failure>.Body
  @usableFromInline let soleAfter: AfterNode<Receiver, Arguments, Result, Failure>.Body
  @usableFromInline let soleAround: AroundNode<Receiver, Arguments, Result, Failure>.Body
  @usableFromInline let firstBefore: BeforeNode<Receiver, Arguments, Failure>?
  @usableFromInline let firstAround: AroundNode<Receiver, Arguments, Result, Failure>?
  @usableFromInline let firstInstead: AroundNode<Receiver, Arguments, Result, Failure>?
  @usableFromInline let firstAfter: AfterNode<Receiver, Arguments, Result, Failure>?
  @usableFromInline let override: Override?
  @usableFromInline let superLayer: Layer?
  /// The class of the program whose level this is; nil for a dynamic subclass.
  private let level: InterceptableObject.Type?
  /// Whether a class of the program has an implementation made at run time, here or inside.
  @usableFromInline let replacesOriginal: Bool
  /// Held for as long as a call may be inside, for those who wait for the advice to go.
  private let presences: [AdvicePresence]

  init(
    befores: BeforeNode<Receiver, Arguments, Failure>?, arounds: AroundNode<Receiver, Arguments, Result, Failure>?,
    insteads: AroundNode<Receiver, Arguments, Result, Failure>?,
    afters: AfterNode<Receiver, Arguments, Result, Failure>?, override: Override?, superLayer: Layer?,
    level: InterceptableObject.Type? = nil, isObservation: Bool = false, presences: [AdvicePresence]
  ) {
    let shape = Layer.shape(befores, arounds, afters, isElse: insteads != nil || override != nil || superLayer != nil)
    soleBefore = befores?.body ?? AdviceFunction { _ throws(Failure) in }
    soleAfter = afters?.body ?? AdviceFunction { _ throws(Failure) in }
    soleAround = arounds?.body ?? AdviceFunction { _ throws(Failure) in preconditionFailure("no advice") }
    hasBefore = befores != nil
    hasAfter = afters != nil
    hasAround = arounds != nil
    hasInstead = insteads != nil
    hasOverride = override != nil
    hasSuper = superLayer != nil
    self.isObservation = isObservation
    firstBefore = befores
    firstAround = arounds
    firstInstead = insteads
    firstAfter = afters
    self.override = override
    self.superLayer = superLayer
    self.level = level
    replacesOriginal = override != nil && level != nil || superLayer?.replacesOriginal == true
    self.presences = presences
    super.init(shape)
  }

  private static func shape(
    _ before: BeforeNode<Receiver, Arguments, Failure>?, _ around: AroundNode<Receiver, Arguments, Result, Failure>?,
    _ after: AfterNode<Receiver, Arguments, Result, Failure>?, isElse: Bool
  ) -> ChainShape {
    let isPlainBefore = before == nil || before?.isPlain == true
    switch (before != nil, around != nil, after != nil, isElse) {
    case (true, false, false, false) where isPlainBefore: return .before
    case (_, false, true, false) where isPlainBefore && after?.isPlain == true: return .pair
    case (false, true, false, false) where around?.isPlain == true: return .around
    default: return .any
    }
  }

  /// What the whole layer comes to.
  @inlinable
  @inline(__always)
  func outcome(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      return .success(try run(receiver, arguments, original))
    } catch {
      return .failure(error)
    }
  }

  /// The whole layer.
  @inlinable
  @inline(never)
  func run(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if hasAfter { return try runWithAfters(receiver, arguments, original) }
    if hasBefore {
      var call = BeforeCall(receiver, arguments)
      try firstBefore?.run(&call)
      return try proceed(receiver, call.arguments, original)
    }
    return try proceed(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func runWithAfters(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    var call = BeforeCall(receiver, arguments)
    var outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try firstBefore?.run(&call)
      outcome = .success(try proceed(receiver, call.arguments, original))
    } catch {
      outcome = .failure(error)
    }
    var done = AfterCall(receiver, call.arguments, outcome)
    firstAfter?.run(&done)
    return try done.outcome.get()
  }

  /// The chain between before and after.
  @inlinable
  @inline(__always)
  func proceed(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if hasAround { return try unsafe firstAround.unsafelyUnwrapped.run(in: self, receiver, arguments, original) }
    return try replaceOrImplement(receiver, arguments, original)
  }

  /// What an around or instead advice stands around.
  @inlinable
  @inline(never)
  func proceed(
    to inner: UInt, _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      if inner == Step.implementation { return .success(try implement(receiver, arguments, original)) }
      if inner == Step.insteads { return .success(try replaceOrImplement(receiver, arguments, original)) }
      let node = unsafe Unmanaged<Node>.fromOpaque(UnsafeRawPointer(bitPattern: inner).unsafelyUnwrapped)
      return .success(
        try unsafe node.withBorrowed { node throws(Failure) in try node.run(in: self, receiver, arguments, original) })
    } catch {
      return .failure(error)
    }
  }

  /// The insteads in sequence, or the implementation where there are none.
  @inlinable
  @inline(__always)
  func replaceOrImplement(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if hasInstead { return try replace(receiver, arguments, original) }
    return try implement(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func replace(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    var last: Result?
    var node = firstInstead
    while let current = node {
      node = current.next
      guard current.admission?.admits() ?? true else { continue }
      var call = unsafe Step(
        receiver, arguments, layer: .passUnretained(self), inner: Step.implementation, original)
      last = try current.body(&call)
    }
    if let last { return last }
    return try implement(receiver, arguments, original)
  }

  /// This level's implementation: its own, or the inherited one.
  @inlinable
  @inline(__always)
  func implement(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if hasOverride { return try runOverride(receiver, arguments, original) }
    return try inherit(receiver, arguments, original)
  }

  @inlinable
  @inline(never)
  func runOverride(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    guard let override else { return try inherit(receiver, arguments, original) }
    var call = OverrideCall(receiver, arguments, layer: self, original)
    return try override(&call)
  }

  /// What the superclass has: its layer, or the original.
  @inlinable
  @inline(__always)
  func inherit(
    _ receiver: Receiver, _ arguments: Arguments, _ original: @escaping Original
  ) throws(Failure) -> Result {
    if hasSuper { return try unsafe superLayer.unsafelyUnwrapped.run(receiver, arguments, original) }
    return try original(receiver, arguments)
  }

  /// The chain for a message that a class declares: without the implementations that classes above it were given at run time,
  /// since those replace another original.
  ///
  /// - Complexity: O(levels); it is asked for only where ``replacesOriginal`` is true.
  @usableFromInline
  @inline(never)
  func chain(declaredIn type: InterceptableObject.Type) -> Layer {
    guard hidesImplementation(from: type) else { return self }
    return Layer(
      befores: firstBefore, arounds: firstAround, insteads: firstInstead, afters: firstAfter,
      override: type.inheritsStrictly(from: level) ? nil : override, superLayer: superLayer?.chain(declaredIn: type),
      level: level, isObservation: isObservation, presences: presences)
  }

  /// Whether a class above the given one has an implementation made at run time.
  private func hidesImplementation(from type: InterceptableObject.Type) -> Bool {
    override != nil && type.inheritsStrictly(from: level) || superLayer?.hidesImplementation(from: type) == true
  }
}
