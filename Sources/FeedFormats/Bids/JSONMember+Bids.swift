import AdServing

/// Members as OpenRTB has them.
extension JSONMember {
  /// A string that is not empty; a number is converted to the string that spells it, with a finding.
  static func name(_ name: String, _ path: any WritableKeyPath<Record, String?> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, $0) }, read: { .some($2.name($0, $1)) })
  }

  /// A name that is never absent.
  static func name(_ name: String, _ path: any WritableKeyPath<Record, String> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, $0) }, read: { $2.name($0, $1) })
  }

  /// 1 for true; 0, or nothing, for false.
  static func bit(_ name: String, _ path: any WritableKeyPath<Record, Bool> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0 ? "1" : nil) },
      read: { value, label, reader in
        value.kind == .boolean ? value.raw.first == UInt8(ascii: "t") : reader.wholeNumber(value, label).map { $0 != 0 }
      })
  }

  /// A whole number that is never absent, and 0 if it is not known.
  static func count(_ name: String, _ path: any WritableKeyPath<Record, Int> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: "\($0)") },
      read: { $2.wholeNumber($0, $1).flatMap { Int(exactly: $0) } })
  }

  /// An array of whole numbers.
  static func numbers(_ name: String, _ path: any WritableKeyPath<Record, [Int]> & Sendable) -> Self {
    Self(
      name, path, append: { if !$0.isEmpty { $1.append(list: name, $0) { $0.append(raw: "\($1)") } } },
      read: { value, label, reader in
        reader.elements(value, label).compactMap { reader.wholeNumber($0, label).flatMap { Int(exactly: $0) } }
      })
  }

  /// An amount of money in millionths.
  static func amount(_ name: String, _ path: any WritableKeyPath<Record, Int64?> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0.map(Price.number)) },
      read: { .some($2.amount($0, $1)) })
  }

  /// An address; one that is not of the web is kept, with a finding, unless it is one that opens an app and may.
  static func address(
    _ name: String, _ path: any WritableKeyPath<Record, String?> & Sendable, opensApps: Bool = false
  ) -> Self {
    Self(
      name, path, append: { $1.append(member: name, $0) },
      read: { .some($2.address($0, $1, opensApps: opensApps)) })
  }

  /// An address that is never absent.
  static func address(_ name: String, _ path: any WritableKeyPath<Record, String> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, $0) }, read: { $2.address($0, $1, opensApps: false) })
  }

  /// An array of addresses.
  static func addresses(_ name: String, _ path: any WritableKeyPath<Record, [String]> & Sendable) -> Self {
    Self(
      name, path, append: { if !$0.isEmpty { $1.append(list: name, $0) { $0.append(string: $1) } } },
      read: { value, label, reader in
        reader.elements(value, label).compactMap { reader.address($0, label, opensApps: false) }
      })
  }

  /// A value of any kind, kept as JSON on one line.
  static func json(_ name: String, _ path: any WritableKeyPath<Record, String?> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0) },
      read: { value, _, _ in
        let json = JSONRepair.repaired(value.raw).filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: json, as: UTF8.self)
      })
  }

  /// An object that is written as a string of JSON, and read as one or as it is, with or without a root `native`.
  static func embedded<Part: JSONRecord>(
    _ name: String, _ path: any WritableKeyPath<Record, Part?> & Sendable
  ) -> Self {
    Self(
      name, path,
      append: { part, text in
        guard let part else { return }
        var inner = JSONText()
        inner.append(part)
        text.append(member: name, String(decoding: inner.bytes, as: UTF8.self))
      },
      read: { value, label, reader in
        .some(reader.embedded(value, label) { $1.record($0) })
      })
  }
}

extension JSONItemReader {
  /// Returns a name that is not empty; a number is one, with a finding.
  mutating func name(_ value: JSONValue, _ label: String) -> String? {
    guard value.kind == .number else { return string(value, label)?.nonEmpty }
    findings.add(at: value.range.lowerBound, .kept, "\(label) is a number, not a string")
    return String(decoding: value.raw, as: UTF8.self)
  }

  fileprivate mutating func address(_ value: JSONValue, _ label: String, opensApps: Bool) -> String? {
    guard let address = string(value, label)?.trimmed.nonEmpty else { return nil }
    if address.isUsableAddress || (opensApps && address.opensApp) { return address }
    findings.add(
      at: value.range.lowerBound, .valueLeftOut, "\(label) is not an http or https address: \(address.quotedForMessage)"
    )
    return address
  }

  /// Returns an amount of money in millionths, or nil, with a finding, for a value that is none.
  mutating func amount(_ value: JSONValue, _ label: String) -> Int64? {
    guard value.kind == .number else {
      complain(of: value, label, instead: .number)
      return nil
    }
    let offset = value.range.lowerBound
    guard let amount = DecimalAmount(value.raw) else {
      findings.add(at: offset, .valueLeftOut, "\(label) is '\(value.words)', not an amount of money from 0")
      return nil
    }
    if !amount.isExact { findings.add(at: offset, .kept, "\(label) has more than six decimals; the rest is cut off") }
    return amount.micros
  }
}

extension String {
  /// Whether it is an http or https address of a host, without control characters.
  var isUsableAddress: Bool {
    guard WebAddress.isWebAddress(self), let slashes = utf8.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let host = utf8[slashes...].dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    return !host.isEmpty && !host.contains { $0.isWhitespace } && !hasControls
  }

  /// Whether it is an address with a scheme that can only be meant for an app.
  var opensApp: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), colon < utf8.index(before: utf8.endIndex) else {
      return false
    }
    let scheme = utf8[..<colon]
    let isScheme = scheme.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    guard scheme.first?.isASCIILetter == true, isScheme, !hasControls else { return false }
    return !Self.schemesOfBrowsers.contains(String(decoding: scheme, as: UTF8.self).lowercased())
  }

  private static let schemesOfBrowsers: Set = [
    "http", "https", "javascript", "vbscript", "data", "file", "blob", "about", "view-source",
  ]

  private var hasControls: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
