import ListModel
import WeavingSupport

/// Something that a content side asks of its list, and what it sees of the answer.
struct ListCall: Sendable {
  let name: String
  /// Whether the answer says where something is, which is compared only where insertions take no room.
  var isGeometry = false
  let make: @Sendable (ListView, CallbackDesk) -> String

  /// Every method that takes or gives a path, a section or a place, and what a person does.
  static let all: [ListCall] = looking + finding + selecting + persons + updates

  private static let looking: [ListCall] =
    [path(0, 0), path(0, 2), path(0, 4), path(1, 1)].map { row in
      ListCall(name: "cellForRow \(row)") { list, _ in text(list.cellForRow(at: row)) }
    } + [
      ListCall(name: "headerView") { list, _ in title(list.headerView(forSection: 1)) },
      ListCall(name: "headerView 2") { list, _ in title(list.headerView(forSection: 2)) },
      ListCall(name: "supplementaryView") { list, _ in
        title(list.supplementaryView(forElementKind: ListElementKind.sectionHeader, at: path(1, 0)))
      },
      ListCall(name: "visibleSupplementaryViews") { list, _ in
        "\(list.visibleSupplementaryViews(ofKind: ListElementKind.sectionHeader).map { title($0) })"
      },
      ListCall(name: "indexPathsForVisibleSupplementaryElements") { list, _ in
        "\(list.indexPathsForVisibleSupplementaryElements(ofKind: ListElementKind.sectionHeader))"
      },
      ListCall(name: "visibleCells") { list, _ in "\(list.visibleCells.map { text($0) })" },
      ListCall(name: "indexPathsForVisibleRows") { list, _ in "\(list.indexPathsForVisibleRows)" },
      ListCall(name: "numberOfRows") { list, _ in "\(list.numberOfRows(inSection: 1)) \(list.numberOfSections)" },
      ListCall(name: "indexPathsForSelectedRows") { list, _ in
        "\(list.indexPathsForSelectedRows) \(list.indexPathForSelectedRow?.description ?? "none")"
      },
      ListCall(name: "layoutIfNeeded") { list, _ in
        list.layoutIfNeeded()
        return ""
      },
      ListCall(name: "reloadData") { list, _ in
        list.reloadData()
        return ""
      },
    ]

  private static let finding: [ListCall] =
    [path(0, 2), path(1, 1)].flatMap { row in
      [
        ListCall(name: "rectForRow \(row)", isGeometry: true) { list, _ in "\(list.rectForRow(at: row))" },
        ListCall(name: "layoutAttributesForItem \(row)", isGeometry: true) { list, _ in
          "\(String(describing: list.layoutAttributesForItem(at: row)))"
        },
      ]
    } + [
      ListCall(name: "rectForSection", isGeometry: true) { list, _ in "\(list.rect(forSection: 1))" },
      ListCall(name: "rectForHeader", isGeometry: true) { list, _ in "\(list.rectForHeader(inSection: 1))" },
      ListCall(name: "rectForFooter", isGeometry: true) { list, _ in "\(list.rectForFooter(inSection: 1))" },
      ListCall(name: "layoutAttributesForHeader", isGeometry: true) { list, _ in
        let attributes = list.layoutAttributesForSupplementaryElement(
          ofKind: ListElementKind.sectionHeader, at: path(1, 0))
        return "\(String(describing: attributes))"
      },
      ListCall(name: "indexPathForRowAtPoint", isGeometry: true) { list, _ in
        "\(String(describing: list.indexPathForRow(at: ListPoint(x: 0, y: 3.5))))"
      },
      ListCall(name: "indexPathsForRowsIn", isGeometry: true) { list, _ in
        "\(list.indexPathsForRows(in: ListRect(x: 0, y: 2, width: 10, height: 4)))"
      },
      ListCall(name: "contentSize", isGeometry: true) { list, _ in "\(list.contentSize) \(list.contentOffset)" },
    ]

  private static let selecting: [ListCall] =
    [ListScrollPosition.none, .top, .bottom].flatMap { position in
      [
        ListCall(name: "scrollToRow \(position)") { list, _ in
          list.scrollToRow(at: path(1, 1), at: position)
          return ""
        },
        ListCall(name: "selectRow \(position)") { list, _ in
          list.selectRow(at: path(1, 1), scrollPosition: position)
          return ""
        },
      ]
    } + [
      ListCall(name: "deselectRow") { list, _ in
        list.deselectRow(at: path(0, 1))
        return ""
      },
      ListCall(name: "scrollToNearestSelectedRow") { list, _ in
        list.scrollToNearestSelectedRow(at: .top)
        return ""
      },
      ListCall(name: "contentOffset") { list, _ in
        list.contentOffset = 3
        list.layoutIfNeeded()
        return ""
      },
      ListCall(name: "setEditing") { list, _ in
        list.setEditing(true)
        return ""
      },
      ListCall(name: "beginInteractiveMovement") { list, _ in
        let isBegun = list.beginInteractiveMovementForItem(at: path(0, 1))
        defer { list.cancelInteractiveMovement() }
        return "\(isBegun) \(String(describing: list.interactiveMovement))"
      },
    ]

  static func text(_ cell: ListCell?) -> String { (cell as? TextCell)?.text ?? "none" }

  private static func title(_ view: ListCell?) -> String { (view as? ListTitleView)?.title ?? "none" }
}

/// What a person does, and what the content side changes.
extension ListCall {
  private static let persons: [ListCall] = [
    ListCall(name: "touch") { list, _ in
      let rect = list.rectForRow(at: path(0, 1))
      return "\(list.display.select(at: ListPoint(x: 0, y: rect.minY + rect.size.height / 2)))"
    },
    ListCall(name: "focus") { list, _ in
      let rect = list.rectForRow(at: path(0, 1))
      _ = list.display.focus(at: ListPoint(x: 0, y: rect.minY + rect.size.height / 2))
      return String(describing: list.indexPathForFocusedRow)
    },
    ListCall(name: "swipe") { list, _ in
      let rect = list.rectForRow(at: path(0, 1))
      _ = list.display.swipe(at: ListPoint(x: 0, y: rect.minY + rect.size.height / 2), towards: .leading)
      return String(describing: list.indexPathForSwipedRow)
    },
    ListCall(name: "menu") { list, _ in
      let rect = list.rectForRow(at: path(0, 1))
      _ = list.display.openContextMenu(at: ListPoint(x: 0, y: rect.minY + rect.size.height / 2))
      return ""
    },
  ]

  /// What the content side itself changes, in which callbacks may change more.
  private static let updates: [ListCall] = ContentChange.all.filter { $0.name != "scroll up" }.map { change in
    ListCall(name: change.name) { list, desk in
      change.make(list, desk)
      return ""
    }
  }
}
