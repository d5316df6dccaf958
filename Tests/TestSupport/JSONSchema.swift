import Foundation

/// The schemas of a folder, by the few keywords of JSON Schema (draft 2020-12) that they use.
public struct JSONSchema: Sendable {
  private var schemas: [String: JSONTree] = [:]

  /// Reads every file of a folder, named from the root of the package.
  public init(folder: String) throws {
    for name in ProjectFiles.names(in: folder) {
      schemas[name] = try JSONDecoder().decode(JSONTree.self, from: Data(ProjectFiles.bytes("\(folder)/\(name)") ?? []))
    }
  }

  /// The names of the files.
  public var names: [String] { schemas.keys.sorted() }

  /// Returns what is wrong with a value by the schema of a file, each with its path; none if it is valid.
  public func faults(of value: JSONTree, by name: String) -> [String] {
    guard let schema = schemas[name] else { return ["there is no schema \(name)"] }
    return faults(of: value, by: schema, at: "$")
  }

  private func faults(of value: JSONTree, by schema: JSONTree, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): a schema is an object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, operand in
      switch (keyword, operand) {
      case ("$ref", .string(let name)): faults(of: value, by: name).map { path + $0.dropFirst() }
      case ("allOf", .array(let all)): all.flatMap { faults(of: value, by: $0, at: path) }
      case ("oneOf", .array(let all)):
        all.count { faults(of: value, by: $0, at: path).isEmpty } == 1 ? [] : ["\(path): oneOf"]
      default: innerFaults(of: value, keyword, operand, at: path) ?? fault(of: value, keyword, operand, at: path)
      }
    }
  }

  /// What is wrong inside of a value, by a keyword about its parts; nil for another keyword.
  private func innerFaults(of value: JSONTree, _ keyword: String, _ operand: JSONTree, at path: String) -> [String]? {
    switch (keyword, operand, value) {
    case ("properties", .object(let properties), .object(let members)):
      members.sorted { $0.key < $1.key }.flatMap { name, member in
        properties[name].map { faults(of: member, by: $0, at: "\(path).\(name)") } ?? []
      }
    case ("items", _, .array(let elements)):
      elements.enumerated().flatMap { faults(of: $0.element, by: operand, at: "\(path)[\($0.offset)]") }
    case ("prefixItems", .array(let schemas), .array(let elements)):
      zip(elements, schemas).enumerated().flatMap {
        faults(of: $0.element.0, by: $0.element.1, at: "\(path)[\($0.offset)]")
      }
    case ("properties", .object, _), ("items", .object, _), ("prefixItems", .array, _): []
    default: nil
    }
  }

  private func fault(of value: JSONTree, _ keyword: String, _ operand: JSONTree, at path: String) -> [String] {
    let isValid: Bool? =
      switch (keyword, operand, value) {
      case ("$schema", .string, _), ("title", .string, _), ("description", .string, _): true
      case ("type", .string("number"), .integer): true
      case ("type", .string(let type), _): value.type == type
      case ("const", _, _): value == operand
      case ("enum", .array(let values), _): values.contains(value)
      case ("required", .array(let names), .object(let members)): names.allSatisfy { members[$0.text ?? ""] != nil }
      case ("minItems", .integer(let least), .array(let elements)): elements.count >= least
      case ("maxItems", .integer(let most), .array(let elements)): elements.count <= most
      case ("minimum", .integer(let least), .integer(let number)): number >= least
      case ("maximum", .integer(let most), .integer(let number)): number <= most
      case ("minimum", .integer(let least), .number(let number)): number >= Double(least)
      case ("maximum", .integer(let most), .number(let number)): number <= Double(most)
      case ("minLength", .integer(let least), .string(let text)): text.unicodeScalars.count >= least
      case ("maxLength", .integer(let most), .string(let text)): text.unicodeScalars.count <= most
      case ("pattern", .string(let pattern), .string(let text)): (try? Regex(pattern)).map { text.contains($0) }
      // Keywords about values of another type.
      case ("required", .array, _), ("minItems", .integer, _), ("maxItems", .integer, _), ("minimum", .integer, _),
        ("maximum", .integer, _), ("maxLength", .integer, _), ("minLength", .integer, _), ("pattern", .string, _):
        true
      default: nil
      }
    guard let isValid else { return ["\(path): the keyword \(keyword) is not known"] }
    return isValid ? [] : ["\(path): \(keyword)"]
  }
}

/// A JSON value.
public enum JSONTree: Hashable, Codable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let bool = try? container.decode(Bool.self) {
        .bool(bool)
      } else if let integer = try? container.decode(Int64.self) {
        .integer(integer)
      } else if let number = try? container.decode(Double.self) {
        .number(number)
      } else if let text = try? container.decode(String.self) {
        .string(text)
      } else if let elements = try? container.decode([JSONTree].self) {
        .array(elements)
      } else { .object(try container.decode([String: JSONTree].self)) }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// The text of a string; nil for another value.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The name of its type in a schema.
  var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The value with one of its parts, or itself, left out or replaced: every such value.
  public func damaged(by others: [JSONTree]) -> [JSONTree] {
    var all = others.filter { $0 != self }
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        var rest = elements
        rest.remove(at: index)
        all.append(.array(rest))
        all += element.damaged(by: others).map { other in
          rest = elements
          rest[index] = other
          return .array(rest)
        }
      }
    case .object(let members):
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        all.append(.object(members.filter { $0.key != name }))
        all += member.damaged(by: others).map { other in .object(members.merging([name: other]) { $1 }) }
      }
    default: break
    }
    return all
  }
}
