import ListModel

extension TwinLife {
  /// Where the content side of the woven list first hears or sees something else than that of the plain one.
  struct Difference {
    let step: Int
    let plain: [String]
    let woven: [String]
  }

  /// The first difference between the plain list and the woven one; nil where there is none.
  func difference() -> Difference? {
    let plain = TwinWorld(self, isWoven: false).run()
    let woven = TwinWorld(self, isWoven: true).run()
    for (step, records) in zip(plain, woven).enumerated() {
      let (one, other) = (records.0.compared(in: self), records.1.compared(in: self))
      if one != other { return Difference(step: step, plain: one, woven: other) }
    }
    return nil
  }

  /// The shortest life found that still has a difference: steps, callbacks, articles and insertions are left out one by one.
  func shrunk(attempts: Int = 1_500) -> TwinLife {
    var best = self
    var left = attempts
    if let step = best.difference()?.step { best.steps.removeSubrange(step...) }
    var isShorter = true
    while isShorter, left > 0 {
      isShorter = false
      for shorter in best.shorter() {
        left -= 1
        if left <= 0 { break }
        if shorter.difference() != nil {
          best = shorter
          isShorter = true
          break
        }
      }
    }
    return best
  }

  /// Lives that have a little less in them.
  private func shorter() -> some Sequence<TwinLife> {
    var cuts: [(inout TwinLife) -> Void] = []
    var length = steps.count / 2
    while length > 1 {
      for start in stride(from: 0, to: steps.count - length + 1, by: length) {
        let range = start..<start + length
        cuts.append { $0.steps.removeSubrange(range) }
      }
      length /= 2
    }
    for step in steps.indices.reversed() { cuts.append { $0.steps.remove(at: step) } }
    for step in steps.indices {
      for index in steps[step].armed.indices { cuts.append { $0.steps[step].armed.remove(at: index) } }
      for action in steps[step].act.shorter { cuts.append { $0.steps[step].act = action } }
      for index in steps[step].armed.indices {
        for action in steps[step].armed[index].action.shorter {
          cuts.append { $0.steps[step].armed[index].action = action }
        }
      }
    }
    for section in articles.indices.reversed() {
      cuts.append { $0.articles.remove(at: section) }
      for row in articles[section].indices.reversed() { cuts.append { $0.articles[section].remove(at: row) } }
    }
    for index in settings.rows.indices { cuts.append { $0.settings.rows.remove(at: index) } }
    for index in settings.sections.indices { cuts.append { $0.settings.sections.remove(at: index) } }
    if settings.layout != .table { cuts.append { $0.settings.layout = .table } }
    if settings.axis != .vertical { cuts.append { $0.settings.axis = .vertical } }
    if settings.inset != 0 { cuts.append { $0.settings.inset = 0 } }
    return cuts.lazy.map { cut in
      var life = self
      cut(&life)
      return life
    }
  }
}

extension TwinAct {
  /// What does a little less.
  fileprivate var shorter: [TwinAct] {
    switch self {
    case .content(let action): action.shorter.map(TwinAct.content)
    case .insertions(.ask(let rows, let sections, let isShown)):
      rows.indices.map { index in
        var fewer = rows
        fewer.remove(at: index)
        return .insertions(.ask(rows: fewer, sections: sections, isShown: isShown))
      } + (sections.isEmpty ? [] : [.insertions(.ask(rows: rows, sections: [], isShown: isShown))])
    default: []
    }
  }
}

extension ContentAction {
  /// What does a little less.
  fileprivate var shorter: [ContentAction] {
    guard case .batch(let way, let seed, let isLarge, let inside) = self else { return [] }
    var fewer: [ContentAction] = inside
    for index in inside.indices {
      var rest = inside
      rest.remove(at: index)
      fewer.append(.batch(way, seed: seed, isLarge: isLarge, inside: rest))
    }
    if isLarge { fewer.append(.batch(way, seed: seed, isLarge: false, inside: inside)) }
    for other in 0..<8 where UInt64(other) < seed && seed > 7 {
      fewer.append(.batch(way, seed: UInt64(other), isLarge: isLarge, inside: inside))
    }
    return fewer + (way == .perform ? [] : [.batch(.perform, seed: seed, isLarge: isLarge, inside: inside)])
  }
}
