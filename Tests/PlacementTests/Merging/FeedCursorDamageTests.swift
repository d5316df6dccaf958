import TestSupport
import Testing

@testable import Placement

/// Cursors come back from clients: damaged, made up, or from pages that there never were.
@Suite struct FeedCursorDamageTests {
  private static let rounds = Sample.of(40_000, few: 1_000)

  private static let lines = [
    "every 2", "every 3 from 1 seed 9 trailing", "at 0,3,7 every 4 max 6", "every 2 max 9 in all gap 1 before 2",
    "at 1 sections 0,2 after 1", "every 2 share 0.4 except 1", "every 3 avoid sad", "every 1000000000 seed 5",
  ]

  /// Merges two pages with a cursor, and walks them; what is refused must be refused by an error of this module.
  private func use(_ cursor: FeedCursor, _ merger: FeedMerger) throws {
    let traits = RowTraits<Int>(tags: { $0.isMultiple(of: 3) ? ["sad"] : [] }, isAdAllowedBeside: { $0 != 2 })
    for sections in [[0..<0], [0..<4, 0..<0, 0..<3]] {
      let page = try merger.merge(sections: sections, with: 0..<Int.max, after: cursor, traits: traits)
      let walked = Array(page)
      #expect(walked.compactMap(\.content).count == sections.map(\.count).reduce(0, +))
      #expect(walked.compactMap(\.slot) == page.slots && walked == page.indices.map { page[$0] })
      #expect(page.decisions.filter { if case .placed = $0 { true } else { false } }.count == page.slots.count)
      let next = page.cursor
      #expect(next.adCount == cursor.adCount + page.slots.count && next.section == cursor.section + sections.count - 1)
      if !cursor.beginsAtOffset { try merger.check(next) }
      _ = try merger.merge(0..<9, with: 0..<Int.max, after: next.beginningSection(), traits: traits).map { $0 }
    }
  }

  @Test func `a damaged text is refused or the text of a cursor that is safe to use`() throws {
    var random = SeededGenerator(seed: 12)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/".utf8)
    var read = 0
    for round in 0..<Self.rounds {
      let merger = try FeedMerger(Self.lines[round % Self.lines.count])
      let traits = RowTraits<Int>(tags: { $0 % 2 == 0 ? ["sad"] : [] })
      var cursor = try merger.merge(sections: [0..<5, 0..<round % 7], with: 0..<9, traits: traits).cursor
      if round % 3 == 0 { cursor = merger.cursor(continuing: cursor) }
      if round % 5 == 0 { cursor.key = "k\(round)" }
      let text = String(decoding: random.damaged(Array(cursor.text.utf8), alphabet: alphabet), as: UTF8.self)
      do throws(PlacementError) {
        let found = try FeedCursor(text: text)
        read += 1
        #expect(found.text == text, "seed 12, round \(round)")
        do { try use(found, merger) } catch { #expect(error is PlacementError, "seed 12, round \(round): \(error)") }
      } catch {
        guard case .invalidCursor = error else {
          Issue.record("seed 12, round \(round): \(error)")
          continue
        }
      }
    }
    #expect(read > Self.rounds / 20 && read < Self.rounds)
  }

  @Test func `a cursor with other numbers is refused or safe to use`() throws {
    var random = SeededGenerator(seed: 11)
    var taken = 0
    for round in 0..<Self.rounds {
      let merger = try FeedMerger(Self.lines[round % Self.lines.count])
      func number() -> Int {
        let numbers = [0, 1, 2, 3, 4, 5, 9, RowMap.limit - 3, RowMap.limit, 1 << 24 - 1, 1 << 30]
        return numbers[Int(random.next() % (round % 2 == 0 ? 5 : 11))]
      }
      let inSection = number()
      let inAll = min(inSection + number(), RowMap.limit)
      var progress = SectionProgress(
        content: number(), tenants: OneOrMore(SectionProgress.Counts(inSection: inSection, inAll: inAll)))
      if inSection > 0 { progress.last = SectionProgress.LastAd(content: max(0, progress.content - number())) }
      let cursor = FeedCursor(
        section: min(number(), 1 << 24 - 1), progress: progress, rules: merger.digest, beginsAtOffset: round % 5 == 0)
      do throws(PlacementError) { try merger.check(cursor) } catch { continue }
      taken += 1
      do { try use(cursor, merger) } catch PlacementError.invalidCount {
      } catch PlacementError.tooMany {
      } catch PlacementError.invalidCursor(let words) where words.hasPrefix("'section' is 16777216") {
      } catch { Issue.record("seed 11, round \(round): \(error)") }
    }
    #expect(taken > Self.rounds / 20 && taken < Self.rounds)
  }
}

/// Which cursors pages lead to: all are found by merging pages of one and two rows, with every supply of ads and every
/// way in which rows can refuse ads, from the beginning on.
@Suite struct FeedCursorReachabilityTests {
  private static let exact = [
    "every 2", "every 2 trailing", "every 3 from 1", "at 0,1,3", "at 0,1,3 trailing", "at 2 every 2 max 2",
    "every 2 gap 1", "every 2 gap 2 trailing", "every 2 before 2", "at 1,2,3 gap 1 before 1", "every 2 max 1",
    "every 2 max 2 in all",
    "every 2 except 0", "at 1,2 sections 1", "every 3 seed 3", "every 2 avoid sad", "at 0,1,3 avoid sad trailing",
    "at 0 trailing", "every 3 from 1 avoid sad gap 1",
  ]
  private static let lookingAhead = ["every 2 after 1", "every 2 share 0.4", "at 0,1,3 after 2 share 0.5 avoid sad"]

  private static let contentLimit = 4

  private enum Row: CaseIterable { case plain, sad, refusing }

  private static let traits = RowTraits<Row>(
    tags: { $0 == .sad ? ["sad"] : [] }, isAdAllowedBeside: { $0 != .refusing })

  private static let pages: [[Row]] =
    Row.allCases.map { [$0] } + Row.allCases.flatMap { one in Row.allCases.map { [one, $0] } }

  private static func reachable(_ merger: FeedMerger) throws -> Set<FeedCursor> {
    var found: Set<FeedCursor> = [try merger.merge([Row](), with: 0..<0, traits: traits).cursor]
    var open = Array(found)
    while let cursor = open.popLast() {
      var next: [FeedCursor] = cursor.section == 0 ? [cursor.beginningSection()] : []
      for page in pages where cursor.contentCount + page.count <= contentLimit {
        for supply in 0...4 {
          next.append(try merger.merge(page, with: 0..<supply, after: cursor, traits: traits).cursor)
        }
      }
      // An ad may trail on a page without rows, too.
      for supply in 0...1 { next.append(try merger.merge([], with: 0..<supply, after: cursor, traits: traits).cursor) }
      for cursor in next where found.insert(cursor).inserted { open.append(cursor) }
    }
    return found
  }

  private static func candidates(_ merger: FeedMerger) -> [FeedCursor] {
    var all: [FeedCursor] = []
    for section in 0...1 {
      for content in 0...contentLimit {
        for (inSection, earlier) in (0...5).flatMap({ own in (0...(section == 0 ? 2 : 1)).map { (own, $0) } }) {
          for last in inSection == 0 ? [nil] : (0...content).map(Int?.init) {
            for (allowsAd, tag) in [(true, nil), (false, nil), (true, 0), (false, 0)] as [(Bool, Int?)] {
              var progress = SectionProgress(
                content: content, allowsAd: allowsAd,
                tenants: OneOrMore(.init(inSection: inSection, inAll: inSection + earlier, avoidedTag: tag)))
              progress.last = last.map { SectionProgress.LastAd(content: $0) }
              all.append(FeedCursor(section: section, progress: progress, rules: merger.digest))
            }
          }
        }
      }
    }
    return all
  }

  private static func isTaken(_ cursor: FeedCursor, _ merger: FeedMerger) -> Bool {
    do { try merger.check(cursor) } catch { return false }
    return true
  }

  @Test(arguments: exact)
  func `exactly the cursors to which pages lead are taken`(line: String) throws {
    let merger = try FeedMerger(line)
    let reachable = try Self.reachable(merger)
    for cursor in reachable where !Self.isTaken(cursor, merger) {
      Issue.record("'\(line)': \(cursor) is reached and refused")
    }
    // No row is both sad and refusing here.
    for cursor in Self.candidates(merger) where Self.isTaken(cursor, merger) && !reachable.contains(cursor) {
      if cursor.progress.allowsAd || cursor.progress.tenants[0].avoidedTag == nil {
        Issue.record("'\(line)': \(cursor) is taken, and no page leads there")
      }
    }
  }

  @Test(arguments: lookingAhead)
  func `no cursor of a page is refused`(line: String) throws {
    let merger = try FeedMerger(line)
    for cursor in try Self.reachable(merger) where !Self.isTaken(cursor, merger) {
      Issue.record("'\(line)': \(cursor) is reached and refused")
    }
  }
}
