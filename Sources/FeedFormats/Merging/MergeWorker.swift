import Placement

/// Merges the requests of a block, with memory that it keeps from one to the next.
package struct MergeWorker {
  /// The lines that are no valid requests, each with the offset in the output at which its own line would be.
  ///
  /// Their line numbers count from 1 in the block.
  package private(set) var faults: [(fault: MergeFault, offset: Int)] = []
  /// What was left out of the bids of requests, with line numbers of the same kind.
  package private(set) var findings: [MergeFault] = []
  /// The number of lines of the block.
  package private(set) var lineCount = 0

  private var request = MergeRequest()
  private let ads: [MergeRequest.Stretch]
  // The ads' bytes live as long as this.
  private let merger: StreamMerger
  private var plans: PlanCache

  package init(_ merger: StreamMerger) {
    self.merger = merger
    plans = PlanCache(merger.rules)
    let start = merger.adBytes.start
    ads = zip([0] + merger.adEnds, merger.adEnds).map { .init(start: start + $0, end: start + $1) }
  }

  /// Merges the lines of a block, and replaces the contents of `output` by the merged lines.
  package mutating func merge(_ block: ByteBlock, into output: ByteBlock) {
    output.removeAll()
    output.reserve(block.count + block.count / 8)
    faults.removeAll(keepingCapacity: true)
    findings.removeAll()
    lineCount = 0
    var line = block.start
    while line < block.end {
      lineCount += 1
      let start = JSONSkipper.afterSpace(line)
      if start.byte == UInt8(ascii: "\n") {
        line = start + 1
        continue
      }
      do throws(MergeRequest.Fault) {
        let end = try request.read(line)
        try write(to: output)
        for (place, problem) in request.bidFindings {
          findings.append(MergeFault(line: lineCount, column: place - line + 1, problem: problem))
        }
        line = end + 1
      } catch {
        let fault = MergeFault(line: lineCount, column: error.place - line + 1, problem: error.problem)
        faults.append((fault, output.count))
        line = error.place.nextNewline + 1
      }
    }
  }

  // MARK: - Writing

  private mutating func write(to output: ByteBlock) throws(MergeRequest.Fault) {
    let ads = request.ads ?? ads
    let slots = try plans.slots(of: request, adCount: ads.count)
    output.append(UInt8(ascii: "{"))
    for member in request.members {
      guard member.hasItems else {
        output.append(member.stretch.start, member.stretch.end)
        continue
      }
      // Between the arrays of items, all is written as it is.
      var place = member.stretch.start
      var next = 0
      for (number, section) in request.sections.enumerated() {
        output.append(place, section.array.start)
        let first = next
        while next < slots.count, slots[next].section == number { next += 1 }
        write(section, slots[first..<next], ads, to: output)
        place = section.array.end
      }
      output.append(place, member.stretch.end)
    }
    writePlacements(slots, to: output)
    if let tail = request.tail { output.append(tail.start, tail.end) }
    output.append(UInt8(ascii: "}"), UInt8(ascii: "\n"))
  }

  /// Writes an array of items with ads among them; items that follow one another are copied at once, with what is
  /// between them.
  private func write(
    _ section: MergeRequest.Section, _ slots: ArraySlice<Slot>, _ ads: [MergeRequest.Stretch], to output: ByteBlock
  ) {
    guard !slots.isEmpty else { return output.append(section.array.start, section.array.end) }
    let items = request.items[section.items]
    output.append(section.array.start, items.first?.start ?? section.array.start + 1)
    var isFirst = true
    var next = items.startIndex
    func writeItems(upTo end: Int) {
      if end == next { return }
      if next > items.startIndex {
        output.append(items[next - 1].end, items[next].start)
      } else if !isFirst {
        output.append(UInt8(ascii: ","))
      }
      output.append(items[next].start, items[end - 1].end)
      (next, isFirst) = (end, false)
    }
    for slot in slots {
      writeItems(upTo: items.startIndex + slot.item)
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output.append(ads[slot.ad].start, ads[slot.ad].end)
      isFirst = false
    }
    writeItems(upTo: items.endIndex)
    output.append(items.last?.end ?? section.array.end + -1, section.array.end)
  }

  private func writePlacements(_ slots: [Slot], to output: ByteBlock) {
    output.append(",\"placements\":[".utf8)
    var isFirst = true
    for slot in slots {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      if request.hasSections {
        output.append("{\"section\":".utf8)
        output.append(decimal: slot.section)
        output.append(",\"row\":".utf8)
      } else {
        output.append("{\"row\":".utf8)
      }
      output.append(decimal: slot.row)
      output.append(",\"ad\":".utf8)
      output.append(decimal: slot.ad)
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "]"))
  }
}

/// Where an ad goes.
struct Slot {
  var section: Int
  /// Its row in the merged section.
  var row: Int
  /// The item that it is before; the number of items for one at the end.
  var item: Int
  var ad: Int
}

/// The plans of requests, which are made once for all requests of the same size under the same rules.
private struct PlanCache {
  private struct Key: Hashable {
    var rules: Int
    var counts: [Int]
    var adCount: Int
  }

  private static let most = 1024

  private var rules: [PlacementRules]
  private var numbers: [[UInt8]: Int] = [:]
  private var plans: [Key: [Slot]] = [:]
  private var last: (key: Key, slots: [Slot])?

  init(_ rules: PlacementRules) { self.rules = [rules] }

  mutating func slots(of request: MergeRequest, adCount: Int) throws(MergeRequest.Fault) -> [Slot] {
    let number = try ruleNumber(of: request)
    if let last, last.key.rules == number, last.key.adCount == adCount, request.hasCounts(last.key.counts) {
      return last.slots
    }
    let key = Key(rules: number, counts: request.sections.map(\.items.count), adCount: adCount)
    if let slots = plans[key] {
      last = (key, slots)
      return slots
    }
    let slots = try plan(key, request)
    // Tags are of the request, and so is what is made of them.
    if !rules[number].avoid.isEmpty { return slots }
    if plans.count >= Self.most { plans.removeAll(keepingCapacity: true) }
    plans[key] = slots
    last = (key, slots)
    return slots
  }

  private func plan(_ key: Key, _ request: MergeRequest) throws(MergeRequest.Fault) -> [Slot] {
    let rules = rules[key.rules]
    var tags: PlacementPlan.Tags?
    if !rules.avoid.isEmpty {
      let all = request.tags
      tags = { all[$0.section][$0.row] }
    }
    do throws(PlacementError) {
      let plan = try PlacementPlan(rules: rules, userCounts: key.counts, adCount: key.adCount, tags: tags)
      return plan.places.map { Slot(section: $0.path.section, row: $0.path.row, item: $0.content.row, ad: $0.ad) }
    } catch {
      throw request.fault("\(error)")
    }
  }

  /// Returns the number of a request's rules; 0 for those of the merger.
  private mutating func ruleNumber(of request: MergeRequest) throws(MergeRequest.Fault) -> Int {
    guard let stretch = request.placement else { return 0 }
    let text = stretch.start.bytes(to: stretch.end)
    if let number = numbers[text] { return number }
    do throws(RulesError) {
      let read = try RulesReader.read(text)
      if rules.count >= Self.most {
        rules.removeLast(rules.count - 1)
        numbers.removeAll(keepingCapacity: true)
        plans.removeAll(keepingCapacity: true)
        last = nil
      }
      rules.append(read)
      numbers[text] = rules.count - 1
      return rules.count - 1
    } catch {
      throw MergeRequest.Fault(place: stretch.start + (error.position.column - 1), problem: error.problem)
    }
  }
}

extension MergeRequest {
  fileprivate func hasCounts(_ counts: [Int]) -> Bool {
    counts.count == sections.count && zip(counts, sections).allSatisfy { $0 == $1.items.count }
  }

  /// The tags of all items: the strings in their member `tags`, of JSON Feed, or one string with commas.
  fileprivate var tags: [[[String]]] {
    sections.map { section in
      items[section.items].map { item in
        let bytes = item.start.bytes(to: item.end)
        let value = JSONValue(bytes: bytes, range: 0..<bytes.count)
        guard let tags = value.members.last(where: { value.name(of: $0) == "tags" }) else { return [] }
        return tags.value.string?.commaSeparatedTags ?? tags.value.elements.compactMap(\.string)
      }
    }
  }

  /// Returns a fault of the rules, at the request's own ones if it has any.
  fileprivate func fault(_ problem: String) -> Fault {
    Fault(place: placement?.start ?? members[0].stretch.start, problem: problem)
  }
}

extension ByteBlock {
  fileprivate func append(_ one: UInt8, _ other: UInt8) {
    append(one)
    append(other)
  }

  /// Appends a number that is not negative, in decimal digits.
  fileprivate func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
