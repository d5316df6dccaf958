internal import Interception
internal import Synchronization
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Foundation

extension InterceptionBenchmarks {
  /// Two threads that send to objects of their own, while a third hooks and unhooks the same message of their class.
  ///
  /// The third installs an advice that does nothing and takes it away at once, ten thousand times a second at most. What is
  /// counted is the processor time of the sending threads alone, in percent of what one thread needs by itself.
  static var twoThreads: [Benchmark] {
    #if os(Windows)
      return []
    #else
      return [
        Benchmark(
          "one before advice on the class, two threads sending while a third hooks and unhooks (processor time a call), %",
          group: group, baseline: "the same, one thread", limit: 130, target: 100
        ) {
          .counted { percentOfOneThread() }
        }
      ]
    #endif
  }
}

#if !os(Windows)
  extension InterceptionBenchmarks {
    private static func percentOfOneThread() -> Int {
      let seen = Atomic<Int>(0)
      guard
        let token = try? InterceptedAccount.deposit.hook(
          .before,
          advice: { call in
            if call.arguments < 0 { seen.add(1, ordering: .relaxed) }
          })
      else { return .max }
      defer { token.remove() }
      let rounds = 0..<10
      let alone = rounds.map { _ in processorTime(ofThreads: 1, beside: false) }.min() ?? 0
      let together = rounds.map { _ in processorTime(ofThreads: 2, beside: true) }.min() ?? 0
      return Int((together / alone * 100).rounded())
    }

    /// Seconds that each sending thread spent on the processor, on average.
    private static func processorTime(ofThreads count: Int, beside isHooking: Bool) -> Double {
      let isOver = Atomic<Bool>(false)
      let nanoseconds = Atomic<Int>(0)
      let senders = DispatchGroup(), hookers = DispatchGroup()
      if isHooking {
        start(in: hookers) {
          while !isOver.load(ordering: .relaxed) {
            (try? InterceptedAccount.deposit.hook(.before) { _ in })?.remove()
            usleep(100)
          }
        }
      }
      for _ in 0..<count {
        start(in: senders) {
          let account = InterceptedAccount.make()
          let before = threadTime()
          blackHole(account.deposits(operations))
          nanoseconds.add(threadTime() - before, ordering: .relaxed)
        }
      }
      senders.wait()
      isOver.store(true, ordering: .relaxed)
      hookers.wait()
      return Double(nanoseconds.load(ordering: .relaxed)) / Double(count)
    }

    private static func start(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
      group.enter()
      Thread {
        body()
        group.leave()
      }.start()
    }

    /// Nanoseconds that the current thread has spent on the processor.
    private static func threadTime() -> Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
  }
#endif
