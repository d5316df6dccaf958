/// The advice `ignore`: in place of the implementation, which does not run, it gives the result that the plan says.
enum IgnoredCall {
  static func advice(_ hook: PlannedHook) throws(WeavingError) -> BoxedAdvice {
    let type = hook.message.signature.result
    guard let result = ScalarResult.value(of: type, from: hook.result) else {
      throw .unfittingResult(
        hook.place.appending("result"), class: hook.className, selector: hook.selector, expected: "\(type)")
    }
    return BoxedAdvice({ _ in result.box() }, awaiting: { _ in result.box() })
  }
}
