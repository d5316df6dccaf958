import AdPlacing
import AdServing
import FeedWeave
import ListModel
import TestSupport

/// A person who uses the list, and the service behind it, which changes the content meanwhile; both act at random.
final class SoakUser {
  let world: SoakWorld
  /// The number of acts so far.
  private(set) var actCount = 0
  private var times = ActTimes()
  var random: SeededGenerator
  private let watch = ContinuousClock()

  init(_ world: SoakWorld, seed: UInt64) {
    self.world = world
    random = SeededGenerator(seed: seed)
  }

  /// Does something, looks at the result for a while, and checks it.
  func act() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: try scrollByRows()
    case 30..<50: try scrollByScreens()
    case 50..<56: try jump()
    case 56..<64: try appendPage()
    case 64..<80: try edit()
    case 80..<88: try changeMuch()
    case 88..<94: try tap()
    case 94..<98: try changeAds()
    default: try reload()
    }
    try world.check()
    try wait(for: .milliseconds(pick(1_500)))
    try world.check()
  }

  /// Does an act with what follows it in the list and in the placer, and records how long it takes.
  func timed(_ act: Act, _ body: () throws -> Void) throws {
    let start = watch.now
    try body()
    try world.finishAct()
    times.record(act, watch.now - start)
    actCount += 1
  }

  /// Returns the times of the acts since the last call.
  func takeTimes() -> ActTimes {
    defer { times = ActTimes() }
    return times
  }

  func pick(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }
}

// MARK: - Looking

extension SoakUser {
  private func scrollByRows() throws {
    let distance = pick(5) == 0 ? -1.0 : 1
    for step in 1...(5 + pick(35)) {
      world.clock.advance(to: world.clock.now + .milliseconds(50))
      try timed(.scroll) { world.list.contentOffset += distance }
      if step.isMultiple(of: 8) { try world.check() }
    }
  }

  private func scrollByScreens() throws {
    let distance = world.list.viewportSize.height * (pick(5) == 0 ? -1 : 1)
    for _ in 0...pick(10) {
      try timed(.screen) { world.list.contentOffset += distance }
      try wait(for: .milliseconds(200 + pick(1_000)))
    }
  }

  /// Jumps some screens, to a row anywhere, to the top or to the end.
  ///
  /// Ads are placed only below what has been displayed: after a jump far down there are few places until a reload.
  private func jump() throws {
    let list = world.list
    switch pick(16) {
    case 0: try timed(.jump) { list.contentOffset = list.contentSize.height }
    case 1:
      guard let path = anyRow() else { return }
      try timed(.jump) { list.scrollToRow(at: path, at: [.top, .middle, .bottom][pick(3)]) }
    case 2...4: try timed(.jump) { list.contentOffset = 0 }
    default:
      let distance = Double(pick(4_000) - 1_000)
      try timed(.jump) { list.contentOffset += distance }
    }
  }

  /// Touches a row in view, content or ad.
  private func tap() throws {
    let viewport = world.list.display.viewport
    let point = ListPoint(x: 1, y: viewport.minY + Double(pick(Int(viewport.maxY - viewport.minY))))
    try timed(.tap) { world.list.display.select(at: point) }
  }

  /// Lets simulated time pass: answers of the sources come, and the placer does what becomes due.
  private func wait(for time: Duration) throws {
    let clock = world.clock
    let end = clock.now + time
    var deadline = try world.placer.advance()
    var rounds = 0
    while true {
      let due = (world.sources.map(\.nextDue) + [deadline]).compactMap(\.self).min() ?? end
      clock.advance(to: min(due, end))
      if due > end { return }
      try timed(.ads) { for source in world.sources { source.deliver(to: world.placer) } }
      deadline = try world.placer.advance()
      rounds += 1
      try require(rounds < 1_000, "the placer asks for \(rounds) calls within \(time)")
    }
  }
}

// MARK: - The service

extension SoakUser {
  private func reload() throws {
    if pick(2) == 0 { world.content.load() }
    try timed(.reload) { world.list.reloadData() }
    world.content.forgetSelection()
  }

  /// Recalls, clears or replaces an ad in view, or has the sources asked again.
  private func changeAds() throws {
    let (placer, raw) = (world.placer, world.list.weaver.rawList)
    guard let ad = raw.indexPathsForVisibleRows.compactMap({ placer.ad(at: $0) }).randomElement(using: &random) else {
      return placer.resumeRequests()
    }
    let number = pick(1_000_000)
    try timed(.ads) {
      switch number % 4 {
      case 0: placer.recall(.ad(ad.ad.id))
      case 1: placer.recall(.campaign(ad.ad.campaign))
      case 2: placer.clear(ad.place)
      default: placer.replace(ad.place, with: Ad(id: "by hand \(number)", creative: number))
      }
    }
  }
}
