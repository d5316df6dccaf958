/// What has grown from one third of a soak to another, with its bound.
struct SoakGrowth {
  /// A quantity in two thirds of a soak.
  struct Figure {
    let name: String
    let unit: String
    let before: Double
    let after: Double
    let bound: Double

    var isAboveBound: Bool { after > bound }
  }

  /// The quantities that could be compared.
  let figures: [Figure]

  /// The least number of acts of a kind in a third by which its times are judged.
  static let fewestActs = 10

  /// Compares memory in the last third with the second, since the first fills what is kept, and the times of acts in the
  /// last third with the first.
  ///
  /// A median may be twice as long: it depends on how many ads are wanted, and on what else the machine does. A cost that
  /// grows with what has happened so far would be five times as long.
  init(_ intervals: [SoakInterval]) {
    let length = intervals.count / 3
    guard length > 0 else {
      figures = []
      return
    }
    let thirds = [
      intervals.prefix(length), intervals.dropFirst(length).dropLast(length), intervals.suffix(length),
    ].map { SoakInterval.all($0) }
    let memory = SoakGrowth.memory(thirds[1].resident, thirds[2].resident)
    let times = Act.allCases.map { SoakGrowth.time(of: $0, thirds[0].times, thirds[2].times) }
    figures = ([memory] + times).compactMap(\.self)
  }

  /// Memory may be a tenth more, and some mebibytes that the allocator keeps for later.
  private static func memory(_ before: Double?, _ after: Double?) -> Figure? {
    guard let before, let after else { return nil }
    return Figure(name: "resident memory", unit: "MiB", before: before, after: after, bound: before * 1.1 + 16)
  }

  private static func time(of act: Act, _ before: ActTimes, _ after: ActTimes) -> Figure? {
    guard min(before.count(of: act), after.count(of: act)) >= fewestActs,
      let first = before.quantile(0.5, of: act), let last = after.quantile(0.5, of: act)
    else { return nil }
    return Figure(name: "median of \(act)", unit: "ms", before: first, after: last, bound: first * 2 + 0.2)
  }
}
