/// A section of a list, with what it shows of itself and its rows.
public struct ListSection<Model, Row> {
  /// What the section is, such as its title.
  public var model: Model
  /// Its rows.
  public var rows: [Row]

  /// Makes a section.
  public init(_ model: Model, rows: [Row]) {
    self.model = model
    self.rows = rows
  }
}

extension ListSection: Equatable where Model: Equatable, Row: Equatable {}
extension ListSection: Hashable where Model: Hashable, Row: Hashable {}
extension ListSection: Sendable where Model: Sendable, Row: Sendable {}
extension ListSection: Encodable where Model: Encodable, Row: Encodable {}
extension ListSection: Decodable where Model: Decodable, Row: Decodable {}
