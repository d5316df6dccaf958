import Interception
import Synchronization
import TestSupport

/// Threads that hook, unhook, send and list at once, each of which checks what it can be sure of.
///
/// Each worker has at most one advice installed that it has told the others of. It does so after it has been hooked, and takes it
/// back before it removes it, and says so again when it has been removed.
final class Crowd: Sendable {
  class Shared: InterceptableObject, @unchecked Sendable {
    let originals: Counter
    required init(_ originals: Counter) { self.originals = originals }
    static let poke = Message<Shared, Int, Int>("poke(_:)") { shared, value in
      shared.originals.add()
      return value
    }
  }
  class Below: Shared, @unchecked Sendable {}

  final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func add(_ number: Int = 1) { count.add(number, ordering: .relaxed) }
    var now: Int { count.load(ordering: .relaxed) }
  }

  /// What an advice is installed on: the class, the class below, or the object of a number.
  struct Level: Equatable {
    let code: Int
    static let count = 6
    /// Whether it runs for an object.
    func covers(_ object: Int) -> Bool { code == 0 || code == 1 && object < 2 || code == object + 2 }
  }

  private let workers: [Worker]
  private let objects: [Shared]
  private let ofOriginals = Counter(), ofCalls = Counter()
  private let ofOnceHooks = Counter(), ofOnceRuns = Counter(), ofOnceRemovals = Counter()
  private let found = Published<[String]>([])
  let alive = AliveCount()

  init(workers count: Int) {
    let originals = ofOriginals
    objects = [Below.self, Below.self, Shared.self, Shared.self].map { ($0 as Shared.Type).init(originals) }
    workers = (0..<count).map { Worker($0, of: count) }
  }

  var faults: [String] { found.value }
  var originals: Int { ofOriginals.now }
  var calls: Int { ofCalls.now }
  var onceHooks: Int { ofOnceHooks.now }
  var onceRuns: Int { ofOnceRuns.now }
  var onceRemovals: Int { ofOnceRemovals.now }
  /// Whether nothing is installed.
  var isPlain: Bool {
    objects.allSatisfy { !$0.isHooked && $0.explain("poke(_:)").isEmpty } && ClassObject.of(Below.self).aspects.isEmpty
  }

  /// One thing that a worker does; nearly always a call.
  func step(_ number: Int) {
    let worker = workers[number]
    switch worker.random.below(400) {
    case 0: change(worker)
    case 1: changeOnce(worker)
    case 2: list(worker)
    default: call(worker)
    }
  }

  /// Takes away what the worker has installed.
  func finish(_ number: Int) {
    let worker = workers[number]
    if worker.token != nil { change(worker) }
    if worker.onceToken != nil { changeOnce(worker) }
  }

  private func fault(_ words: String) { found.value.append(words) }
}

/// What each of them does, and checks.
extension Crowd {
  /// Remembers what all workers are sure of.
  private func look(_ worker: Worker) {
    for (index, other) in workers.enumerated() {
      worker.standingBefore[index] = other.standing.load(ordering: .acquiring)
      worker.goneBefore[index] = other.gone.load(ordering: .acquiring)
    }
  }

  /// The advice that stood from before the last look until now, and covers an object.
  private func certain(_ worker: Worker, _ object: Int, _ body: (_ owner: Int, _ serial: Int) -> Void) {
    for (index, other) in workers.enumerated() {
      let standing = worker.standingBefore[index]
      guard standing != 0, standing == other.standing.load(ordering: .acquiring),
        Level(code: standing % 8).covers(object)
      else { continue }
      body(index, standing / 8)
    }
  }

  private func call(_ worker: Worker) {
    let object = worker.random.below(objects.count)
    look(worker)
    worker.runs.removeAll(keepingCapacity: true)
    ofCalls.add()
    let result = Shared.poke.send(to: objects[object], worker.number)
    if result != worker.number { fault("\(worker.number) came back as \(result)") }
    certain(worker, object) { owner, serial in
      let count = worker.runs.count { $0 == (owner, serial) }
      if count != 1 { fault("advice \(serial) of \(owner) was installed throughout, and ran \(count) times") }
    }
    for run in worker.runs where run.serial <= worker.goneBefore[run.worker] {
      fault("advice \(run.serial) of \(run.worker) had been removed, and ran")
    }
  }

  private func list(_ worker: Worker) {
    let object = worker.random.below(objects.count)
    look(worker)
    let aspects = objects[object].aspects(of: "poke(_:)")
    if Set(aspects.map(\.identifier)).count != aspects.count { fault("an aspect is listed twice") }
    certain(worker, object) { owner, serial in
      let count = aspects.count { $0.options.name == "\(owner).\(serial)" }
      if count != 1 { fault("advice \(serial) of \(owner) was installed throughout, and listed \(count) times") }
    }
  }

  private func change(_ worker: Worker) {
    guard let token = worker.token else { return hook(worker) }
    worker.token = nil
    worker.standing.store(0, ordering: .releasing)
    let waits = worker.random.below(2) == 0
    if !(waits ? token.removeAndWait() : token.remove()) { fault("a token removed nothing") }
    worker.gone.store(worker.serial, ordering: .releasing)
    // Calls may still be inside its former advice, whose removal was not waited for.
    if waits, worker.inside.now != 0 { fault("\(worker.inside.now) calls are inside advice that has been waited for") }
    if token.remove() { fault("a token removed twice") }
  }

  private func hook(_ worker: Worker) {
    worker.serial += 1
    let (owner, serial, code) = (worker.number, worker.serial, worker.random.below(Level.count))
    let captured = Captured(alive)
    let inside = Counter()
    worker.inside = inside
    let note: @Sendable (Int) -> Void = { [workers] number in
      inside.add()
      captured.touch()
      workers[number].runs.append((owner, serial))
      inside.add(-1)
    }
    let options: AspectOptions = [.named("\(owner).\(serial)"), .priority(worker.random.below(3))]
    worker.token = try? install(at: Level(code: code), worker.random.below(3), options, note)
    if worker.token == nil { fault("a hook was refused") }
    worker.standing.store(serial * 8 + code, ordering: .releasing)
  }

  private func changeOnce(_ worker: Worker) {
    if let token = worker.onceToken {
      if token.remove() { ofOnceRemovals.add() }
      worker.onceToken = nil
      return
    }
    let captured = Captured(alive)
    ofOnceHooks.add()
    worker.onceToken = try? install(
      at: Level(code: worker.random.below(Level.count)), worker.random.below(3), .automaticRemoval
    ) { [ofOnceRuns] _ in
      captured.touch()
      ofOnceRuns.add()
    }
  }

  private func install(
    at level: Level, _ position: Int, _ options: AspectOptions, _ note: @escaping @Sendable (Int) -> Void
  ) throws -> AspectToken {
    let before: @Sendable (inout BeforeCall<Shared, Int>) -> Void = { note($0.arguments) }
    let after: @Sendable (inout AfterCall<Shared, Int, Int, Never>) -> Void = { note($0.result) }
    let around: @Sendable (inout AroundCall<Shared, Int, Int, Never>) -> Int = { call in
      note(call.arguments)
      return call.proceed()
    }
    let type = level.code == 0 ? Shared.self : Below.self
    switch (level.code < 2, position) {
    case (true, 0): return try Shared.poke.hook(on: type, .before, options, advice: before)
    case (true, 1): return try Shared.poke.hook(on: type, .after, options, advice: after)
    case (true, _): return try Shared.poke.hook(on: type, .around, options, advice: around)
    case (false, 0): return try objects[level.code - 2].hook(Shared.poke, .before, options, advice: before)
    case (false, 1): return try objects[level.code - 2].hook(Shared.poke, .after, options, advice: after)
    case (false, _): return try objects[level.code - 2].hook(Shared.poke, .around, options, advice: around)
    }
  }
}
