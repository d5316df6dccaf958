import AdServing
import Testing

@Suite struct AdServingErrorTests {
  @Test func `every error is worded`() {
    let words: [(AdServingError, String)] = [
      (
        .invalidValue(word: "timeout", value: "-1", expected: "a time", column: nil),
        "invalid value -1 for 'timeout'; expected a time"
      ),
      (
        .invalidValue(word: "cap", value: "", expected: "a number", column: 5),
        "column 5: invalid value '' for 'cap'; expected a number"
      ),
      (.missingValue(word: "per", column: 3), "column 3: 'per' lacks its value"),
      (.contradiction("first 10s", "most 5s"), "'first 10s' and 'most 5s' cannot both be met"),
      (.unknownMember("tiemout"), "a policy has no member 'tiemout'"),
      (.invalidHistory("version 2 is not known"), "the frequency history cannot be used: version 2 is not known"),
      (.invalidLedger("version 2 is not known"), "the record of impressions is not possible: version 2 is not known"),
      (.invalidReceipt("it has no tag"), "the receipt does not count: it has no tag"),
      (.otherDevice("a", "b"), "a ledger of device 'b' cannot be merged into one of 'a'"),
    ]
    for (error, message) in words { #expect(error.description == message) }
  }
}
