import TestSupport

@testable import Placement

extension ReferenceTenant {
  /// The tag that it avoids.
  static let tag = "sad"

  /// The same as a tenant of the module.
  var tenant: Tenant {
    Tenant(
      name: name,
      rules: PlacementRules(
        at: at, every: every, from: from, max: max == .max ? nil : max, maxInAll: maxInAll == .max ? nil : maxInAll,
        gap: gap, few: few, before: before, after: after, share: share, trailing: trailing, sections: sections,
        except: except, avoid: avoidsTag ? [ReferenceTenant.tag] : [], nearest: nearest, seed: seed))
  }

  /// Rules of small values, each of which says something now and then; where there are others the positions lie closer together.
  static func random(name: String, moves: Bool = false, _ random: inout SeededGenerator) -> ReferenceTenant {
    while true {
      var tenant = anyRandom(name: name, &random)
      if moves { tenant.nearest = random.number(in: 1...6) }
      if (try? tenant.tenant.rules.validate()) != nil { return tenant }
    }
  }

  private static func anyRandom(name: String, _ random: inout SeededGenerator) -> ReferenceTenant {
    var tenant = ReferenceTenant(name: name)
    func maybe(_ chance: Int, _ range: ClosedRange<Int>) -> Int? {
      Int(random.next() % UInt64(chance)) == 0 ? random.number(in: range) : nil
    }
    if let count = maybe(2, 1...3) {
      for _ in 0..<count {
        let position = random.number(in: 0...9)
        if !tenant.at.contains(position) { tenant.at.append(position) }
      }
    }
    if tenant.at.isEmpty || maybe(2, 0...0) != nil {
      tenant.every = random.number(in: 2...5)
      tenant.from = maybe(3, 0...6)
      tenant.seed = maybe(4, 0...99)
    }
    tenant.max = maybe(5, 0...3) ?? .max
    tenant.maxInAll = maybe(6, 0...5) ?? .max
    tenant.gap = maybe(2, 0...4) ?? 0
    tenant.few = maybe(6, 0...12) ?? 0
    tenant.before = maybe(4, 0...4) ?? 0
    tenant.trailing = maybe(4, 0...0) != nil
    tenant.after = tenant.trailing ? 0 : maybe(5, 0...3) ?? 0
    tenant.share = maybe(6, 0...8).map { Double($0) / 16 }
    if maybe(10, 0...0) != nil { tenant.sections = [0, 2] }
    if maybe(10, 0...0) != nil { tenant.except = [1] }
    tenant.avoidsTag = maybe(4, 0...0) != nil
    return tenant
  }
}

extension SeededGenerator {
  /// A number of a small range, the same on every machine.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// Rows of content with numbers that nothing else has.
  mutating func rows(_ count: Int, from next: inout Int) -> [ReferenceRow] {
    (0..<count).map { _ in
      next += 1
      return ReferenceRow(id: next, isTagged: number(in: 0...5) == 0, isShy: number(in: 0...11) == 0)
    }
  }
}

extension ContentTraits {
  /// What content of the reference has about it.
  init(_ sections: [[ReferenceRow]]) {
    self.init(
      tags: { sections[$0.section][$0.row].isTagged ? [ReferenceTenant.tag] : [] },
      isAdAllowedBeside: { !sections[$0.section][$0.row].isShy })
  }
}

extension ReferenceRefusal {
  /// Whether a reason of the module is the same.
  func isSame(as reason: RefusalReason) -> Bool {
    switch (self, reason) {
    case (.section, .section), (.few, .few), (.noContent, .noContent), (.trailing, .trailing), (.max, .max),
      (.maxInAll, .maxInAll),
      (.before, .before), (.after, .after), (.share, .share), (.avoid, .avoid):
      true
    case (.gap(let own), .gap(let other)): own == other
    case (.beside(let row), .beside(let path)): row == path.row
    case (.yields(let name), .yields(let other)): name == other
    default: false
    }
  }
}
