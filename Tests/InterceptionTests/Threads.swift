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
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<50_000 where !condition() { Thread.sleep(forTimeInterval: 0.0001) }
  return condition()
}
