internal import Foundation
internal import Interception
internal import Synchronization

extension InterceptionBenchmarks {
  /// Two threads send to separate objects, while a third hooks and unhooks the same message of their class.
  ///
  /// The third thread installs advice that does nothing and removes it at once, at most ten thousand times a second.
  /// Only the processor time of the sending threads is measured. A round counts only if they started together and the
  /// third thread has hooked meanwhile, which may not happen on a busy machine. The baseline averages two threads too,
  /// one after the other, since some threads run faster than others by chance.
  static var twoThreads: [Benchmark] {
    #if os(Windows)
      return []
    #else
      return [
        Benchmark(
          "one before advice on the class, two threads sending while a third hooks and unhooks (processor time per call)",
          group: group, baseline: "the same, one thread", limit: 1.3, target: 1
        ) {
          .clocked(
            measured: { hooked { processorTime(ofThreads: 2, beside: true) } },
            baseline: {
              hooked {
                let times = (0..<2).compactMap { _ in processorTime(ofThreads: 1, beside: false) }
                return times.count == 2 ? times.reduce(0, +) / 2 : nil
              }
            })
        }
      ]
    #endif
  }
}

#if !os(Windows)
  extension InterceptionBenchmarks {
    /// Runs `body` while advice is installed that runs for every sent message.
    private static func hooked(_ body: () -> Double?) -> Double? {
      let seen = Atomic<Int>(0)
      let token = try? InterceptedAccount.deposit.hook(.before) { call in
        if call.arguments < 0 { seen.add(1, ordering: .relaxed) }
      }
      defer { token?.remove() }
      return token == nil ? nil : body()
    }

    /// Returns the processor time per call of the sending threads, in nanoseconds on average.
    private static func processorTime(ofThreads count: Int, beside isHooking: Bool) -> Double? {
      let ready = Atomic<Int>(0), hooks = Atomic<Int>(0), nanoseconds = Atomic<Int>(0)
      let isOver = Atomic<Bool>(false)
      let senders = DispatchGroup(), hookers = DispatchGroup()
      if isHooking {
        start(in: hookers) {
          while !isOver.load(ordering: .relaxed) {
            if (try? InterceptedAccount.deposit.hook(.before) { _ in })?.remove() == true {
              hooks.add(1, ordering: .relaxed)
            }
            usleep(100)
          }
        }
      }
      for _ in 0..<count {
        start(in: senders) {
          let account = InterceptedAccount.make()
          blackHole(account.deposits(10))
          ready.add(1, ordering: .relaxed)
          while ready.load(ordering: .relaxed) < count { sched_yield() }
          let before = threadTime()
          blackHole(account.deposits(operations))
          nanoseconds.add(threadTime() - before, ordering: .relaxed)
        }
      }
      senders.wait()
      let hooksMeanwhile = hooks.load(ordering: .relaxed)
      isOver.store(true, ordering: .relaxed)
      hookers.wait()
      if isHooking && hooksMeanwhile < 10 { return nil }
      return Double(nanoseconds.load(ordering: .relaxed)) / Double(count * operations)
    }

    private static func start(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
      group.enter()
      Thread {
        body()
        group.leave()
      }.start()
    }

    /// Returns the processor time of the current thread in nanoseconds.
    private static func threadTime() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
  }
#endif
