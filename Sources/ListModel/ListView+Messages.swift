public import Interception

extension ListView {
  /// Every message of a list, grouped by topic, so that hooks can find them by name.
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
    insertRows, deleteRows, reloadRows, moveRow, moveRows, insertSections, deleteSections, reloadSections, moveSection,
    moveSections, reconfigureRows,
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
    dequeueReusableSupplementaryView, contentOffsetInSection, setContentOffsetInSection,
  ]

  static let forwardingMessages: MessageList = [performOnDelegate, performOnDataSource]
}

// MARK: - Scope

/// Marks work that the list starts itself, so that a woven list can distinguish it from its owner's calls.
extension ListView {
  /// Runs work that the list starts itself: a layout, a change of its viewport, or the handling of user input.
  package final func asList<Result>(_ body: () -> Result) -> Result {
    defer { notifyObserversOfChanges() }
    guard let callerCoordinates else { return body() }
    var result: Result?
    callerCoordinates.runAsList { result = body() }
    return result ?? body()
  }
}

// MARK: - Forwarding

/// Sending providers messages by name that the list itself does not declare.
///
/// A subclass uses it for delegate methods that ``ListDelegate`` does not have. In a woven list the content provider
/// and the inserted provider receive the message if they respond to it.
extension ListView {
  /// A message that sends a provider another message by name.
  public typealias ForwardingMessage = ThrowingMessage<ListView, (selector: Selector, arguments: [Any]), Any, any Error>

  /// The message of ``performOnDelegate(_:_:)``.
  public static let performOnDelegate = ForwardingMessage("performOnDelegate(_:_:)") {
    try perform($1.selector, $1.arguments, on: $0.rawDelegate)
  }

  /// Sends the delegate a message by name.
  ///
  /// - Returns: the return value of that method.
  /// - Throws: the error of that method; `AspectError` if no delegate responds to the message, or if the arguments do
  ///   not fit.
  @discardableResult
  public final func performOnDelegate(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDelegate, (selector: selector, arguments: arguments))
  }

  /// The message of ``performOnDataSource(_:_:)``.
  public static let performOnDataSource = ForwardingMessage("performOnDataSource(_:_:)") {
    try perform($1.selector, $1.arguments, on: $0.rawDataSource)
  }

  /// Sends the data source a message by name.
  ///
  /// - Returns: the return value of that method.
  /// - Throws: the error of that method; `AspectError` if no data source responds to the message, or if the arguments
  ///   do not fit.
  @discardableResult
  public final func performOnDataSource(_ selector: Selector, _ arguments: Any...) throws -> Any {
    try send(ListView.performOnDataSource, (selector: selector, arguments: arguments))
  }

  /// Sends a provider a message by name; refuses it in the provider's name if the provider does not respond.
  package static func perform(_ selector: Selector, _ arguments: [Any], on provider: AnyObject?) throws -> Any {
    guard let provider = provider as? InterceptableObject else {
      throw AspectError.doesNotRespond(class: provider.map { "\(type(of: $0))" } ?? "nil", selector: selector)
    }
    var invocation = Invocation(provider, selector, arguments)
    return try invocation.invoke()
  }
}
