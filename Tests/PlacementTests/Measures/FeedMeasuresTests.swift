import Placement
import Testing

@Suite struct FeedMeasuresTests {
  /// A feed as plain words: whether each row is an ad.
  private struct Naive {
    let rows: [Bool]

    var adRows: [Int] { rows.indices.filter { rows[$0] } }
    var gaps: [Int] { zip(adRows, adRows.dropFirst()).map { $1 - $0 - 1 } }

    func longestRun(of kind: Bool) -> Int {
      rows.reduce(into: (now: 0, best: 0)) { runs, row in
        runs.now = row == kind ? runs.now + 1 : 0
        runs.best = max(runs.best, runs.now)
      }.best
    }
  }

  /// The rules under which a section has ads in just these rows.
  private func page(_ rows: [Bool], after cursor: FeedCursor? = nil) throws -> MergedFeed<Range<Int>, Range<Int>> {
    let ads = rows.indices.filter { rows[$0] }
    return try FeedMerger(rules: PlacementRules(at: ads, trailing: true)).merge(
      0..<rows.count - ads.count, with: 0..<ads.count, after: cursor)
  }

  /// Every feed of up to eight rows in which at most one ad is trailing, which is all that rules can ask for.
  private var feeds: [[Bool]] {
    (0...8).flatMap { count in (0..<1 << count).map { word in (0..<count).map { word >> $0 & 1 == 1 } } }
      .filter { !$0.suffix(2).elementsEqual([true, true]) && $0 != [true] || $0.count == 1 }
  }

  @Test func `every small feed is measured as by counting`() throws {
    for rows in feeds {
      let measures = FeedMeasures(of: try page(rows))
      let naive = Naive(rows: rows)
      #expect(measures.count == rows.count && measures.adCount == naive.adRows.count, "\(rows)")
      #expect(measures.contentBeforeFirstAd == naive.adRows.first, "\(rows)")
      #expect(measures.smallestGap == naive.gaps.min() && measures.largestGap == naive.gaps.max(), "\(rows)")
      let average = naive.gaps.isEmpty ? nil : Double(naive.gaps.reduce(0, +)) / Double(naive.gaps.count)
      #expect(measures.averageGap == average, "\(rows)")
      #expect(measures.longestContentRun == naive.longestRun(of: false), "\(rows)")
      #expect(measures.longestAdRun == naive.longestRun(of: true), "\(rows)")
      #expect(measures.share == (rows.isEmpty ? 0 : Double(naive.adRows.count) / Double(rows.count)), "\(rows)")
    }
  }

  @Test func `rows that no section has are brought into range`() {
    #expect(FeedMeasures(contentCount: .min) == FeedMeasures(contentCount: 0))
    #expect(FeedMeasures(contentCount: .max) == FeedMeasures(contentCount: 1 << 53 - 1))
    #expect(FeedMeasures(contentCount: -1, adsBefore: []) == FeedMeasures())
    let inRange = FeedMeasures(contentCount: 5, adsBefore: [0, 4, 4, 5, 5])
    #expect(FeedMeasures(contentCount: 5, adsBefore: [.min, 4, 2, 6, .max]) == inRange)
    #expect(inRange.count == 10 && inRange.adCount == 5)
  }

  @Test func `measures of parts add up to those of the whole`() throws {
    for one in feeds where one.count < 6 {
      for other in feeds where other.count < 5 && one.count + other.count <= 8 {
        var sum = FeedMeasures(of: try page(one))
        sum.append(FeedMeasures(of: try page(other)))
        let naive = Naive(rows: one + other)
        #expect(sum.count == naive.rows.count && sum.contentBeforeFirstAd == naive.adRows.first, "\(one) \(other)")
        #expect(sum.smallestGap == naive.gaps.min() && sum.largestGap == naive.gaps.max(), "\(one) \(other)")
        #expect(sum.longestContentRun == naive.longestRun(of: false), "\(one) \(other)")
        #expect(sum.longestAdRun == naive.longestRun(of: true), "\(one) \(other)")
      }
    }
  }
}
