/// The index beside the list, as a person sees it and touches it.
extension ListDisplay {
  /// The titles of the index, from the top down; none where the data source gives none.
  public var sectionIndexTitles: [String] { list.indexTitles }

  /// Touches a title of the index: what it stands for is scrolled to the top.
  ///
  /// - Returns: whether the list has what the title stands for.
  @discardableResult
  public func selectIndexTitle(at index: Int) -> Bool { list.scrollToIndexTitle(at: index) }
}
