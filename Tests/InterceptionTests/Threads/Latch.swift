import Foundation
import Synchronization

/// Lets tasks wait until it is opened, without holding a thread.
final class Latch: @unchecked Sendable {
  // A lock that the thread sanitizer knows.
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    let resumed = lock.withLock {
      isOpen = true
      defer { waiting.removeAll() }
      return waiting
    }
    for task in resumed { task.resume() }
  }

  func wait() async {
    await withCheckedContinuation { task in
      let isOpen = lock.withLock {
        if !self.isOpen { waiting.append(task) }
        return self.isOpen
      }
      if isOpen { task.resume() }
    }
  }
}

/// Lets so many tasks go on when all of them have arrived.
final class Barrier: Sendable {
  private let latch = Latch()
  private let missing: Atomic<Int>

  init(_ count: Int) {
    missing = Atomic(count)
  }

  func arrive() async {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { latch.open() }
    await latch.wait()
  }
}

/// Whether something becomes true, which another task may be about to do.
func eventuallyAsync(_ condition: @Sendable () -> Bool) async -> Bool {
  for _ in 0..<20_000 where !condition() { try? await Task.sleep(for: .microseconds(200)) }
  return condition()
}
