/// The running of chains.
///
/// At each level: before advice, around advice from the outside in, instead advice in sequence, the last of which gives
/// the result, or the implementation if there is none, and then after advice. The implementation of a level without a
/// run-time implementation is the next level, or at last the original.
extension ThrowingMessage {
  @usableFromInline typealias Before = AdviceNode<BeforeCall<Receiver, Arguments>, Void, Failure>
  /// Around or instead advice.
  @usableFromInline typealias Around = AdviceNode<AroundCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline typealias After = AdviceNode<AfterCall<Receiver, Arguments, Result, Failure>, Void, Failure>
  @usableFromInline typealias Override =
    ImplementationNode<OverrideCall<Receiver, Arguments, Result, Failure>, Result, Failure>
  @usableFromInline typealias Frame = CallFrame<Receiver, Arguments, Result, Failure>
  @usableFromInline typealias Levels = UnsafeMutablePointer<Chain.Level>

  /// Runs a chain, which must be protected meanwhile, from a level inward.
  @inlinable @inline(__always)
  static func run(
    _ chain: Unretained<Chain>, from level: Int = 0, _ original: @escaping Implementation, _ receiver: Receiver,
    _ arguments: Arguments
  ) throws(Failure) -> Result {
    let (levels, isPlain) = unsafe chain.borrow { unsafe ($0.levels, $0.isPlain) }
    // Nothing but before and after advice: there is nothing to proceed to, and no frame.
    if isPlain {
      return try unsafe surround(levels, Unretained(receiver), arguments) { arguments throws(Failure) in
        try original(receiver, arguments)
      }
    }
    return try unsafe Frame.lending(receiver, chain, original) { frame throws(Failure) in
      try unsafe run(frame, level, arguments)
    }
  }

  /// Runs a level and all inside it.
  @inlinable @inline(never)
  static func run(_ frame: Frame.Pointer, _ level: Int, _ arguments: Arguments) throws(Failure) -> Result {
    let levels = unsafe frame.pointee.chain.borrow { unsafe $0.levels }
    return try unsafe surround(levels + level, frame.pointee.target, arguments) { arguments throws(Failure) in
      try unsafe proceed(frame, level, 0, arguments)
    }
  }

  /// Runs a level's before advice, `body`, and its after advice.
  @inlinable @inline(__always)
  static func surround(
    _ level: Levels, _ target: Unretained<Receiver>, _ arguments: Arguments,
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var call = BeforeCall(target, arguments)
    guard unsafe level.pointee.afters.count != 0 else {
      try unsafe runBefores(level, &call)
      return try body(call.arguments)
    }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) {
      try unsafe runBefores(level, &call)
      outcome = .success(try body(call.arguments))
    } catch {
      outcome = .failure(error)
    }
    var done = AfterCall(target, call.arguments, outcome)
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
    return try done.outcome.get()
  }

  @inlinable @inline(__always)
  static func runBefores(_ level: Levels, _ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    for index in 0..<(unsafe level.pointee.befores.count) {
      let advice = unsafe level.pointee.befores.node(index, as: Before.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
      try advice.run(&call)
    }
  }

  /// Runs a level's around advice from an index inward; after the last one, the instead advice or the implementation.
  @inlinable @inline(__always)
  static func proceed(
    _ frame: Frame.Pointer, _ level: Int, _ index: Int, _ arguments: Arguments
  ) throws(Failure) -> Result {
    let levels = unsafe frame.pointee.chain.borrow { unsafe $0.levels }
    let arounds = unsafe levels[level].arounds
    if index < arounds.count {
      let advice = arounds.node(index, as: Around.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) {
        return try unsafe skip(frame, level, index + 1, arguments)
      }
      var call = unsafe AroundCall(frame, level, index &+ 1, arguments)
      return try advice.run(&call)
    }
    if unsafe index > arounds.count || levels[level].insteads.count == 0 {
      return try unsafe implement(frame, level, arguments)
    }
    return try unsafe replace(frame, level, arguments)
  }

  /// Proceeds past around advice that isn't admitted.
  @inlinable @inline(never)
  static func skip(
    _ frame: Frame.Pointer, _ level: Int, _ index: Int, _ arguments: Arguments
  ) throws(Failure) -> Result {
    try unsafe proceed(frame, level, index, arguments)
  }

  /// Runs a level's instead advice in sequence; without any that is admitted, the implementation.
  @inlinable @inline(never)
  static func replace(_ frame: Frame.Pointer, _ level: Int, _ arguments: Arguments) throws(Failure) -> Result {
    let (arounds, insteads) = unsafe frame.pointee.chain.borrow {
      unsafe ($0.levels[level].arounds, $0.levels[level].insteads)
    }
    var last: Result?
    for index in 0..<insteads.count {
      let advice = insteads.node(index, as: Around.self)
      if advice.borrow({ $0.isConditional && !$0.isAdmitted }) { continue }
      // Past the end of the around advice is the implementation.
      var call = unsafe AroundCall(frame, level, arounds.count &+ 1, arguments)
      last = .some(try advice.run(&call))
    }
    if let last { return last }
    return try unsafe implement(frame, level, arguments)
  }

  /// Runs a level's run-time implementation, or the inherited one if there is none.
  @inlinable @inline(__always)
  static func implement(_ frame: Frame.Pointer, _ level: Int, _ arguments: Arguments) throws(Failure) -> Result {
    let (implementation, type) = unsafe frame.pointee.chain.borrow {
      unsafe ($0.levels[level].implementation, $0.levels[level].type)
    }
    // An implementation in a superclass doesn't replace the original of a message that a subclass declares itself.
    guard let implementation, unsafe type == nil || !frame.pointee.type.inheritsStrictly(from: type) else {
      return try unsafe inherit(frame, level, arguments)
    }
    var call = unsafe OverrideCall(frame, level, arguments)
    return try Unretained<Override>(nonzero: implementation.bits).borrowThrowing { override throws(Failure) in
      try override.body(&call)
    }
  }

  /// Runs the next level, or the original after the last one.
  @inlinable @inline(__always)
  static func inherit(_ frame: Frame.Pointer, _ level: Int, _ arguments: Arguments) throws(Failure) -> Result {
    if unsafe level &+ 1 < frame.pointee.chain.borrow({ $0.count }) {
      return try unsafe run(frame, level &+ 1, arguments)
    }
    return try unsafe frame.pointee.callOriginal(arguments)
  }
}
