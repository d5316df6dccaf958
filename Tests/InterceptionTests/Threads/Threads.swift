#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import Foundation

/// Runs `body` on so many threads at once, each with its number, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}

/// Starts a thread and leaves it to itself.
func startThread(_ body: @escaping @Sendable () -> Void) {
  Thread(block: body).start()
}

/// Whether something becomes true, which another thread may be about to do.
func eventually(within tries: Int = 50_000, _ condition: () -> Bool) -> Bool {
  for _ in 0..<tries {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.0001)
  }
  return false
}

/// A value that one thread replaces and others read.
final class Published<Value: Sendable>: @unchecked Sendable {
  // A lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
