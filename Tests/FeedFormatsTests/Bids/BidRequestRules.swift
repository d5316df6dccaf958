import Foundation
import TestSupport

/// What OpenRTB 2.6 and Native 1.2 require of a request for native ads, from the tables of the specifications.
enum BidRequestRules {
  private enum Kind { case text, count, number, bit, texts, counts, object, objects }

  private struct Member {
    let name: String
    let kind: Kind
    var isRequired = false
    var values: ClosedRange<Int>?
    /// Whether an exchange may have values of its own, from 500 on.
    var hasOwn = false

    func allows(_ number: Int64) -> Bool {
      values.map { $0.contains(Int(number)) || hasOwn && number >= 500 } ?? (number >= 0)
    }
  }

  private static let request = [
    Member(name: "id", kind: .text, isRequired: true), Member(name: "imp", kind: .objects, isRequired: true),
    Member(name: "test", kind: .bit), Member(name: "tmax", kind: .count), Member(name: "cur", kind: .texts),
    Member(name: "bcat", kind: .texts), Member(name: "cattax", kind: .count, values: 1...10),
    Member(name: "badv", kind: .texts), Member(name: "site", kind: .object),
  ]
  private static let impression = [
    Member(name: "id", kind: .text, isRequired: true), Member(name: "native", kind: .object),
    Member(name: "banner", kind: .object), Member(name: "tagid", kind: .text), Member(name: "bidfloor", kind: .number),
    Member(name: "bidfloorcur", kind: .text), Member(name: "secure", kind: .bit), Member(name: "exp", kind: .count),
  ]
  private static let native = [
    Member(name: "request", kind: .text, isRequired: true), Member(name: "ver", kind: .text),
    Member(name: "api", kind: .counts, values: 1...9, hasOwn: true),
    Member(name: "battr", kind: .counts, values: 1...18, hasOwn: true),
  ]
  private static let nativeRequest = [
    Member(name: "ver", kind: .text), Member(name: "context", kind: .count, values: 1...3, hasOwn: true),
    Member(name: "plcmttype", kind: .count, values: 1...4, hasOwn: true),
    Member(name: "plcmtcnt", kind: .count, values: 1...1000),
    Member(name: "assets", kind: .objects, isRequired: true), Member(name: "eventtrackers", kind: .objects),
    Member(name: "privacy", kind: .bit),
  ]
  private static let asset = [
    Member(name: "id", kind: .count, isRequired: true), Member(name: "required", kind: .bit),
    Member(name: "title", kind: .object), Member(name: "img", kind: .object), Member(name: "video", kind: .object),
    Member(name: "data", kind: .object),
  ]
  private static let parts = [
    "title": [Member(name: "len", kind: .count, isRequired: true)],
    "img": ["w", "h", "wmin", "hmin"].map { Member(name: $0, kind: .count) }
      + [Member(name: "type", kind: .count, values: 1...3, hasOwn: true), Member(name: "mimes", kind: .texts)],
    "video": [
      Member(name: "mimes", kind: .texts, isRequired: true),
      Member(name: "minduration", kind: .count, isRequired: true),
      Member(name: "maxduration", kind: .count, isRequired: true),
      Member(name: "protocols", kind: .counts, isRequired: true, values: 1...16),
    ],
    "data": [
      Member(name: "type", kind: .count, isRequired: true, values: 1...12, hasOwn: true),
      Member(name: "len", kind: .count),
    ],
  ]
  private static let tracker = [
    Member(name: "event", kind: .count, isRequired: true, values: 1...4, hasOwn: true),
    Member(name: "methods", kind: .counts, isRequired: true, values: 1...2, hasOwn: true),
  ]

  /// Returns what is wrong with a request, each with its path; none if it is valid.
  static func faults(in json: [UInt8]) -> [String] {
    guard let tree = tree(json) else { return ["$: no JSON"] }
    var faults = faults(in: tree, by: request, at: "$") + repeats(in: tree["imp"], at: "imp")
    for impression in tree["imp"]?.elements ?? [] {
      faults += self.faults(in: impression, by: Self.impression, at: "imp")
      if impression["native"] == nil, impression["banner"] == nil { faults.append("imp: no kind") }
      guard let native = impression["native"] else { continue }
      faults += self.faults(in: native, by: Self.native, at: "native")
      guard case .string(let text)? = native["request"] else { continue }
      guard let inner = self.tree(Array(text.utf8)) else {
        faults.append("native.request: no string of JSON")
        continue
      }
      faults += self.faults(in: inner, by: nativeRequest, at: "request")
      for tracker in inner["eventtrackers"]?.elements ?? [] {
        faults += self.faults(in: tracker, by: Self.tracker, at: "eventtrackers")
      }
      faults += repeats(in: inner["assets"], at: "assets")
      for asset in inner["assets"]?.elements ?? [] {
        faults += self.faults(in: asset, by: Self.asset, at: "assets")
        let kinds = parts.filter { asset[$0.key] != nil }
        if kinds.count != 1 { faults.append("assets: \(kinds.count) kinds in one asset") }
        for (name, members) in kinds { faults += self.faults(in: asset[name] ?? .null, by: members, at: name) }
      }
    }
    return faults
  }

  private static func repeats(in list: JSONTree?, at path: String) -> [String] {
    let ids = (list?.elements ?? []).compactMap { $0["id"] }
    return ids.indices.filter { ids[..<$0].contains(ids[$0]) }.map { "\(path).id: \(ids[$0]) is there twice" }
  }

  private static func tree(_ json: [UInt8]) -> JSONTree? { try? JSONDecoder().decode(JSONTree.self, from: Data(json)) }

  private static func faults(in value: JSONTree, by members: [Member], at path: String) -> [String] {
    guard case .object(let values) = value else { return ["\(path): no object"] }
    let unknown = values.keys.filter { name in !members.contains { $0.name == name } }
    return unknown.map { "\(path).\($0): unknown" }
      + members.flatMap { member -> [String] in
        guard let value = values[member.name] else {
          return member.isRequired ? ["\(path).\(member.name): missing"] : []
        }
        return isValid(value, member) ? [] : ["\(path).\(member.name): \(value)"]
      }
  }

  private static func isValid(_ value: JSONTree, _ member: Member) -> Bool {
    switch (member.kind, value) {
    case (.text, .string(let text)): !text.isEmpty
    case (.count, .integer(let number)): member.allows(number)
    case (.number, .integer(let number)): number >= 0
    case (.number, .number(let number)): number >= 0
    case (.bit, .integer(let number)): 0...1 ~= number
    case (.texts, .array(let all)): all.allSatisfy { if case .string(let text) = $0 { !text.isEmpty } else { false } }
    case (.counts, .array(let all)):
      !all.isEmpty && all.allSatisfy { if case .integer(let number) = $0 { member.allows(number) } else { false } }
    case (.object, .object): true
    case (.objects, .array(let all)): !all.isEmpty && all.allSatisfy { if case .object = $0 { true } else { false } }
    default: false
    }
  }
}

extension JSONTree {
  fileprivate subscript(_ name: String) -> JSONTree? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  fileprivate var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
}
