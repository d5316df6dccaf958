/// The running of chains.
///
/// At each level: before advice, around advice from the outside in, instead advice in sequence, the last of which gives
/// the result, or the implementation if there is none, and then after advice. The implementation of a level without a
/// run-time implementation is the next level, or at last the original.
extension ThrowingMessage {
  @usableFromInline typealias Before = AdviceNode<AdviceFunction<BeforeCall<Receiver, Arguments>, Void, Failure>>
  /// Around or instead advice.
  @usableFromInline typealias Around =
    AdviceNode<AdviceFunction<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>>
  @usableFromInline typealias After =
    AdviceNode<AdviceFunction<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>>
  @usableFromInline typealias Override =
    ImplementationNode<AdviceFunction<OverrideCall<Receiver, Arguments, Result, Failure>, Result, Failure>>
  @usableFromInline typealias Frame = CallFrame<Receiver, Arguments, Result, Failure>
  @usableFromInline typealias Level = UnsafePointer<Chain.Level>

  /// Runs a chain, which must be kept alive meanwhile.
  ///
  /// Functions here take no closures: the optimizer would retain what they capture.
  @inlinable @inline(__always)
  static func run(
    _ chain: Unretained<Chain>, _ original: @escaping Implementation, _ receiver: Receiver, _ arguments: Arguments
  ) -> Swift.Result<Result, Failure> {
    let (level, isPlain) = unsafe chain.borrow { unsafe (UnsafePointer($0.levels), $0.isPlain) }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      guard isPlain else { return .success(try unsafe run(level, original, receiver, arguments)) }
    } catch {
      return .failure(error)
    }
    // Nothing but before and after advice: there is nothing to proceed to, and no frame.
    var call = BeforeCall(Unretained(receiver), arguments)
    do throws(Failure) {
      try unsafe runBefores(level, &call)
      outcome = .success(try original(receiver, call.arguments))
    } catch {
      outcome = .failure(error)
    }
    return unsafe level.pointee.afters.count == 0 ? outcome : runAfters(level, call, outcome)
  }

  /// Runs a level and all inside it, in a new frame.
  @inlinable @inline(__always)
  static func run(
    _ level: Level, _ original: @escaping Implementation, _ receiver: Receiver, _ arguments: Arguments
  ) throws(Failure) -> Result {
    var frame = Frame(receiver, original)
    return try unsafe run(&frame, level, arguments)
  }

  /// Runs a level and all inside it.
  @inlinable @inline(never)
  static func run(_ frame: Frame.Pointer, _ level: Level, _ arguments: Arguments) throws(Failure) -> Result {
    if unsafe level.pointee.afters.count == 0 {
      // Without advice to change them, the arguments needn't be copied.
      if unsafe level.pointee.befores.count == 0 { return try unsafe proceed(frame, level, 0, arguments) }
      var call = unsafe BeforeCall(frame.pointee.target, arguments)
      try unsafe runBefores(level, &call)
      return try unsafe proceed(frame, level, 0, call.arguments)
    }
    var call = unsafe BeforeCall(frame.pointee.target, arguments)
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try unsafe runBefores(level, &call)
      outcome = .success(try unsafe proceed(frame, level, 0, call.arguments))
    } catch {
      outcome = .failure(error)
    }
    return try unsafe runAfters(level, call, outcome).get()
  }

  /// Runs a level's after advice, after a call with an outcome.
  @inlinable @inline(__always)
  static func runAfters(
    _ level: Level, _ call: borrowing BeforeCall<Receiver, Arguments>, _ outcome: Swift.Result<Result, Failure>
  ) -> Swift.Result<Result, Failure> {
    var done = AfterCall(call.target, call.arguments, outcome)
    for index in 0..<(unsafe level.pointee.afters.count) {
      let advice = unsafe level.pointee.afters.node(index, as: After.self)
      let hasThrown = done.hasThrown
      if advice.borrow({ $0.isConditional && !$0.isAdmitted(afterThrowing: hasThrown) }) { continue }
      do throws(Failure) {
        try advice.run(&done)
      } catch {
        done.outcome = .failure(error)
      }
    }
    return done.outcome
  }

  @inlinable @inline(__always)
  static func runBefores(_ level: Level, _ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    for index in 0..<(unsafe level.pointee.befores.count) {
      let advice = unsafe level.pointee.befores.node(index, as: Before.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
      try advice.run(&call)
    }
  }

  /// Runs a level's around advice from an index inward; after the last one, the instead advice or the implementation.
  @inlinable @inline(__always)
  static func proceed(
    _ frame: Frame.Pointer, _ level: Level, _ index: Int, _ arguments: Arguments
  ) throws(Failure) -> Result {
    if unsafe index < level.pointee.arounds.count {
      let advice = unsafe level.pointee.arounds.node(index, as: Around.self)
      if advice.borrow({ !$0.isConditional || $0.isAdmitted }) {
        var call = unsafe AroundCall(frame, level, index &+ 1, arguments)
        return try advice.run(&call)
      }
    } else if unsafe level.pointee.inner == .original {
      return try unsafe frame.pointee.callOriginal(arguments)
    } else if unsafe level.pointee.inner == .nextLevel {
      return try unsafe run(frame, level + 1, arguments)
    }
    return try unsafe proceedElsewhere(frame, level, index, arguments)
  }

  /// Proceeds past around advice that isn't admitted, or to instead advice, an implementation, or another level.
  @inlinable @inline(never)
  static func proceedElsewhere(
    _ frame: Frame.Pointer, _ level: Level, _ index: Int, _ arguments: Arguments
  ) throws(Failure) -> Result {
    let arounds = unsafe level.pointee.arounds
    if index < arounds.count { return try unsafe proceed(frame, level, index + 1, arguments) }
    // Past the end of the around advice is the instead advice, and past that the implementation.
    var last: Result?
    if index == arounds.count {
      for number in 0..<(unsafe level.pointee.insteads.count) {
        let advice = unsafe level.pointee.insteads.node(number, as: Around.self)
        if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
        var call = unsafe AroundCall(frame, level, arounds.count + 1, arguments)
        last = .some(try advice.run(&call))
      }
    }
    if let last { return last }
    // An implementation in a superclass doesn't replace the original of a message that a subclass declares itself.
    guard let implementation = unsafe level.pointee.implementation,
      unsafe level.pointee.type == nil || !frame.pointee.type.inheritsStrictly(from: level.pointee.type)
    else { return try unsafe inherit(frame, level, arguments) }
    var call = unsafe OverrideCall(frame, level, arguments)
    return try Unretained<Override>(nonzero: implementation.bits).borrowThrowing { override throws(Failure) in
      try override.function.body(&call)
    }
  }

  /// Runs the next level, or the original after the last one.
  @inlinable @inline(__always)
  static func inherit(_ frame: Frame.Pointer, _ level: Level, _ arguments: Arguments) throws(Failure) -> Result {
    if unsafe level.pointee.isLast { return try unsafe frame.pointee.callOriginal(arguments) }
    return try unsafe run(frame, level + 1, arguments)
  }
}
