import Interception
import Testing

@Suite("Guarded containers")
struct MutableArrayTests {
  /// What an element type of its own gives each test: a class of arrays that no other test guards.
  struct Letter<Tag>: Equatable {
    var name: String
  }

  @Test func `Without a guard the array is an array`() {
    let array = MutableArray([1, 2])
    array.add(3)
    array.insert(0, at: 0)
    array.insert(4, at: 4)
    array.replace(at: 1, with: 10)
    #expect(array.remove(at: 2) == 2)
    #expect(array.elements == [0, 10, 3, 4])
    #expect((array.read(at: 3), array.count) == (4, 4))
  }

  private enum Tag {}

  @Test func `A guard reports and ignores every bad index and value`() throws {
    typealias Item = Letter<Tag>
    let reports = Reports()
    let safety = try MutableArray<Item>.installGuard { reports.add($0) }
    for count in 0...3 {
      for index in -2...5 {
        for element in [nil, Item(name: "new")] {
          let elements = (0..<count).map { Item(name: "\($0)") }
          func check(
            _ selector: Selector, _ expected: ArrayViolation?, _ result: [Item], _ act: (MutableArray<Item>) -> Void
          ) {
            let array = MutableArray(elements)
            act(array)
            let label = "\(selector) at \(index) of \(count), \(element?.name ?? "nil")"
            #expect(reports.take() == (expected.map { [$0] } ?? []), "\(label)")
            #expect(array.elements == (expected == nil ? result : elements), "\(label)")
          }
          func bounds(_ selector: Selector, _ isRight: Bool) -> ArrayViolation? {
            isRight ? nil : .indexOutOfBounds(selector: selector, index: index, count: count)
          }
          func value(_ selector: Selector) -> ArrayViolation? {
            element == nil ? .missingValue(selector: selector) : nil
          }
          let isPlace = index >= 0 && index < count
          let isGap = index >= 0 && index <= count
          let new = element ?? Item(name: "never")
          check("add(_:)", value("add(_:)"), elements + [new]) { $0.add(element) }
          check("read(at:)", bounds("read(at:)", isPlace), elements) { array in
            #expect(array.read(at: index) == (isPlace ? elements[index] : nil))
          }
          check(
            "insert(_:at:)", bounds("insert(_:at:)", isGap) ?? value("insert(_:at:)"),
            isGap ? elements[..<index] + [new] + elements[index...] : []
          ) { $0.insert(element, at: index) }
          check(
            "remove(at:)", bounds("remove(at:)", isPlace),
            isPlace ? Array(elements[..<index] + elements[(index + 1)...]) : []
          ) { array in #expect(array.remove(at: index) == (isPlace ? elements[index] : nil)) }
          check(
            "replace(at:with:)", bounds("replace(at:with:)", isPlace) ?? value("replace(at:with:)"),
            isPlace ? elements[..<index] + [new] + elements[(index + 1)...] : []
          ) { $0.replace(at: index, with: element) }
        }
      }
    }
    #expect((safety.remove(), safety.remove()) == (true, false))
  }

  private enum Tag2 {}

  @Test func `A guard is removed and installed again, but not twice`() throws {
    typealias Item = Letter<Tag2>
    let level = ClassObject.of(MutableArray<Item>.self)
    for _ in 0..<2 {
      let safety = try MutableArray<Item>.installGuard { _ in }
      #expect(MutableArray<Item>().read(at: 7) == nil)
      #expect(throws: AspectError.alreadyHooked(class: level.name, selector: "add(_:)", hookedIn: level.name)) {
        try MutableArray<Item>.installGuard { _ in }
      }
      #expect(safety.remove())
      for selector: Selector in ["add(_:)", "read(at:)", "insert(_:at:)", "remove(at:)", "replace(at:with:)"] {
        #expect(!level.overrides(selector))
      }
    }
  }

  private enum Tag3 {}

  @Test func `A guard leaves later exchanges alone`() throws {
    typealias Item = Letter<Tag3>
    let level = ClassObject.of(MutableArray<Item>.self), array = MutableArray<Item>()
    let safety = try MutableArray<Item>.installGuard { _ in }
    let former = try level.implementation(of: MutableArray<Item>.read)
    try level.override(MutableArray<Item>.read) { _ in Item(name: "foreign") }
    #expect(!safety.remove())
    #expect(array.read(at: 9)?.name == "foreign")
    try level.replaceImplementation(of: MutableArray<Item>.read, with: former)
    #expect(array.read(at: 9) == nil)
    #expect(safety.remove())
    #expect(!level.overrides("read(at:)"))
  }

  private enum Tag4 {}

  @Test func `Aspects and a guard share messages`() throws {
    typealias Item = Letter<Tag4>
    let log = Log()
    let level = ClassObject.of(MutableArray<Item>.self)
    let sub = try level.makeSubclass(named: "MutableArrayTests.guarded")
    let safety = try MutableArray<Item>.installGuard(on: sub) { log.write("\($0)") }
    let array = MutableArray<Item>()
    try array.setClass(sub)
    let token = try array.hook(MutableArray<Item>.read, .before) { call in log.write("reading \(call.arguments)") }
    #expect(array.read(at: 1) == nil)
    #expect(log.take() == ["reading 1", "read(at:): index 1 is out of bounds of 0 elements"])
    array.add(nil)
    #expect(log.take() == ["add(_:): the value is missing"])
    #expect((safety.remove(), token.remove()) == (true, true))
    #expect((array.count, array.isHooked) == (0, false))
  }

  @Test func `Without a guard a bad index and a missing value trap`() async {
    await #expect(processExitsWith: .failure) { MutableArray([1]).add(nil) }
    await #expect(processExitsWith: .failure) { _ = MutableArray([1]).read(at: 1) }
    await #expect(processExitsWith: .failure) { _ = MutableArray([1]).read(at: -1) }
    await #expect(processExitsWith: .failure) { MutableArray([1]).insert(2, at: 2) }
    await #expect(processExitsWith: .failure) { MutableArray([1]).insert(nil, at: 0) }
    await #expect(processExitsWith: .failure) { MutableArray([1]).remove(at: 1) }
    await #expect(processExitsWith: .failure) { MutableArray([1]).replace(at: 1, with: 2) }
    await #expect(processExitsWith: .failure) { MutableArray([1]).replace(at: 0, with: nil) }
  }

  /// Violations in the order in which they came.
  final class Reports: @unchecked Sendable {
    private var violations: [ArrayViolation] = []

    func add(_ violation: ArrayViolation) { violations.append(violation) }

    func take() -> [ArrayViolation] {
      defer { violations.removeAll() }
      return violations
    }
  }
}
