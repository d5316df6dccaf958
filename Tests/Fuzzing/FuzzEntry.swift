#if FUZZING
  import Foundation

  /// The target that the environment names.
  private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.named(name) else {
      fatalError("FUZZ_TARGET is '\(name)', not one of \(FuzzTarget.all.map(\.name))")
    }
    return target
  }()

  /// What libFuzzer calls with each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do { try target.check(input) } catch { fatalError("\(target.name): \(error)") }
    return 0
  }
#endif
