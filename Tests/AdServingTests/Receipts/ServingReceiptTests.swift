import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

/// A stand-in for a message authentication code: the FNV-1a hash of a key and a message.
func fnvTag(_ message: [UInt8]) -> [UInt8] {
  let hash = (Array("key".utf8) + message).reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
  return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
}

@Suite struct ServingReceiptTests {
  private static let now = Duration.milliseconds(1_700_000_000_250)

  private func made(
    _ user: String = "ann", _ ad: String = "a17", _ campaign: String? = "spring", _ price: String? = "1.25 USD",
    issued: Duration = now, lasting: Duration = .seconds(86_400)
  ) throws -> ServingReceipt {
    try ServingReceipt(
      of: AdIdentity(adID: ad, campaign: campaign), for: user, price: price.map { try Price($0) }, issued: issued,
      expires: issued + lasting)
  }

  private func fault(_ read: () throws -> ServingReceipt) -> String? {
    do {
      _ = try read()
      return nil
    } catch AdServingError.invalidReceipt(let fault) {
      return fault
    } catch {
      return "\(error)"
    }
  }

  /// The text of any bytes, with their tag.
  private func tagged(_ bytes: [UInt8]) -> String {
    let tag = fnvTag(AuthenticationTag.message(of: [Array("ServingReceipt".utf8), bytes]))
    return Base64URL.text(of: bytes) + "." + Base64URL.text(of: tag)
  }

  @Test func `a receipt is read as it was written`() throws {
    let long = String(repeating: "ü", count: 128)
    var texts: Set<String> = []
    for user in ["ann", "", long] {
      for (ad, campaign) in [("a17", "spring"), ("a17", nil), (long, String(long.reversed()) + ""), ("é", "e\u{301}")] {
        for price in ["1.25 USD", nil, "0.00 EUR", "9007199254.740991 CHF"] {
          for (issued, lasting) in [
            (Self.now, Duration.seconds(86_400)), (.zero, .milliseconds(1)), (.seconds(-5), .seconds(5)),
            (.zero - .latest, Duration.latest * 2),
          ] {
            let receipt = try made(user, ad, campaign, price, issued: issued, lasting: lasting)
            let text = receipt.text(tag: fnvTag)
            #expect(try ServingReceipt(text: text, tag: fnvTag) == receipt && texts.insert(text).inserted, "\(receipt)")
          }
        }
      }
    }
    #expect(texts.count == 3 * 4 * 4 * 4)
  }

  @Test func `a text is as the form says`() throws {
    let short = try made("", "a", nil, nil, issued: .milliseconds(-1), lasting: .milliseconds(200))
    #expect(short.text(tag: fnvTag) == tagged([0x10, 1, 0xC8, 1, 0, 1, 0x61]))
    // As a program in Python writes it by the form.
    #expect(try made().text(tag: fnvTag) == "E_Sjq_75YoC4mSnQpUxVU0QDYW5uA2ExNwZzcHJpbmc.wrTzXuuoJ9M")
  }

  @Test func `the longest text is read and a longer one is not looked at`() throws {
    let long = { (letter: Character) in String(repeating: letter, count: ServingReceipt.longestName) }
    let receipt = try made(
      long("u"), long("a"), long("c"), "9007199254.740991 CHF", issued: .zero - .latest, lasting: Duration.latest * 2)
    func tag(_ message: [UInt8]) -> [UInt8] { (0..<8).flatMap { fnvTag(message + [$0]) } }
    let text = receipt.text(tag: tag)
    #expect(text.utf8.count <= ServingReceipt.longestText)
    #expect(try ServingReceipt(text: text, tag: tag) == receipt)
    let longer = String(repeating: "A", count: ServingReceipt.longestText) + "."
    let words = "its text has more than 1280 bytes"
    #expect(fault { try ServingReceipt(text: longer) { _ in fatalError("a tag is computed") } } == words)
  }

  @Test func `times are rounded down to milliseconds`() throws {
    let receipt = try made(issued: .nanoseconds(-1), lasting: .milliseconds(1))
    #expect(receipt.issued == .milliseconds(-1) && receipt.expires == .zero)
    #expect(receipt.hasExpired(at: .zero) && !receipt.hasExpired(at: .nanoseconds(-1)))
  }

  @Test func `what no receipt has is refused by its name`() {
    let long = String(repeating: "x", count: 257)
    for (user, ad, campaign, lasting, word) in [
      (long, "a", "c", 1, "user"), ("u", long, "c", 1, "ad"), ("u", "a", long, 1, "campaign"), ("u", "", "c", 1, "ad"),
      ("u", "a", "", 1, "campaign"), ("u", "a", "c", 0, "expires"), ("u", "a", "c", -1, "expires"),
    ] {
      do {
        _ = try made(user, ad, campaign, nil, lasting: .milliseconds(lasting))
        Issue.record("\(word) is taken")
      } catch AdServingError.invalidValue(let found, _, _, _) {
        #expect(found == word)
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `a damaged text is refused`() throws {
    let text = try made().text(tag: fnvTag)
    let bytes = Array(text.utf8)
    func isRefused(_ bytes: [UInt8]) -> Bool {
      fault { try ServingReceipt(text: String(decoding: bytes, as: UTF8.self), tag: fnvTag) } != nil
    }
    for index in bytes.indices {
      for byte in UInt8.min...UInt8.max where byte != bytes[index] {
        var damaged = bytes
        damaged[index] = byte
        if !isRefused(damaged) { Issue.record("byte \(index) as \(byte)") }
      }
      #expect(isRefused(Array(bytes[..<index])) && isRefused(Array(bytes[index...].dropFirst())), "cut at \(index)")
      for byte in [UInt8(ascii: "A"), UInt8(ascii: "."), UInt8(ascii: "="), 0] {
        #expect(isRefused(bytes[..<index] + [byte] + bytes[index...]), "\(byte) at \(index)")
      }
    }
    for end in ["A", "AAAA", ".", "=", " ", "\u{0}"] { #expect(isRefused(bytes + Array(end.utf8)), "\(end)") }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let damaged = random.damaged(bytes, alphabet: Array("ABab01-_.".utf8))
      if damaged != bytes { #expect(isRefused(damaged), "\(damaged)") }
    }
  }

  /// Whatever bytes have the service's tag, they are read as one receipt, of which they are the text, or refused.
  @Test func `only one text of a receipt is read`() throws {
    var random = SeededGenerator(seed: 8)
    var readCount = 0
    for price in ["1.25 USD", nil] {
      let receipt = try made("ann", "a17", "spring", price)
      let bytes = try #require(Base64URL.bytes(of: receipt.untaggedText))
      for index in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var edited = bytes
          edited[index] = byte
          let read = try? ServingReceipt(text: tagged(edited), tag: fnvTag)
          if let read, read.text(tag: fnvTag) != tagged(edited) { Issue.record("\(edited)") }
          readCount += read == nil ? 0 : 1
        }
        #expect(fault { try ServingReceipt(text: tagged(Array(bytes[..<index])), tag: fnvTag) } != nil)
      }
      #expect(fault { try ServingReceipt(text: tagged(bytes + [0]), tag: fnvTag) } != nil)
      for _ in 0..<5_000 {
        let edited = random.damaged(bytes, alphabet: [0, 1, 3, 0x7F, 0x80, 0xFF])
        guard let read = try? ServingReceipt(text: tagged(edited), tag: fnvTag) else { continue }
        #expect(read.text(tag: fnvTag) == tagged(edited), "\(edited)")
      }
    }
    #expect(readCount > 100)
  }

  @Test func `every fault is named`() throws {
    let text = try made().text(tag: fnvTag)
    for (text, words) in [
      ("", "it has no tag"), (".", "its tag is not the one of its text"), ("A.", "its text is not base64url"),
      ("AA.A", "its text is not base64url"), (text + "AAAA", "its tag is not the one of its text"),
      (tagged([]), "it ends before 'version'"), (tagged([0x20]), "version 2 is not known"),
      (tagged([0x10]), "it ends before 'issued'"),
      (tagged([0x10] + Array(repeating: 0xFF, count: 9)), "'issued' has more than 63 bits"),
      (tagged([0x10, 0, 1, 9, 0x61]), "it ends before 'user'"),
      (tagged([0x10, 0, 1, 1, 0xFF, 0]), "'user' is not UTF-8"),
      (tagged([0x10, 0, 1, 0, 0]), "invalid value '' for 'ad'; expected 1 to 256 bytes of UTF-8"),
      (tagged([0x10, 0, 0x81, 0, 0, 1, 0x61]), "it is not written as receipts are"),
      (tagged([0x12, 0, 1, 0, 1, 0x61, 1, 0x61]), "it is not written as receipts are"),
      (tagged([0x14, 0, 1, 0, 1, 0x61]), "it is not written as receipts are"),
      (
        tagged([0x11, 0, 1, 0, 0x75, 0x73, 0x64, 0, 1, 0x61]),
        "invalid value usd for 'currency'; expected three capital letters"
      ),
    ] {
      #expect(fault { try ServingReceipt(text: text, tag: fnvTag) } == words, "\(text)")
    }
  }

  @Test func `a tag serves no other purpose`() throws {
    let receipt = try made()
    var messages: [[UInt8]] = []
    _ = receipt.text { message in
      messages.append(message)
      return [1]
    }
    let bytes = try #require(Base64URL.bytes(of: receipt.untaggedText))
    #expect(messages == [AuthenticationTag.message(of: [Array("ServingReceipt".utf8), bytes])])
  }

  @Test func `a tag of no bytes or of too many is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = try ServingReceipt(of: AdIdentity(adID: "a"), for: "ann", issued: .zero, expires: .seconds(1)).text { _ in []
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = try ServingReceipt(of: AdIdentity(adID: "a"), for: "ann", issued: .zero, expires: .seconds(1)).text { _ in
        Array(repeating: 0, count: 65)
      }
    }
  }
}
