/// An executor of tasks whose jobs run only when a test says so, on its thread and in an order drawn by chance.
///
/// A task that prefers it, its child tasks and the actors that it calls run on it: when ``runAll(using:)`` returns, all of
/// them wait for something else. So a concurrent test is as repeatable as its seed.
public final class ManualExecutor: TaskExecutor {
  private let jobs = Shared<[UnownedJob]>([])

  /// Makes an executor.
  public init() {}

  /// Keeps a job until it is run.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.change { $0.append(job) }
  }

  /// Runs jobs until none is left.
  public func runAll(using random: inout some RandomNumberGenerator) {
    while let job = takeJob(using: &random) {
      // A job runs once, since it is taken from the list, and the executor outlives the call.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func takeJob(using random: inout some RandomNumberGenerator) -> UnownedJob? {
    let chance = random.next()
    return jobs.change { jobs in jobs.isEmpty ? nil : jobs.remove(at: Int(chance % UInt64(jobs.count))) }
  }
}
