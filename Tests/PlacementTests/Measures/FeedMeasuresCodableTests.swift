import Foundation
import TestSupport
import Testing

@testable import Placement

@Suite struct FeedMeasuresCodableTests {
  /// The measures of every feed of up to seven rows.
  private var worlds: [FeedMeasures] {
    (0...7).flatMap { count in
      (0..<1 << count).map { word in
        var contentRows = 0
        var ads: [Int] = []
        for row in 0..<count { if word >> row & 1 == 1 { ads.append(contentRows) } else { contentRows += 1 } }
        return FeedMeasures(contentCount: contentRows, adsBefore: ads)
      }
    }
  }

  private func read(_ members: [String: Int]) throws -> FeedMeasures {
    try JSONDecoder().decode(FeedMeasures.self, from: JSONEncoder().encode(members))
  }

  @Test func `measures come back as they were`() throws {
    for measures in Set(worlds) {
      #expect(try JSONDecoder().decode(FeedMeasures.self, from: JSONEncoder().encode(measures)) == measures)
    }
  }

  @Test func `measures with another number are refused or make sense`() throws {
    var taken = 0
    for measures in Set(worlds.sampled(oneIn: 3)) {
      let data = try JSONEncoder().encode(measures)
      let members = try JSONDecoder().decode([String: Int].self, from: data)
      for (name, value) in members {
        for other in [nil, value - 1, value + 1, 0, 1, Int.max] as [Int?] where other != value {
          var changed = members
          changed[name] = other
          do {
            let read = try read(changed)
            taken += 1
            let average = read.averageGap ?? 0
            #expect(read.longestContentRun <= read.contentCount && read.longestAdRun <= read.adCount, "\(changed)")
            #expect(Double(read.smallestGap ?? 0) <= average && average <= Double(read.largestGap ?? 0), "\(changed)")
            var twice = read
            twice.append(read)
            #expect(twice.count == 2 * read.count && twice.longestContentRun <= twice.contentCount, "\(changed)")
          } catch {
            #expect(error is DecodingError, "\(changed)")
          }
        }
      }
    }
    #expect(taken > 0)
  }

  @Test func `what no feed has is named`() {
    let feed = FeedMeasures(contentCount: 5, adsBefore: [1, 3])
    let limit = 1 << 53 - 1
    let faults: [(String, Int, String)] = [
      ("ads", -1, "'ads' is -1, which is not within 0 and \(limit)"),
      ("content", 1 << 53, "'content' is \(1 << 53), which is not within 0 and \(limit)"),
      ("ads", 0, "'ads' is 0, and 'first' does not fit"),
      ("ads", 1, "'ads' is 1, and 'smallestGap' does not fit"),
      ("content", 4, "'content' is 4, and does not fit what stands around the ads"),
      ("smallestGap", 3, "'content' is 5, and does not fit what stands around the ads"),
      ("adRun", 3, "'adRun' is 3 of 2 ads"),
      ("adRun", 2, "'adRun' is 2, and 'smallestGap' does not fit"),
      ("adsBefore", 1, "'adsBefore' is 1, which does not fit"),
      ("adsAfter", 1, "'adsAfter' is 1, which does not fit"),
    ]
    for (name, value, fault) in faults {
      let refusal = DecodingRefusal<PlacementError> {
        var members = try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(feed))
        members[name] = value
        return try read(members)
      }
      #expect(refusal?.reason == .invalidMeasures(fault) && refusal?.path == (fault.contains("within") ? name : ""))
    }
  }

  @Test func `counts stop where JSON numbers do`() throws {
    let most = 1 << 53 - 1
    var measures = FeedMeasures(contentCount: most)
    for _ in 0..<3_000 { measures.append(FeedMeasures(contentCount: most)) }
    #expect(measures.contentCount == most && measures.longestContentRun == most)
    #expect(try JSONDecoder().decode(FeedMeasures.self, from: JSONEncoder().encode(measures)) == measures)
  }
}
