import FeedFormats
import Placement
import TestSupport
import Testing

/// Merged requests against a model that knows the pieces of which each request was made.
@Suite struct StreamMergerTests {
  private struct Failure: Error {}

  /// Runs a merger over an input that comes in pieces of a size.
  private func run(
    _ merger: StreamMerger, _ input: String, pieces: Int = .max, _ policy: StreamMerger.FaultPolicy = .fail
  ) -> (output: String, faults: [String], isDone: Bool) {
    var rest = Array(input.utf8)[...]
    var output: [UInt8] = []
    var faults: [String] = []
    let isDone = merger.run(onFault: policy) { room in
      let piece = rest.prefix(min(pieces, room.byteCount))
      for (place, byte) in piece.enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
      rest = rest.dropFirst(piece.count)
      return piece.count
    } write: { bytes in
      let written = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      #expect(written.last == UInt8(ascii: "\n"), "a part of a line was written")
      output += written
    } report: {
      faults.append("\($0)")
    }
    return (String(decoding: output, as: UTF8.self), faults, isDone)
  }

  private func merged(_ line: String, _ merger: StreamMerger? = nil) throws -> String {
    let merger = try merger ?? StreamMerger()
    return String(decoding: try merger.merge(line: Array(line.utf8)), as: UTF8.self)
  }

  private func withoutLastLineEnd(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  // MARK: The model

  /// A request and what becomes of it.
  private struct Case {
    var line: String
    var merged: String
  }

  private func space(_ random: inout SeededGenerator) -> String {
    ["", "", "", " ", "\t ", "\r"].randomElement(using: &random) ?? ""
  }

  private func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let scalars = [
      "0", "-1.50e+07", "12345678901234567890", "true", "null", #""""#, #""a\"b\\""#, #""\u00e9\ud800""#, #""日本語 é😀""#,
      #""a text that is longer than two steps of sixteen bytes, with {}[],: in it""#,
    ]
    if depth > 2 || Int.random(in: 0..<3, using: &random) == 0 { return scalars.randomElement(using: &random) ?? "0" }
    let count = Int.random(in: 0..<4, using: &random)
    let inner = (0..<count).map { _ in space(&random) + value(&random, depth: depth + 1) + space(&random) }
    if Bool.random(using: &random) { return "[" + inner.joined(separator: ",") + "]" }
    return "{" + inner.enumerated().map { #""k\#($0 / 2)":\#($1)"# }.joined(separator: ",") + "}"
  }

  private func placement(_ random: inout SeededGenerator) -> (text: String, model: ReferencePlacement) {
    var model = ReferencePlacement()
    var members: [String] = []
    if Bool.random(using: &random) {
      model.at = [Int.random(in: 0..<4, using: &random), Int.random(in: 4..<9, using: &random)]
      members.append("\"at\":[\(model.at[0]), \(model.at[1])]")
    }
    if model.at.isEmpty || Bool.random(using: &random) {
      let every = Int.random(in: 2..<6, using: &random)
      model.every = every
      members.append("\"every\":\(every)")
      if model.at.isEmpty, Bool.random(using: &random) {
        model.from = Int.random(in: 0..<6, using: &random)
        members.append("\"from\":\(model.from ?? 0)")
      }
    }
    if Bool.random(using: &random) {
      model.max = Int.random(in: 1..<4, using: &random)
      members.append("\"max\":\(model.max)")
    }
    if Bool.random(using: &random) {
      model.trailing = true
      members.append("\"trailing\":true")
    }
    return ("{" + members.joined(separator: ",") + "}", model)
  }

  /// Makes a request of random pieces, and merges them by the rules applied row by row.
  private func makeCase(_ random: inout SeededGenerator, ads defaults: [String], rules: ReferencePlacement) -> Case {
    let hasSections = Bool.random(using: &random)
    let counts = (0..<(hasSections ? Int.random(in: 0..<4, using: &random) : 1)).map { _ in
      Int.random(in: 0..<12, using: &random)
    }
    let gap = space(&random) + "," + space(&random)
    let items = counts.map { count in (0..<count).map { _ in value(&random) } }
    let ads: [String]? =
      Bool.random(using: &random) ? (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(&random) } : nil
    let own = Bool.random(using: &random) ? placement(&random) : nil
    let placed = (own?.model ?? rules).ads(counts: counts, available: (ads ?? defaults).count)

    func array(_ section: Int, merges: Bool) -> String {
      var text = "["
      let own = merges ? placed.filter { $0.section == section } : []
      for item in 0...items[section].count {
        for ad in own where ad.content == item {
          // The ad comes before what is between two items.
          if text != "[" { text += "," }
          text += (ads ?? defaults)[ad.number]
        }
        if item == items[section].count { break }
        if item > 0 { text += gap } else if text != "[" { text += "," }
        text += items[section][item]
      }
      return text + "]"
    }
    func content(merges: Bool) -> String {
      if !hasSections { return array(0, merges: merges) }
      return "["
        + counts.indices.map { #"{"t":0, "items" : \#(array($0, merges: merges)),"u":[] }"# }.joined(separator: gap)
        + "]"
    }
    let name = hasSections ? "sections" : "items"
    var members: [(text: String, merged: String?)] = [
      (#""\#(name)":\#(content(merges: false))"#, #""\#(name)":\#(content(merges: true))"#)
    ]
    for number in 0..<Int.random(in: 0..<4, using: &random) {
      let other = #""x\#(number / 2)":\#(value(&random))"#
      members.append((other, other))
    }
    if let ads { members.append((#""ads":[\#(ads.joined(separator: gap))]"#, nil)) }
    if let own { members.append((#""placement" : \#(own.text)"#, nil)) }
    members.shuffle(using: &random)
    let placements = placed.map {
      (hasSections ? #"{"section":\#($0.section),"# : "{") + #""row":\#($0.row),"ad":\#($0.number)}"#
    }
    return Case(
      line: "{" + members.map(\.text).joined(separator: gap) + "}",
      merged: "{" + members.compactMap(\.merged).joined(separator: gap) + #","placements":["#
        + placements.joined(separator: ",")
        + "]}")
  }

  @Test func `requests are merged as the model merges them`() throws {
    for seed in 0..<Sample.of(3000, few: 150) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let defaults = (0..<Int.random(in: 0..<4, using: &random)).map { "\"ad\($0)\"" }
      let (text, model) = placement(&random)
      let rules = try RulesReader.read(Array(text.utf8))
      let merger = try StreamMerger(ads: defaults.map { Array($0.utf8) }, rules: rules)
      let cases = (0..<6).map { _ in makeCase(&random, ads: defaults, rules: model) }
      for one in cases { #expect(try merged(one.line, merger) == one.merged, "seed \(seed): \(one.line)") }
      // The same as a stream, in pieces of any size.
      let pieces = Int.random(in: 1..<300, using: &random)
      let ends = ["\n", "\r\n", "\n\n", "\n \t\n"]
      let input = cases.map { $0.line + (ends.randomElement(using: &random) ?? "\n") }.joined()
      let all = run(
        merger, Bool.random(using: &random) ? input : withoutLastLineEnd(input), pieces: pieces)
      #expect(all.output == cases.map { $0.merged + "\n" }.joined(), "seed \(seed)")
      #expect(all.faults.isEmpty && all.isDone)
    }
  }

  @Test func `the example of the documentation is true`() throws {
    let merger = try StreamMerger(rules: PlacementRules("every 6 from 3"))
    #expect(
      try merged(#"{"items":[1,2,3,4,5],"ads":["ad"]}"#, merger)
        == #"{"items":[1,2,3,"ad",4,5],"placements":[{"row":3,"ad":0}]}"#)
  }

  // MARK: Faults

  @Test func `every fault has its place`() throws {
    let faults: [(line: String, fault: String)] = [
      (#"{"id":1}"#, "1: the request has no items"), ("{}", "1: the request has no items"),
      ("[1]", "1: expected an object, which is a request"), ("  x", "3: expected an object, which is a request"),
      (#"{"items":{}}"#, "10: 'items' is not an array"), (#"{"items":[1],"ads":3}"#, "20: 'ads' is not an array"),
      (#"{"sections":[{"items":[]},{"x":[]}]}"#, "27: the section has no items"),
      (#"{"sections":[1]}"#, "14: a section is not an object"), (#"{"sections":1}"#, "13: 'sections' is not an array"),
      (#"{"items":[],"items":[]}"#, "13: duplicate member 'items'"),
      (#"{"items":[],"i\u0074ems":[]}"#, "13: duplicate member 'items'"),
      (#"{"items":[],"sections":[]}"#, "13: the request has both 'items' and 'sections'"),
      (#"{"sections":[],"items":[]}"#, "16: the request has both 'items' and 'sections'"),
      (#"{"sections":[],"sections":[]}"#, "16: duplicate member 'sections'"),
      (#"{"sections":[{"items":[],"items":[]}]}"#, "26: duplicate member 'items'"),
      (#"{"ads":[],"items":[],"ads":[]}"#, "22: duplicate member 'ads'"),
      (#"{"placement":{},"items":[],"placement":{}}"#, "28: duplicate member 'placement'"),
      (#"{"items":[],"placements":[]}"#, "13: the request has a member 'placements' of its own"),
      (#"{"items":[1,2}"#, "14: expected a comma or a closing bracket"),
      (#"{"items":[1,]}"#, "13: expected a value"), (#"{"items":[1],}"#, "14: expected a member's name in quotes"),
      (#"{"items":[1]} {}"#, "15: expected the end of the line"),
      (#"{"items":[tru]}"#, "14: expected true"), (#"{"items":[01]}"#, "12: expected a comma or a closing bracket"),
      (#"{"items":[1."#, "13: the line ends too early, within a value"),
      (#"{"items":[nul"#, "14: the line ends too early, within a value"),
      (#"{"items":["é\x"]}"#, "14: invalid escape sequence"),
      (#"{"items":["\u12"#, "16: the line ends too early, within a string"),
      ("{\"items\":[\"a\u{1}\"]}", "13: an unescaped control character in a string"),
      (#"{"items":["abc"#, "15: the line ends too early, within a string"),
      (#"{"items":[1],"placement":{"every":6,"evry":2}}"#, "37: a rule set has no member 'evry'"),
      (#"{"items":[1],"placement":{"every":0}}"#, "27: invalid value 0 for 'every'"),
      (#"{"items":[1]"#, "13: the line ends too early, within the request"),
      (#"{"items":"# + String(repeating: "[", count: 600), "521: nested deeper than 512"),
    ]
    for (line, expected) in faults {
      do {
        let result = try merged(line)
        Issue.record("\(line) became \(result)")
      } catch let fault as MergeFault {
        #expect("\(fault)".hasPrefix("1:\(expected)"), "\(line): \(fault)")
      }
    }
    let latin = Array(#"{"items":["caf"#.utf8) + [0xE9] + Array(#""]}"#.utf8)
    #expect(throws: MergeFault(line: 1, column: 15, problem: "invalid UTF-8")) { try StreamMerger().merge(line: latin) }
  }

  @Test func `a fault is reported skipped or the end`() throws {
    let merger = try StreamMerger(rules: PlacementRules("every 2"))
    let input = "{\"items\":[1]}\n\nnonsense\n{\"items\":[2]}\n{\"items\":3}"
    let first = #"{"items":[1],"placements":[]}"# + "\n", second = #"{"items":[2],"placements":[]}"# + "\n"
    for pieces in [1, 7, 1000] {
      let failed = run(merger, input, pieces: pieces, .fail)
      #expect(failed == (first, ["3:1: expected an object, which is a request"], false))
      let skipped = run(merger, input, pieces: pieces, .skip)
      #expect(skipped.output == first + second && skipped.isDone)
      #expect(skipped.faults == ["3:1: expected an object, which is a request", "5:10: 'items' is not an array"])
      let reported = run(merger, input, pieces: pieces, .report)
      #expect(
        reported.output == first
          + #"{"error":{"line":3,"column":1,"message":"expected an object, which is a request"}}"# + "\n" + second
          + #"{"error":{"line":5,"column":10,"message":"'items' is not an array"}}"# + "\n")
      #expect(reported.isDone)
    }
  }

  @Test func `what a bid asks for is kept, also when it is read again`() throws {
    let notices = #""nurl":"https://n.example/${AUCTION_PRICE}","burl":"https://b.example","lurl":"https://l.example""#
    let bid = #"{"id":"x","price":1,"exp":600,"adm":"{\"assets\":[{\"title\":{\"text\":\"t\"}}]}",\#(notices)}"#
    let response = #"{"id":"a","seatbid":[{"bid":[\#(bid)]}]}"#
    let names = #""creative":"a//x","campaign":"a//x""#
    let item = #"{"id":"a//x","title":"t","_ad":{\#(names),"price":"1.00 USD","exp":600,\#(notices)}}"#
    let merger = try StreamMerger(rules: PlacementRules(at: [1]))
    #expect(try merged(#"{"items":[1,2],"ads":\#(response)}"#, merger).hasPrefix(#"{"items":[1,\#(item),2],"#))
    for bytes in [response, item].map({ Array($0.utf8) }) {
      let ad = try #require(AdReader().read(bytes).items.first?.raw)
      #expect(String(decoding: ad, as: UTF8.self) == item)
    }
  }

  @Test func `the ads of a request may be a bid response`() throws {
    let title = #"{\"assets\":[{\"title\":{\"text\":\"t\"}}]}"#
    let bids = ["x", "y"].map { #"{"id":"\#($0)","price":1,"adm":"\#(title)"}"# }.joined(
      separator: #",{"id":"z","mtype":1},"#)
    let item = { (id: String) in
      #"{"id":"a//\#(id)","title":"t","_ad":{"creative":"a//\#(id)","campaign":"a//\#(id)","price":"1.00 USD"}}"#
    }
    let head = #"{"items":[1,2,3,4],"placement":{"at":[1,3]}"#
    let rest = #""placements":[{"row":1,"ad":0},{"row":3,"ad":1}]}"#
    let merger = try StreamMerger()
    #expect(
      try merged(head + #","ads":{"id":"a","seatbid":[{"bid":[\#(bids)]}]}}"#, merger)
        == #"{"items":[1,\#(item("x")),2,\#(item("y")),3,4],"# + rest)
    for ads in [#"{"nbr":2}"#, #"{"seatbid":[]}"#] {
      #expect(try merged(head + #","ads":\#(ads)}"#, merger) == #"{"items":[1,2,3,4],"placements":[]}"#)
    }
    let twoLines = [head + #","ads":{"seatbid":[{"bid":[\#(bids)]}]}}"#, head + #","ads":[7]}"#]
    #expect(try merged(twoLines[1], merger) == #"{"items":[1,7,2,3,4],"placements":[{"row":1,"ad":0}]}"#)
    #expect(throws: MergeFault(line: 1, column: 52, problem: "'ads' is neither an array nor a bid response")) {
      try merger.merge(line: Array((head + #", "ads":{}}"#).utf8))
    }
  }

  @Test func `ads are JSON on one line each`() {
    for bad in ["nonsense", "", "{\n}", "1 2", "[\"\u{1}\"]"] {
      #expect(throws: MergeFault(line: 2, column: 1, problem: "the ad is not JSON on one line")) {
        try StreamMerger(ads: [Array("{}".utf8), Array(bad.utf8)])
      }
    }
    #expect(throws: PlacementError.self) { try StreamMerger(rules: PlacementRules(every: 1)) }
  }

  @Test func `damaged requests are refused or merged`() throws {
    let seed = #"{"id":"ü","items":[{"a":[1,2]},"b",{"c":{}}],"ads":[{"x":"y"}],"placement":{"every":2},"z":1.5e3}"#
    let alphabet = Array("{}[]\",:\\ue0-+.19tfnitemsad ".utf8)
    let merger = try StreamMerger()
    for number in 0..<Sample.of(20_000, few: 4000) as Range<UInt64> {
      var random = SeededGenerator(seed: number)
      let line = random.damaged(Array(seed.utf8), alphabet: alphabet).filter { $0 != 0x0A }
      do {
        let result = try merger.merge(line: line)
        #expect(FeedJSONOracle.accepts(line) && FeedJSONOracle.accepts(result), "seed \(number)")
      } catch {
        #expect(1...(line.count + 1) ~= error.column, "seed \(number): \(error)")
      }
    }
  }

  @Test func `tags keep ads away`() throws {
    let line =
      #"{"items":[1,{"tags":["war"]},{"tags":["x"]},4,5,6],"ads":["A","B"],"placement":{"every":2,"avoid":["war"]}}"#
    let model =
      #"{"items":[1,{"tags":["war"]},{"tags":["x"]},"A",4,"B",5,6],"placements":[{"row":3,"ad":0},{"row":5,"ad":1}]}"#
    #expect(try merged(line) == model)
    let other = line.replacing("war", with: "sea", maxReplacements: 1)
    #expect(try merged(other).contains(#"{"row":1,"ad":0}"#), "the plan of the request before was used")
    // As feeds are read: some publishers write one string.
    #expect(
      try merged(line.replacing(#"["war"]"#, with: #""sea, war""#, maxReplacements: 1))
        == model.replacing(#"["war"]"#, with: #""sea, war""#))
  }

  @Test func `a line may be longer than what is read at once`() throws {
    let item = "\"" + String(repeating: "é", count: 300_000) + "\""
    let line = #"{"items":[\#(item),1,\#(item)],"ads":[0],"placement":{"at":[1]}}"#
    let result = run(try StreamMerger(), "{\"items\":[]}\n" + line + "\n{\"items\":[]}", pieces: 100_000)
    #expect(
      result.output == "{\"items\":[],\"placements\":[]}\n"
        + #"{"items":[\#(item),0,1,\#(item)],"placements":[{"row":1,"ad":0}]}"# + "\n{\"items\":[],\"placements\":[]}\n"
    )
  }
}
