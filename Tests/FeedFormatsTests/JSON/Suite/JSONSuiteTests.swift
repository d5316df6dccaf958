import TestSupport
import Testing

@testable import FeedFormats

/// Every case of nst/JSONTestSuite, of which 95 texts are JSON, 193 are not, and 35 are left to the reader.
///
/// Two of the cases are the same text under another name.
@Suite struct JSONSuiteTests {
  /// Returns the first thing that the scanner of documents finds wrong with a text.
  private func faultOfDocument(_ text: [UInt8]) -> JSONCase.Fault? {
    var scanner = JSONScanner(text, maxDepth: 512)
    var thrown: JSONFault?
    scanner.skipWhitespace()
    do throws(JSONFault) {
      try scanner.skipValue()
      scanner.skipWhitespace()
      if scanner.next != nil { thrown = scanner.fault("the end", within: "") }
    } catch {
      thrown = error
    }
    // What is recorded and skipped comes before what is thrown.
    let faults = [
      scanner.flaws.firstInvalid.map { JSONCase.Fault(offset: $0, words: FeedError.notUTF8(.start).problem) },
      scanner.flaws.firstTooDeep.map {
        JSONCase.Fault(offset: $0, words: FeedError.tooDeep(.start, limit: 512).problem)
      },
      thrown.map { JSONCase.Fault(offset: $0.offset, words: $0.words()) },
    ]
    return faults.compactMap { $0 }.min { $0.offset < $1.offset }
  }

  /// Returns the offset of the first thing that the scanner of lines finds wrong with a text.
  private func faultOfLine(_ text: [UInt8]) -> Int? {
    let block = ByteBlock(capacity: text.count)
    block.append(text)
    var skipper = JSONSkipper<BytePlace>()
    guard let end = skipper.skipValue(JSONSkipper.afterSpace(block.start), depth: 0) else {
      return skipper.fault.map { $0.place - block.start }
    }
    let rest = JSONSkipper.afterSpace(end)
    return rest == block.end ? nil : rest - block.start
  }

  @Test func `every case is there once`() {
    let all = JSONCase.all
    let open = all.filter { $0.decision != nil }
    #expect(open.count == 35)
    #expect(all.count { $0.decision == nil && $0.fault == nil } == 94)
    #expect(all.count { $0.decision == nil && $0.fault != nil } == 192)
    #expect(Set(open.compactMap(\.decision)) == Set(JSONCase.Decision.allCases))
    #expect(Set(all.map(\.text)).count == all.count)
  }

  @Test func `documents are taken or refused with the place`() {
    for one in JSONCase.all { #expect(faultOfDocument(one.text) == one.fault, "\(one.about)") }
  }

  /// A newline ends a line, so that a text with one is not a line.
  @Test func `lines are judged like documents`() {
    for one in JSONCase.all where !one.text.contains(UInt8(ascii: "\n")) {
      #expect(faultOfLine(one.text) == one.fault?.offset, "\(one.about)")
    }
  }

  @Test func `the grammar judges the same`() {
    for one in JSONCase.all { #expect(FeedJSONOracle.accepts(one.text) == (one.fault == nil), "\(one.about)") }
  }

  @Test func `an unpaired surrogate is decoded as a replacement character`() {
    for one in JSONCase.all where one.decision == .replacesSurrogates {
      let value = JSONValue(bytes: one.text, range: 0..<one.text.count)
      let decoded = value.elements.compactMap(\.string) + value.members.map { value.name(of: $0) }
      #expect(decoded.count == 1 && decoded.allSatisfy { $0.unicodeScalars.contains("\u{FFFD}") }, "\(one.about)")
    }
  }

  @Test func `other encodings are taken once decoded`() throws {
    let cases = JSONCase.all.filter { $0.decision == .decodesBefore }
    #expect(cases.count == 4)
    for one in cases { #expect(JSONScanner.isValid(try SourceText(one.text).bytes), "\(one.about)") }
  }
}
