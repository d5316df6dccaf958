/// Counts impressions slowly: goes through time tick by tick, and adds up how long each display has been in sight.
///
/// It knows displays by their number only. Times are whole ticks.
public struct ImpressionModel: Equatable {
  /// What is counted.
  public struct Count: Hashable, Sendable {
    /// The display's number.
    public let display: Int
    /// When the display began.
    public let began: Int
    /// When it had been in sight for long enough.
    public let tick: Int

    /// Makes a count.
    public init(display: Int, began: Int, tick: Int) {
      (self.display, self.began, self.tick) = (display, began, tick)
    }
  }

  private struct Display: Equatable {
    let began: Int
    var isMet = false
    var ticks = 0
    var isCounted = false
  }

  /// How many ticks in sight make an impression.
  public let duration: Int
  /// What has been counted, in the order of counting.
  public private(set) var counts: [Count] = []
  /// The tick that time has come to.
  public private(set) var now: Int?
  private var displays: [Int: Display] = [:]
  private var isPaused = false
  private var begun: Set<Int> = []

  /// Makes a model that has counted nothing.
  public init(duration: Int) { self.duration = duration }

  /// The displays that are not over.
  public var open: [Int] { displays.keys.sorted() }

  /// Lets time go by, tick by tick; it does not go back.
  public mutating func go(to tick: Int) {
    guard let start = now else { return now = tick }
    for next in stride(from: start + 1, through: tick, by: 1) {
      now = next
      for number in open where isInSight(number) { displays[number]?.ticks += 1 }
      countAll()
    }
  }

  /// A display begins.
  public mutating func begin(_ number: Int, at tick: Int) {
    go(to: tick)
    // Numbers ascend; one that does not, or was there before, begins nothing.
    guard begun.allSatisfy({ $0 < number }) else { return }
    begun.insert(number)
    displays[number] = Display(began: now ?? tick)
  }

  /// From now on, enough of a display is in view, or not.
  public mutating func show(_ number: Int, isMet: Bool, at tick: Int) {
    go(to: tick)
    displays[number]?.isMet = isMet
    interrupt()
    countAll()
  }

  /// A display ends.
  public mutating func end(_ number: Int, at tick: Int) {
    go(to: tick)
    displays[number] = nil
  }

  /// From now on nothing can be seen, or what is in view can be.
  public mutating func setPaused(_ paused: Bool, at tick: Int) {
    go(to: tick)
    isPaused = paused
    interrupt()
    countAll()
  }

  /// The tick at which something is counted next, found by going there.
  public var nextTick: Int? {
    guard let now else { return nil }
    var future = self
    for tick in now...(now + duration + 1) {
      future.go(to: tick)
      if future.counts.count > counts.count { return tick }
    }
    return nil
  }

  private func isInSight(_ number: Int) -> Bool { displays[number]?.isMet == true && !isPaused }

  private mutating func interrupt() {
    for number in open where !isInSight(number) { displays[number]?.ticks = 0 }
  }

  private mutating func countAll() {
    for number in open {
      guard let display = displays[number], isInSight(number), !display.isCounted, display.ticks >= duration else {
        continue
      }
      displays[number]?.isCounted = true
      counts.append(Count(display: number, began: display.began, tick: now ?? 0))
    }
  }
}
