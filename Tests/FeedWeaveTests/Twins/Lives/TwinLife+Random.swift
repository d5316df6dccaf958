import FeedWeave
import ListModel
import Placement
import TestSupport
import WeavingSupport

extension TwinLife {
  /// The life of a seed.
  init(seed: UInt64) {
    var random = LifeGenerator(seed: seed)
    self.seed = seed
    let screen = random.pick([TwinScreen.scrolled, .whole, .whole, .whole, .crowded])
    let usesPlacer = random.chance(8)
    settings = TwinSettings(
      screen: screen, adHeight: screen.adHeight, policy: random.chance(2) ? .pinned : .anchored,
      layout: random.layout(screen),
      isWovenAtOnce: !random.chance(3), usesPlacer: usesPlacer, asksAtEachLoad: random.chance(2),
      rows: (0..<random.number(0...6)).map { _ in random.feedPath() },
      sections: (0..<random.number(0...2)).map { _ in random.number(0...4) })
    articles = (0..<random.number(1...4)).map { section in
      (0..<random.number(0...7)).map { TwinDesk.name("\(section)\($0)", random.number(0...40)) }
    }
    random.isCrowded = screen != .whole
    random.isTable = settings.layout.style == .table
    random.usesPlacer = usesPlacer
    // Whoever acts in its own callbacks has the content asked again, so that such lives are a share.
    random.armsInsertions = random.chance(5) && !usesPlacer
    steps = (0..<random.number(4...24)).map { _ in random.step() }
    if !settings.isWovenAtOnce {
      steps.insert(TwinStep(act: .insertions(.weave)), at: random.number(0...min(6, steps.count)))
    }
    if random.chance(4) { settings.axis = .horizontal }
    // Insets decide what has been in view and so measured; a pinned header takes touches, where insertions push it.
    if random.chance(4), screen == .whole { settings.inset = 1 }
    if random.chance(4), screen == .whole { settings.layout.pinsHeaders = true }
    if seed % 6 == 5, settings.layout.style == .table { makeCarousels(&random) }
    if !comparesQuestions {
      for index in steps.indices { steps[index].armed.removeAll { $0.moment.isQuestion } }
    }
  }
}

extension TwinLife {
  /// Makes each section a carousel, which is scrolled between the steps that there are.
  private mutating func makeCarousels(_ random: inout LifeGenerator) {
    var layout = ListLayout.carousel(itemSize: ListSize(width: 4, height: 3), columnSpacing: 1)
    layout.pinsHeaders = settings.layout.pinsHeaders
    layout.hasFixedItemSize = random.chance(3)
    settings.layout = layout
    for _ in 0..<random.number(2...8) {
      let action = ContentAction.scrollAcross(
        random.place(), Double(random.number(-6...14)), isByFinger: random.chance(2))
      steps.insert(TwinStep(act: .content(action)), at: random.number(0...steps.count))
    }
  }
}

/// Makes the steps of a life.
private struct LifeGenerator {
  private var random: SeededGenerator
  var isCrowded = false
  var isTable = true
  var usesPlacer = false
  var armsInsertions = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// True once in so many times.
  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

  mutating func feedPath() -> FeedPath { feed(number(0...4), number(0...8)) }

  mutating func place() -> TwinPlace {
    TwinPlace(section: number(0...5), row: number(0...9), isRaw: chance(7))
  }

  mutating func position() -> ListScrollPosition { pick([.none, .top, .middle, .bottom]) }

  mutating func honesty() -> Honesty { chance(6) ? .unchanged : .changed }

  mutating func layout(_ screen: TwinScreen) -> ListLayout {
    // Side by side, an insertion pushes its neighbours about even where it has no height.
    guard screen == .whole, chance(3) else { return .table }
    return pick([
      .grid(columns: 3), .flow(itemSize: ListSize(width: 3, height: 2), lineSpacing: 1, columnSpacing: 1),
      .waterfall(columns: 2, lineSpacing: 0, columnSpacing: 0), .custom(TwinStairs()),
    ])
  }

  mutating func step() -> TwinStep {
    if chance(4) { return TwinStep(act: .insertions(insertions())) }
    var armed: [ArmedAction] = []
    if chance(3) {
      for _ in 0..<number(1...2) {
        let moment = pick(TwinMoment.allCases)
        // What is in view differs, so that these callbacks come at other times.
        if isCrowded, moment.isDisplay || moment.isQuestion { continue }
        // A header without a view is asked for at each layout, of which an update of the insertions begins one more.
        if moment == .headerView || moment == .headerTitle { continue }
        armed.append(ArmedAction(moment: moment, count: number(1...5), action: action(inCallback: true)))
      }
    }
    return TwinStep(armed: armed, act: .content(action(inCallback: false)))
  }

  private mutating func insertions() -> InsertionsAction {
    if usesPlacer {
      let arm = InsertionsAction.armPlacer(pick(InsertionsMoment.allCases), count: number(1...6))
      return pick([
        .wait, .wait, .wait, .reload, .weave, .remove, .detachPlacer, .attachPlacer, .attachPlacer, arm, arm,
      ])
    }
    let isShown = !chance(4)
    switch number(0...13) {
    case 0, 1, 2:
      return .ask(
        rows: (0..<number(1...3)).map { _ in feedPath() },
        sections: chance(4) ? [number(0...4)] : [], isShown: isShown)
    case 3, 4: return .withdraw((0..<number(1...3)).map { _ in number(0...7) }, isShown: isShown)
    case 5: return .withdrawAll(isShown: isShown)
    case 6, 7: return .show(remove: number(0...6), insert: chance(3) ? nil : feedPath())
    case 8: return .reloadInsertion(number(0...6), inBatch: chance(3))
    case 9: return .setPolicy(pick([.pinned, .anchored]))
    case 10 where armsInsertions:
      return .arm(
        pick(InsertionsMoment.allCases), count: number(1...6), rows: (0..<number(0...2)).map { _ in feedPath() })
    case 10, 11: return .weave
    case 12: return .remove
    default: return .reload
    }
  }

  private mutating func action(inCallback: Bool) -> ContentAction {
    switch number(0...9) {
    case 0...3: return change()
    case 4: return inCallback && chance(2) ? change() : batch()
    case 5: return selection()
    case 6: return scrolling()
    case 7: return isCrowded ? movement() : editing()
    case 8: return isCrowded ? change() : chance(2) ? movement() : focus()
    default: return other()
    }
  }

  private mutating func change() -> ContentAction {
    switch number(0...11) {
    case 0, 1, 2: .insertRows(place(), count: number(1...3), honesty())
    case 3, 4: .deleteRows(place(), count: number(1...2), honesty())
    case 5: .reloadRows(place(), count: number(1...2))
    case 6: chance(3) ? .reconfigureRow(place()) : .moveRow(place(), to: place(), honesty())
    case 7: .insertSection(place(), rows: number(0...4), honesty())
    case 8: .deleteSection(place(), honesty())
    case 9: .reloadSection(place(), rows: number(0...5))
    case 10: .moveSection(place(), to: place(), honesty())
    default: .reloadData
    }
  }

  private mutating func batch() -> ContentAction {
    let way = pick(BatchWay.allCases + [.perform, .perform, .beginAndEnd])
    let inside = chance(3) ? (0..<number(1...2)).map { _ in chance(3) ? batch() : action(inCallback: true) } : []
    return .batch(way, seed: UInt64(number(0...1_000_000)), isLarge: chance(2), inside: inside)
  }

  private mutating func selection() -> ContentAction {
    switch number(0...11) {
    case 0, 1: .selectRow(place(), position())
    case 2: .deselectRow(place())
    case 3: .selectNone
    case 4: .allowMultipleSelection(!chance(3))
    case 5 where !isCrowded: .beginSelecting(place())
    case 6 where !isCrowded: .extendSelecting(place())
    case 7: .endSelecting
    default: .touch(place())
    }
  }

  private mutating func scrolling() -> ContentAction {
    switch number(0...5) {
    case 0, 1: .scrollToRow(place(), position())
    case 2: .setOffset(Double(number(-1...14)))
    case 3: .scrollBy(Double(number(-4...6)))
    case 4: .scrollToSelected(position())
    default: .layOut
    }
  }

  private mutating func editing() -> ContentAction {
    switch number(0...6) {
    case 0: .setEditing(chance(2))
    case 1, 2: .swipe(place(), pick([.leading, .trailing]), isFull: chance(4))
    case 3: .performSwipeAction(number(0...1))
    case 4: .tapControl(place())
    default: .touch(place())
    }
  }

  private mutating func movement() -> ContentAction {
    switch number(0...5) {
    // A placer shows its ads when it will, and every update lets a row go that is being dragged.
    case 0, 1: usesPlacer ? .hold(place()) : .beginMovement(place())
    case 2, 3: .hold(place())
    case 4: .drop
    default: .cancelMovement
    }
  }

  private mutating func focus() -> ContentAction {
    switch number(0...3) {
    case 0, 1: .focus(place())
    // Side by side, an insertion pushes rows below others than they were below.
    case 2 where !isTable: .focus(place())
    case 2: .moveFocus(pick([.up, .down]))
    default: .setPrefetching(chance(2))
    }
  }

  private mutating func other() -> ContentAction {
    switch number(0...11) {
    case 0...3: .ask(place())
    case 4: .beginUpdates
    case 5, 6: .endUpdates
    case 7: .changeContent(place(), delete: number(0...2), insert: number(0...2))
    case 8: .setDataSource(isDesk: !chance(3))
    case 9: .setDelegate(isDesk: !chance(3))
    case 10 where isCrowded: .resize(Double(number(2...9)))
    default: .layOut
    }
  }
}
