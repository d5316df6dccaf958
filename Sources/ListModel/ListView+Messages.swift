public import Interception

extension ListView {
  /// Every message of a list, area by area, so that hooks by name find it.
  static let allMessages: MessageList =
    providerMessages + countMessages + rectangleMessages + visibleMessages + screenMessages + scrollingMessages
    + selectionMessages + interactionMessages + registrationMessages + reuseMessages + updateMessages + batchMessages
    + editingMessages + movementMessages + prefetchingMessages + focusMessages + menuMessages + draggingMessages
    + indexMessages + layoutMessages + forwardingMessages

  static let providerMessages: MessageList = [dataSource, delegate]

  static let countMessages: MessageList = [numberOfSections, numberOfRows, reloadData, layoutIfNeeded]

  static let rectangleMessages: MessageList = [
    contentSize, rectForSection, rectForHeader, rectForFooter, rectForRow, indexPathForRowAtPoint, indexPathsForRows,
  ]

  static let visibleMessages: MessageList = [
    cellForRow, visibleCells, indexPathsForVisibleRows, indexPathForCell, headerView, footerView,
  ]

  static let screenMessages: MessageList = [willMoveToScreen, didMoveToScreen]

  static let scrollingMessages: MessageList = [contentOffset, setContentOffsetAnimated, scrollToRow]

  static let selectionMessages: MessageList = [
    indexPathForSelectedRow, indexPathsForSelectedRows, selectRow, deselectRow,
  ]

  static let interactionMessages: MessageList = [allowsSelection, scrollToNearestSelectedRow]

  static let registrationMessages: MessageList = [
    registerCell, registerCellMaker, registerHeaderFooter, registerHeaderFooterMaker,
  ]

  static let reuseMessages: MessageList = [
    dequeueReusableCell, dequeueReusableCellForPath, dequeueConfiguredReusableCell, dequeueReusableHeaderFooterView,
  ]

  static let updateMessages: MessageList = [
    insertRows, deleteRows, reloadRows, moveRow, insertSections, deleteSections, reloadSections, moveSection,
    reconfigureRows,
  ]

  static let batchMessages: MessageList = [beginUpdates, endUpdates, performBatchUpdates, hasUncommittedUpdates]

  static let editingMessages: MessageList = [isEditing, setEditing, indexPathForSwipedRow]

  static let movementMessages: MessageList = [
    beginInteractiveMovement, updateInteractiveMovement, endInteractiveMovement, cancelInteractiveMovement,
    getInteractiveMovement, settleMovement,
  ]

  static let prefetchingMessages: MessageList = [prefetchDataSource]

  static let focusMessages: MessageList = [indexPathForFocusedRow, setNeedsFocusUpdate, updateFocusIfNeeded]

  static let menuMessages: MessageList = [contextMenuInteraction, dismissContextMenu]

  static let draggingMessages: MessageList = [
    dragDelegate, dropDelegate, hasActiveDrag, hasActiveDrop, dropItemToRow,
    dropItemIntoRow,
  ]

  static let indexMessages: MessageList = [reloadSectionIndexTitles]

  static let layoutMessages: MessageList = [
    getLayout, setLayout, setLayoutWithCompletion,
    startInteractiveTransition, finishInteractiveTransition, cancelInteractiveTransition,
    layoutAttributesForItem, layoutAttributesForSupplementaryElement,
    supplementaryView, visibleSupplementaryViews, indexPathsForVisibleSupplementaryElements,
    dequeueReusableSupplementaryView,
  ]

  static let forwardingMessages: MessageList = [performOnDelegate, performOnDataSource]
}

// MARK: - Scope

/// What the list does itself, for whoever has to tell it from what its owner asks it to do.
extension ListView {
  /// The message of ``asList(_:)``; it does nothing but run what it is given.
  ///
  /// It is not among the class's messages, since nobody calls it: whoever overrides it stands around the list's own work.
  package static let performAsList: Message<ListView, () -> Void, Void> = Message("performAsList(_:)") { _, body in
    body()
  }

  /// The message that what is in view stands where it does, sent after each layout; it does nothing.
  ///
  /// Like ``performAsList`` it is for whoever overrides it.
  package static let didLayOut: Message<ListView, Void, Void> = Message("didLayOut()") { _, _ in }

  /// Runs what the list does itself: a layout, a change of its viewport, or what a person does to it.
  package final func asList<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping(body) { body in
      send(ListView.performAsList) { result = body() }
    }
    // Where an aspect keeps it from running, the list is still at work.
    let answer = result ?? body()
    tellChanges()
    return answer
  }
}

// MARK: - Forwarding

/// Messages that the list itself does not know, by name.
///
/// A subclass whose delegate has more to hear than every delegate sends it what is its own. In a woven list the content side and
/// the insertions' side hear of it, as far as they respond.
extension ListView {
  /// The message of ``performOnDelegate(_:_:)``.
  public static let performOnDelegate = ThrowingMessage<
    ListView, (selector: Selector, arguments: [Any]), Any, any Error
  >("performOnDelegate(_:_:)") { list, request in
    try perform(request.selector, request.arguments, on: list.rawDelegate)
  }

  /// Sends the delegate a message by name.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and `AspectError` where there is no delegate that has such a message, and where the arguments do
  ///   not fit.
  @discardableResult
  public final func performOnDelegate(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDelegate, (selector: selector, arguments: arguments))
  }

  /// The message of ``performOnDataSource(_:_:)``.
  public static let performOnDataSource = ThrowingMessage<
    ListView, (selector: Selector, arguments: [Any]), Any, any Error
  >("performOnDataSource(_:_:)") { list, request in
    try perform(request.selector, request.arguments, on: list.rawDataSource)
  }

  /// Sends the data source a message by name.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and `AspectError` where there is no data source that has such a message, and where the arguments
  ///   do not fit.
  @discardableResult
  public final func performOnDataSource(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDataSource, (selector: selector, arguments: arguments))
  }

  private static func perform(_ selector: Selector, _ arguments: [Any], on provider: AnyObject?) throws -> Any {
    guard let provider = provider as? InterceptableObject else {
      throw AspectError.doesNotRespond(
        class: provider.map { "\(type(of: $0))" } ?? "nil", selector: selector)
    }
    var invocation = Invocation(provider, selector, arguments)
    return try invocation.invoke()
  }
}
