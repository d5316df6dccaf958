import Interception

/// A value that is an object in JSON, whose members are told once for reading and for writing.
protocol JSONRecord: Sendable {
  /// Creates a value without members.
  init()

  /// What findings call the value, such as `an author`.
  static var noun: String { get }

  /// The members, in the order in which they are written.
  static var members: [JSONMember<Self>] { get }

  /// Whether other members are findings, as in a file that people write themselves.
  static var isClosed: Bool { get }
}

extension JSONRecord {
  static var isClosed: Bool { false }
}

/// A member of a record: how it is written and read.
struct JSONMember<Record: JSONRecord>: Sendable {
  fileprivate let name: String
  /// Appends the member, if the record has a value for it.
  fileprivate let append: @Sendable (_ record: Record, _ text: inout JSONText) -> Void
  /// Reads a value of what findings call by a noun.
  fileprivate let read:
    @Sendable (_ value: JSONValue, _ noun: String, _ reader: inout JSONItemReader, _ record: inout Record) -> Void

  /// Creates a member of a kind that others are made of.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable,
    append: @escaping @Sendable (Value, inout JSONText) -> Void,
    read: @escaping @Sendable (JSONValue, String, inout JSONItemReader) -> Value?
  ) {
    self.name = name
    self.append = { record, text in append(record[keyPath: path], &text) }
    self.read = { value, noun, reader, record in
      if let value = read(value, "\(noun)'s \(name)", &reader) { record[keyPath: path] = value }
    }
  }

  /// A string.
  static func text(_ name: String, _ path: any WritableKeyPath<Record, String?> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, $0) }, read: { .some($2.string($0, $1)) })
  }

  /// A string that is never absent.
  static func text(_ name: String, _ path: any WritableKeyPath<Record, String> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, $0) }, read: { $2.string($0, $1) })
  }

  /// A whole number that is not negative.
  static func number(_ name: String, _ path: any WritableKeyPath<Record, Int64?> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0.map { "\($0)" }) },
      read: { .some($2.wholeNumber($0, $1)) })
  }

  /// A whole number that is not negative.
  static func number(_ name: String, _ path: any WritableKeyPath<Record, Int?> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0.map { "\($0)" }) },
      read: { .some($2.wholeNumber($0, $1).flatMap { Int(exactly: $0) }) })
  }

  /// A number that is not negative.
  static func number(_ name: String, _ path: any WritableKeyPath<Record, Double?> & Sendable) -> Self {
    Self(
      name, path,
      append: {
        $1.append(member: name, raw: $0.map { number in Int64(exactly: number).map { "\($0)" } ?? "\(number)" })
      },
      read: { .some($2.number($0, $1)) })
  }

  /// A time, as RFC 3339 writes it.
  static func time(_ name: String, _ path: any WritableKeyPath<Record, Int64?> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, $0.map(FeedTime.rfc3339)) }, read: { .some($2.date($0, $1)) })
  }

  /// True, or nothing.
  static func flag(_ name: String, _ path: any WritableKeyPath<Record, Bool> & Sendable) -> Self {
    Self(
      name, path, append: { $1.append(member: name, raw: $0 ? "true" : nil) },
      read: { value, _, _ in value.raw.first == UInt8(ascii: "t") })
  }

  /// An array of strings.
  static func texts(_ name: String, _ path: any WritableKeyPath<Record, [String]> & Sendable) -> Self {
    Self(
      name, path, append: { if !$0.isEmpty { $1.append(list: name, $0) { $0.append(string: $1) } } },
      read: { value, label, reader in reader.elements(value, label).compactMap { reader.string($0, label) } })
  }

  /// An object.
  static func record<Part: JSONRecord>(_ name: String, _ path: any WritableKeyPath<Record, Part?> & Sendable) -> Self {
    Self(name, path, append: { $1.append(member: name, record: $0) }, read: { .some($2.record($0)) })
  }

  /// An array of objects.
  static func records<Part: JSONRecord>(_ name: String, _ path: any WritableKeyPath<Record, [Part]> & Sendable) -> Self
  {
    Self(
      name, path, append: { $1.append(member: name, records: $0) },
      read: { value, label, reader in reader.elements(value, label).compactMap { reader.record($0) } })
  }

  /// An object with members of the same record, as extensions of JSON Feed are.
  static func group(_ name: String, _ members: [JSONMember]) -> Self {
    Self(
      name, \.self,
      append: { record, text in
        var inner = JSONText()
        inner.append(raw: "{")
        for member in members { member.append(record, &inner) }
        guard inner.bytes.count > 1 else { return }
        text.append(member: name, raw: "")
        text.append(raw: inner.bytes)
        text.append(raw: "}")
      },
      extend: { value, noun, reader, record in reader.read(value, members, as: noun, into: &record) })
  }

  private init(
    _ name: String, _ path: any WritableKeyPath<Record, Record> & Sendable,
    append: @escaping @Sendable (Record, inout JSONText) -> Void,
    extend: @escaping @Sendable (JSONValue, String, inout JSONItemReader, inout Record) -> Void
  ) {
    (self.name, self.append, read) = (name, append, extend)
  }
}

extension JSONItemReader {
  /// Returns the record of an object, or nil for null and, with a finding, for any other value.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - type: The type of the record.
  ///   - noun: What findings call it.
  mutating func record<Record: JSONRecord>(
    _ value: JSONValue, as type: Record.Type = Record.self, noun: String = Record.noun
  ) -> Record? {
    guard value.kind == .object else {
      complain(of: value, noun, instead: .object)
      return nil
    }
    var record = Record()
    read(value, Record.members, as: noun, into: &record)
    return record
  }

  fileprivate mutating func read<Record: JSONRecord>(
    _ value: JSONValue, _ members: [JSONMember<Record>], as noun: String, into record: inout Record
  ) {
    for member in value.members where member.value.kind != .null {
      let name = value.name(of: member)
      if let known = members.first(where: { $0.name == name }) {
        known.read(member.value, noun, &self, &record)
      } else if Record.isClosed {
        complain(ofMember: name, at: member.name.lowerBound, of: noun, known: members.map(\.name))
      }
    }
  }

  /// Adds a finding for a member that has no meaning, with a similar name of one that has.
  mutating func complain(ofMember name: String, at offset: Int, of noun: String, known: [String]) {
    let near = NameSuggestion.nearest(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
    findings.add(at: offset, .valueLeftOut, "\(noun) has no member \(name.quotedForMessage)\(near)")
  }
}

extension JSONText {
  /// Appends a record as a member, if there is one.
  mutating func append<Record: JSONRecord>(member name: String, record: Record?) {
    guard let record else { return }
    appendName(name)
    append(record)
  }

  /// Appends records as a member, if there are any.
  mutating func append<Record: JSONRecord>(member name: String, records: [Record]) {
    if !records.isEmpty { append(list: name, records) { $0.append($1) } }
  }

  /// Appends a record.
  mutating func append<Record: JSONRecord>(_ record: Record) {
    append(raw: "{")
    for member in Record.members { member.append(record, &self) }
    append(raw: "}")
  }
}
