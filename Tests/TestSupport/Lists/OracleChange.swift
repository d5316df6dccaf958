/// A row's place as the oracle of updates counts it.
public struct OraclePlace: Hashable, Sendable {
  /// The section's number.
  public var section: Int
  /// The row's number in it.
  public var row: Int

  /// Makes a place.
  public init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }
}

/// One thing that is said of a list's data in an update.
public enum OracleChange: Hashable, Sendable {
  case deleteSection(Int)
  case insertSection(Int)
  case reloadSection(Int)
  case moveSection(Int, Int)
  case deleteRow(OraclePlace)
  case insertRow(OraclePlace)
  case reloadRow(OraclePlace)
  case reconfigureRow(OraclePlace)
  case moveRow(OraclePlace, OraclePlace)
}

/// What takes a row or a section from where it was.
public enum OracleTaking: Hashable, Sendable {
  case deletion, reload, move
}

/// A rule of updates that is broken, with all that is to be said of it.
public enum OracleBreach: Hashable, Sendable {
  case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  case rowCount(section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)
  case noSection(Int, of: Int, OracleChange)
  case noPlaceForSection(Int, of: Int, OracleChange)
  case noRow(OraclePlace, of: Int, OracleChange)
  case noPlace(OraclePlace, of: Int, OracleChange)
  case rowTwice(OraclePlace, OracleTaking, OracleTaking)
  case sectionTwice(Int, OracleTaking, OracleTaking)
  case placeTwice(OraclePlace, OracleChange, OracleChange)
  case sectionPlaceTwice(Int, OracleChange, OracleChange)
  case moveFrom(OraclePlace, OraclePlace, because: OracleChange)
  case moveInto(OraclePlace, OraclePlace, because: OracleChange)
  case changeInMovedSection(OraclePlace)
}
