public import Interception
public import ListModel
import Placement

/// What the owner of a row is asked about its menus.
extension ListWeaver {
  /// Asks a row's owner whether it has an editing menu.
  public static let shouldShowMenuForRow = RowMessage<Bool>("list(_:shouldShowMenuForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, shouldShowMenuForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, shouldShowMenuForRowAt: $0) }) ?? false
  }

  /// Asks a row's owner whether an action of its editing menu can be performed.
  public static let canPerformActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Bool
  >("list(_:canPerformAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row,
      content: {
        weaver.contentDelegate?.list($0, canPerformAction: call.action, forRowAt: $1, withSender: call.sender)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, canPerformAction: call.action, forRowAt: $0, withSender: call.sender)
      }) ?? false
  }

  /// Has a row's owner perform an action of its editing menu.
  public static let performActionForRow = Message<
    ListWeaver, (row: OwnedRow, action: Selector, sender: Any?), Void
  >("list(_:performAction:forRowAt:withSender:)") { weaver, call in
    weaver.ask(
      call.row,
      content: {
        weaver.contentDelegate?.list($0, performAction: call.action, forRowAt: $1, withSender: call.sender)
      },
      insertion: {
        weaver.delegate?.weaver(weaver, performAction: call.action, forRowAt: $0, withSender: call.sender)
      })
  }

  /// Asks the owner of the pressed row, which comes first, for the context menu of its rows among those given; where none is
  /// pressed, the content side.
  public static let contextMenuForRows = Message<
    ListWeaver, (rows: [OwnedRow], point: ListPoint), ListContextMenu?
  >("list(_:contextMenuConfigurationForItemsAt:point:)") { weaver, call in
    let isInserted = call.rows.first?.owner.isInsertion ?? false
    let menu: ListContextMenu? =
      isInserted
      ? weaver.inFeedSpace {
        let paths = call.rows.filter(\.owner.isInsertion).map(\.path)
        return weaver.delegate?.weaver(weaver, contextMenuConfigurationForItemsAt: paths, point: call.point)
      }
      : weaver.list.flatMap { list in
        weaver.inUserSpace {
          let paths = call.rows.compactMap(\.contentPath)
          return weaver.contentDelegate?.list(list, contextMenuConfigurationForItemsAt: paths, point: call.point)
        }
      }
    weaver.interactions.isMenuInserted = isInserted && menu != nil
    return menu.map { weaver.owned($0, ofInsertion: isInserted) }
  }

  /// Asks a row's owner whether it opens when something that is dragged is held over it.
  public static let shouldSpringLoadRow = Message<ListWeaver, (row: OwnedRow, context: ListSpringLoadContext), Bool>(
    "list(_:shouldSpringLoadRowAt:with:)"
  ) { weaver, call in
    weaver.ask(
      call.row, content: { weaver.contentDelegate?.list($0, shouldSpringLoadRowAt: $1, with: call.context) },
      insertion: { weaver.delegate?.weaver(weaver, shouldSpringLoadRowAt: $0, with: call.context) }) ?? true
  }

  /// Asks a row's owner what it opens in a scene of its own.
  public static let sceneActivationForRow = Message<
    ListWeaver, (row: OwnedRow, point: ListPoint), ListSceneActivation?
  >("list(_:sceneActivationConfigurationForItemAt:point:)") { weaver, call in
    weaver.ask(
      call.row,
      content: { weaver.contentDelegate?.list($0, sceneActivationConfigurationForItemAt: $1, point: call.point) },
      insertion: { weaver.delegate?.weaver(weaver, sceneActivationConfigurationForItemAt: $0, point: call.point) })
  }
}

extension OwnedRow {
  /// The path of a row of the content, as the content side knows it.
  var contentPath: ListPath? {
    if case .content(let user) = owner { ListPath(user) } else { nil }
  }
}
