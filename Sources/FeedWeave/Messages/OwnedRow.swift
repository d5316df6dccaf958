public import Placement

/// A row of the feed that the list asks about, and whose it is: where the question goes, and what it is about there.
public struct OwnedRow: Hashable, Sendable {
  /// Where the list shows the row.
  public var path: FeedPath
  /// Whose it is, and where in the owner's own coordinates.
  public var owner: RowOwner

  /// Makes a row of an owner.
  public init(_ path: FeedPath, of owner: RowOwner) {
    self.path = path
    self.owner = owner
  }
}

/// A section of the feed that the list asks about, and whose it is.
public struct OwnedSection: Hashable, Sendable {
  /// The number under which the list shows the section.
  public var section: Int
  /// The number under which the content side knows it; nil for an inserted section.
  public var userSection: Int?

  /// Makes a section of the content, or an inserted one.
  public init(_ section: Int, ofContent userSection: Int?) {
    self.section = section
    self.userSection = userSection
  }
}

extension OwnedRow: CustomStringConvertible {
  /// The row in words: `feed 0:4, content user 0:3` or `feed 0:3, insertion 0`.
  public var description: String {
    switch owner {
    case .content(let user): "\(path), content \(user)"
    case .insertion(let number): "\(path), insertion \(number)"
    }
  }
}

extension OwnedSection: CustomStringConvertible {
  /// The section in words: `feed 2, content user 1` or `feed 2, insertion`.
  public var description: String {
    "feed \(section), \(userSection.map { "content user \($0)" } ?? "insertion")"
  }
}
