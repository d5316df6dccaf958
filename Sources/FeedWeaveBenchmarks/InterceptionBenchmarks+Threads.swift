internal import Foundation
internal import Interception
internal import Synchronization

/// The cost of calls on several threads.
///
/// Only the processor time of the sending threads is measured. Two threads send to separate objects of one class; a
/// round counts only if they ran at the same time, which they may not on a busy machine. The baseline averages two
/// threads too, one after the other, since some threads run faster than others by chance.
extension InterceptionBenchmarks {
  static var threads: [Benchmark] {
    #if os(Windows)
      return []
    #else
      return [before, around, afterReturning].flatMap { kind in
        [1, 2, 5].map { count in
          row("\(count) \(kind.name), two threads", count, kind, limit: 1.2, target: 1.05)
        }
      } + [
        row(
          "1 \(before.name), two threads while a third hooks and unhooks", 1, before, limit: 1.3, target: 1,
          calls: 4_000_000, isThirdHooking: true)
      ]
    #endif
  }
}

#if !os(Windows)
  extension InterceptionBenchmarks {
    private static func row(
      _ name: String, _ count: Int, _ kind: Kind, limit: Double, target: Double, calls: Int = 200_000,
      isThirdHooking: Bool = false
    ) -> Benchmark {
      Benchmark(
        name, group: group, baseline: "the same, one thread (processor time)", limit: limit, target: target
      ) {
        @Sendable func hooked(_ body: () -> Double?) -> Double? {
          guard let tokens = try? kind.hook(count) else { return nil }
          defer { for token in tokens { token.remove() } }
          return body()
        }
        return .clocked(
          measured: { hooked { isThirdHooking ? whileHooking { processorTime(2, calls) } : processorTime(2, calls) } },
          baseline: {
            hooked { processorTime(1, calls).flatMap { one in processorTime(1, calls).map { (one + $0) / 2 } } }
          })
      }
    }

    /// Runs `body` while a thread installs advice that does nothing and removes it at once, about a thousand times a
    /// second; returns nil if it did so fewer than ten times, as may happen on a busy machine.
    private static func whileHooking(_ body: () -> Double?) -> Double? {
      let hooks = Atomic<Int>(0), isOver = Atomic<Bool>(false)
      let hooker = DispatchGroup()
      start(in: hooker) {
        while !isOver.load(ordering: .relaxed) {
          if (try? InterceptedAccount.deposit.hook(.before) { _ in })?.remove() == true {
            hooks.add(1, ordering: .relaxed)
          }
          usleep(900)
        }
      }
      let time = body()
      isOver.store(true, ordering: .relaxed)
      hooker.wait()
      return hooks.load(ordering: .relaxed) < 10 ? nil : time
    }

    /// Returns the processor time per call of sending threads, in nanoseconds on average; nil if two threads ran one at a
    /// time for more than half of their time.
    private static func processorTime(_ threads: Int, _ calls: Int) -> Double? {
      let ready = Atomic<Int>(0), nanoseconds = Atomic<Int>(0)
      let senders = DispatchGroup()
      let elapsed = ContinuousClock().measure {
        for _ in 0..<threads {
          start(in: senders) {
            let account = opaque(InterceptedAccount())
            blackHole(account.deposits(10))
            ready.add(1, ordering: .relaxed)
            // Without yielding, since the others' time slices may last longer than the calls.
            while ready.load(ordering: .relaxed) < threads {}
            let before = threadTime()
            blackHole(account.deposits(calls))
            nanoseconds.add(threadTime() - before, ordering: .relaxed)
          }
        }
        senders.wait()
      }
      let time = Double(nanoseconds.load(ordering: .relaxed)) / Double(threads)
      return threads > 1 && time * 1.5 < elapsed / .nanoseconds(1) ? nil : time / Double(calls)
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
