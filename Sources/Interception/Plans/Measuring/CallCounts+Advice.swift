extension CallCounts {
  /// The advice `count`.
  func advice(_ hook: PlannedHook) -> BoxedAdvice {
    BoxedAdvice { info in
      self.add(CallKey(info, hook))
      return nil
    }
  }
}
