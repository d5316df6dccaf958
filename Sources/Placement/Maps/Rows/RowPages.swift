/// The pages of a map, in groups.
///
/// A copy of which one page changes takes a reference to each group and to each page of one group, not to every page of
/// the map.
struct RowPages: Equatable, Sendable {
  /// The number of pages in each group but the last.
  private static let groupCapacity = 32

  private var groups: ContiguousArray<ContiguousArray<RowPage>> = []

  /// The number of pages.
  private(set) var count = 0

  /// Calls `body` with a page, which is not copied: counting its references would take longer than a question.
  @inline(__always)
  func with<Result>(_ page: Int, _ body: (borrowing RowPage) -> Result) -> Result {
    body(groups[page &>> 5][page & 31])
  }

  /// Changes a page.
  @inline(__always)
  mutating func change(_ page: Int, _ body: (inout RowPage) -> Void) {
    body(&groups[page &>> 5][page & 31])
  }

  mutating func append(_ page: RowPage) {
    if count % RowPages.groupCapacity == 0 { groups.append([]) }
    groups[groups.count - 1].append(page)
    count += 1
  }

  /// Removes a page and all after it.
  mutating func removeAll(from page: Int) {
    guard page < count else { return }
    let (group, first) = page.quotientAndRemainder(dividingBy: RowPages.groupCapacity)
    groups.removeSubrange((group + 1)...)
    groups[group].removeSubrange(first...)
    if first == 0 { groups.removeLast() }
    count = page
  }
}
