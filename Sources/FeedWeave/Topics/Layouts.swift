public import Interception
public import ListModel
import Placement

/// Provides the sizes of inserted rows and the layout metrics of inserted sections.
///
/// Part of ``WeaverDelegate``. Every method is optional; its default uses the list's own behavior.
public protocol WeaverLayoutDelegate: AnyObject {
  /// Returns the layout of an inserted section; nil for the list's.
  func weaver(_ weaver: ListWeaver, layoutForSection section: Int) -> ListLayout?
  /// Returns an inserted row's size; nil for the layout's.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize?
  /// Returns the margins around the rows of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForSection section: Int) -> ListInsets?
  /// Returns the spacing between the lines of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double?
  /// Returns the spacing of rows in a line of an inserted section; in a waterfall layout, of rows one below the other.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double?
  /// Returns the spacing between the columns of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double?
  /// Returns the number of columns of an inserted section.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, columnCountForSection section: Int) -> Int?
  /// Returns the size of an inserted section's header.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize?
  /// Returns the size of an inserted section's footer.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize?
  /// Returns the margins around an inserted section's header.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets?
  /// Returns the margins around an inserted section's footer.
  func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets?
  /// An element that belongs to an inserted row or section is about to be displayed.
  func weaver(
    _ weaver: ListWeaver, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: FeedPath)
  /// An element that belonged to an inserted row or section is no longer displayed.
  func weaver(
    _ weaver: ListWeaver, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String,
    at path: FeedPath)
}

extension WeaverLayoutDelegate {
  /// Returns nil, for the list's layout.
  public func weaver(_ weaver: ListWeaver, layoutForSection section: Int) -> ListLayout? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, sizeForRowAt path: FeedPath) -> ListSize? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, insetForSection section: Int) -> ListInsets? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, minimumLineSpacingForSection _: Int) -> Double? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, minimumInteritemSpacingForSection _: Int) -> Double? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, minimumColumnSpacingForSection _: Int) -> Double? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_ weaver: ListWeaver, layout: ListLayout, columnCountForSection section: Int) -> Int? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, referenceSizeForHeaderInSection _: Int) -> ListSize? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, referenceSizeForFooterInSection _: Int) -> ListSize? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, insetForHeaderInSection _: Int) -> ListInsets? { nil }
  /// Returns nil, for the layout's own value.
  public func weaver(_: ListWeaver, layout: ListLayout, insetForFooterInSection _: Int) -> ListInsets? { nil }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, willDisplaySupplementaryView view: ListCell, forElementKind kind: String, at path: FeedPath
  ) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplayingSupplementaryView view: ListCell, forElementOfKind kind: String,
    at path: FeedPath
  ) {}
}

// MARK: - Layout messages

/// Questions for the owner of a row or a section about the layout.
extension ListWeaver {
  /// A message about a section that is laid out by a layout.
  public typealias SectionLayoutMessage<Answer> = Message<
    ListWeaver, (section: OwnedSection, layout: ListLayout), Answer
  >

  /// Asks a section's owner for its layout.
  public static let layoutForSection = SectionMessage<ListLayout?>(
    "list(_:layoutForSection:)", { $0.list($1, layoutForSection: $2) },
    insertion: { $0.weaver($1, layoutForSection: $2) })

  /// Asks a row's owner for its size.
  public static let sizeForRow = Message<ListWeaver, (row: OwnedRow, layout: ListLayout), ListSize?>(
    "list(_:layout:sizeForRowAt:)"
  ) { weaver, call in
    weaver.ask(
      call.row, { $0.list($1, layout: call.layout, sizeForRowAt: $2) },
      insertion: { $0.weaver($1, layout: call.layout, sizeForRowAt: $2) })
  }

  /// Asks a section's owner for the margins around its rows.
  public static let inset = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForSection:)") { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, insetForSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, insetForSection: $2) })
  }

  /// Asks a section's owner for the spacing between its lines.
  public static let minimumLineSpacing = SectionLayoutMessage<Double?>("list(_:layout:minimumLineSpacingForSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, minimumLineSpacingForSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, minimumLineSpacingForSection: $2) })
  }

  /// Asks a section's owner for the spacing between its rows.
  public static let minimumInteritemSpacing = SectionLayoutMessage<Double?>(
    "list(_:layout:minimumInteritemSpacingForSection:)"
  ) { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, minimumInteritemSpacingForSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, minimumInteritemSpacingForSection: $2) })
  }

  /// Asks a section's owner for the spacing between its columns.
  public static let minimumColumnSpacing = SectionLayoutMessage<Double?>(
    "list(_:layout:minimumColumnSpacingForSection:)"
  ) { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, minimumColumnSpacingForSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, minimumColumnSpacingForSection: $2) })
  }

  /// Asks a section's owner for the number of its columns.
  public static let columnCount = SectionLayoutMessage<Int?>("list(_:layout:columnCountForSection:)") { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, columnCountForSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, columnCountForSection: $2) })
  }

  /// Asks a section's owner for the size of its header.
  public static let referenceSizeForHeader = SectionLayoutMessage<ListSize?>(
    "list(_:layout:referenceSizeForHeaderInSection:)"
  ) { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, referenceSizeForHeaderInSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, referenceSizeForHeaderInSection: $2) })
  }

  /// Asks a section's owner for the size of its footer.
  public static let referenceSizeForFooter = SectionLayoutMessage<ListSize?>(
    "list(_:layout:referenceSizeForFooterInSection:)"
  ) { weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, referenceSizeForFooterInSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, referenceSizeForFooterInSection: $2) })
  }

  /// Asks a section's owner for the margins around its header.
  public static let insetForHeader = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForHeaderInSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, insetForHeaderInSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, insetForHeaderInSection: $2) })
  }

  /// Asks a section's owner for the margins around its footer.
  public static let insetForFooter = SectionLayoutMessage<ListInsets?>("list(_:layout:insetForFooterInSection:)") {
    weaver, call in
    weaver.ask(
      call.section, { $0.list($1, layout: call.layout, insetForFooterInSection: $2) },
      insertion: { $0.weaver($1, layout: call.layout, insetForFooterInSection: $2) })
  }
}

// MARK: - Layout

/// Methods of `ListDelegate` about layouts.
extension ProviderRouter {
  func list(_: ListView, layoutForSection section: Int) -> ListLayout? {
    ask(ListWeaver.layoutForSection, inSection: section) { $0 }
  }

  func list(_: ListView, layout: ListLayout, sizeForRowAt path: ListPath) -> ListSize? {
    ask(ListWeaver.sizeForRow, path, else: nil) { (row: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, insetForSection section: Int) -> ListInsets? {
    ask(ListWeaver.inset, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, minimumLineSpacingForSection section: Int) -> Double? {
    ask(ListWeaver.minimumLineSpacing, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, minimumInteritemSpacingForSection section: Int) -> Double? {
    ask(ListWeaver.minimumInteritemSpacing, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, minimumColumnSpacingForSection section: Int) -> Double? {
    ask(ListWeaver.minimumColumnSpacing, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, columnCountForSection section: Int) -> Int? {
    ask(ListWeaver.columnCount, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, referenceSizeForHeaderInSection section: Int) -> ListSize? {
    ask(ListWeaver.referenceSizeForHeader, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, referenceSizeForFooterInSection section: Int) -> ListSize? {
    ask(ListWeaver.referenceSizeForFooter, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, insetForHeaderInSection section: Int) -> ListInsets? {
    ask(ListWeaver.insetForHeader, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_: ListView, layout: ListLayout, insetForFooterInSection section: Int) -> ListInsets? {
    ask(ListWeaver.insetForFooter, inSection: section) { (section: $0, layout: layout) }
  }

  func list(_ list: ListView, targetContentOffsetForProposedContentOffset offset: Double) -> Double {
    weaver.send(ListWeaver.targetContentOffset, offset)
  }

  func list(
    _ list: ListView, transitionLayoutForOldLayout old: ListLayout, newLayout new: ListLayout
  ) -> ListLayout? {
    weaver.send(ListWeaver.transitionLayout, (old: old, new: new))
  }
}

// MARK: - Layouts

extension WovenClass {
  /// Overrides layouts: one layout serves content and insertions; its elements are identified in content coordinates.
  static func overrideLayouts(in woven: ClassObject) throws(AspectError) {
    try overrideSettingLayouts(in: woven)
    try overrideElements(in: woven)
    try translate(ListView.contentOffsetInSection, in: woven) { weaver, call in
      weaver.callSuper(call, about: .section(call.arguments)) { $0.section }
    }
    try translate(ListView.setContentOffsetInSection, in: woven) { weaver, call in
      let offset = call.arguments.offset
      weaver.callSuper(call, about: .section(call.arguments.section)) { (offset: offset, section: $0.section) }
    }
    try translate(ListView.layoutAttributesForItem, in: woven) { weaver, call in
      let asked = call.arguments
      let found = weaver.callSuper(call, about: .row(asked)) { $0 }
      return found.map { ListLayoutAttributes(element: $0.element, path: asked, frame: $0.frame) }
    }
    try translate(ListView.dequeueReusableSupplementaryView, in: woven) { weaver, call in
      var request = call.arguments
      request.path = weaver.feedElementPath(request.path, ofKind: request.kind) ?? request.path
      return weaver.callSuper(call, request)
    }
  }

  private static func overrideSettingLayouts(in woven: ClassObject) throws(AspectError) {
    try runInFeedSpace(ListView.setLayout, in: woven)
    try translate(ListView.setLayoutWithCompletion, in: woven) { weaver, call in
      var request = call.arguments
      request.completion = weaver.toContent(request.completion)
      weaver.callSuper(call, request)
    }
    try translate(ListView.startInteractiveTransition, in: woven) { weaver, call in
      var request = call.arguments
      request.completion = weaver.toContent(request.completion)
      weaver.callSuper(call, request)
    }
    try runInFeedSpace(ListView.finishInteractiveTransition, ListView.cancelInteractiveTransition, in: woven)
  }

  private static func overrideElements(in woven: ClassObject) throws(AspectError) {
    try translate(ListView.layoutAttributesForSupplementaryElement, in: woven) { weaver, call in
      let asked = call.arguments
      let found = weaver.callSuper(call, aboutElement: asked.path, kind: asked.kind) { (kind: asked.kind, path: $0) }
      return found.map { ListLayoutAttributes(element: $0.element, path: asked.path, frame: $0.frame) }
    }
    try translate(ListView.supplementaryView, in: woven) { weaver, call in
      let asked = call.arguments
      return weaver.callSuper(call, aboutElement: asked.path, kind: asked.kind) { (kind: asked.kind, path: $0) }
    }
    try translate(ListView.visibleSupplementaryViews, in: woven) { weaver, call in
      weaver.callSuper(call, call.arguments).filter { !weaver.showsInsertedElement($0) }
    }
    try translate(ListView.indexPathsForVisibleSupplementaryElements, in: woven) { weaver, call in
      let kind = call.arguments
      return weaver.callSuper(call, kind).compactMap { weaver.userElementPath($0, ofKind: kind) }
    }
  }
}

extension ListWeaver {
  /// Returns the feed path of an element, identified in the content by its row, or by its section and row 0.
  func feedElementPath(_ user: ListPath, ofKind kind: String) -> ListPath? {
    guard let section = feedSection(user.section) else { return nil }
    guard belongsToSections(kind, in: section) else { return feedPath(user) }
    return user.row == 0 ? ListPath(row: 0, section: section) : nil
  }

  /// Returns the content path of an element of the list; nil for an insertion's element.
  fileprivate func userElementPath(_ feed: ListPath, ofKind kind: String) -> ListPath? {
    guard belongsToSections(kind, in: feed.section) else { return userPath(feed) }
    return userSection(feed.section).map { ListPath(row: 0, section: $0) }
  }

  private func belongsToSections(_ kind: String, in section: Int) -> Bool {
    list?.belongsToSections(kind: kind, in: section) ?? false
  }

  /// Returns whether a displayed view is that of an insertion's element.
  func showsInsertedElement(_ view: ListCell) -> Bool {
    switch display.elements[view] {
    case .row(let row): row.owner.isInsertion
    case .section(let section): section.userSection == nil
    case nil: false
    }
  }

  /// Returns a completion that runs in user space.
  func toContent(_ completion: ListView.LayoutCompletion?) -> ListView.LayoutCompletion? {
    completion.map { completion in
      { [weak self] isDone in
        guard let self else { return completion(isDone) }
        self.inUserSpace { completion(isDone) }
      }
    }
  }
}
