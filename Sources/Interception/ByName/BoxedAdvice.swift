/// Advice that works on messages of any types, through an ``AspectInfo``; it is checked against a message when it is hooked.
///
/// ```swift
/// let log = BoxedAdvice { info in
///   print(info.className, info.selector, info.arguments)
///   return nil
/// }
/// try Runtime.hook("Account", "deposit(_:)", .before, log)
/// ```
///
/// Around a call and in its place, what the advice returns is the result of the call; `nil` stands for what its latest proceed came to,
/// or for proceeding now. At other positions it does not count.
public struct BoxedAdvice: Sendable {
  let erased: ErasedAdvice

  /// Advice that takes whatever message it is hooked to: nothing is known of its result and of its errors before it runs.
  ///
  /// What it returns or throws and the message cannot is reported (``Runtime/onFault(_:)``), and the call goes on as if the advice
  /// had returned `nil`.
  public init(_ body: @escaping @Sendable (AspectInfo) throws -> Any?) {
    erased = ErasedAdvice(types: nil, body: body)
  }

  /// Advice that says what it takes: the info, and then as many of the message's arguments as it likes.
  public init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Output
  ) {
    erased = ErasedAdvice(taking: advice)
  }
}

/// Advice by name as the books hold it, whether or not it may be shared between threads.
///
/// What is hooked on a class comes from a ``BoxedAdvice``, and is Sendable. What is hooked on one object runs where the object is used.
struct ErasedAdvice: @unchecked Sendable {
  /// What it declares; nil where it takes any message.
  let types: AdviceTypes?
  let body: (AspectInfo) throws -> Any?

  init(types: AdviceTypes?, body: @escaping (AspectInfo) throws -> Any?) {
    self.types = types
    self.body = body
  }

  /// Advice that is given the info and arguments, which it takes out of the call's memory without boxing them.
  init<each Parameter, Output, Failure: Error>(
    taking advice: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    types = AdviceTypes(taking: advice)
    body = { info in
      // The types are those of the message, since nothing is hooked before they have been compared.
      var reader = unsafe ParameterReader(info)
      return try advice(repeat unsafe reader.next(as: (each Parameter).self))
    }
  }
}
