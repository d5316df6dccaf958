public import Interception
public import ListModel

/// What the delegate of a row or a section is asked about heights and views.
extension ListWeaver {
  /// Asks a row's owner for its height.
  public static let heightForRow = RowMessage<Double?>("list(_:heightForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, heightForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, heightForRowAt: $0) })
  }

  /// Asks the insertions' side for the height of any header, and a section's owner where that leaves it open.
  public static let heightForHeader = SectionMessage<Double?>("list(_:heightForHeaderInSection:)") { weaver, section in
    let asked = weaver.inFeedSpace { weaver.delegate?.weaver(weaver, heightForHeaderInSection: section.section) }
    if asked != nil, section.userSection != nil { weaver.givesHeaderHeights = true }
    return asked
      ?? weaver.ask(
        section, content: { weaver.contentDelegate?.list($0, heightForHeaderInSection: $1) }, insertion: { _ in nil })
  }

  /// Asks a section's owner for the height of its footer.
  public static let heightForFooter = SectionMessage<Double?>("list(_:heightForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, heightForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, heightForFooterInSection: $0) })
  }

  /// Asks a row's owner for its estimated height.
  public static let estimatedHeightForRow = RowMessage<Double?>("list(_:estimatedHeightForRowAt:)") { weaver, row in
    weaver.ask(
      row, content: { weaver.contentDelegate?.list($0, estimatedHeightForRowAt: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForRowAt: $0) })
  }

  /// Asks a section's owner for the estimated height of its header.
  public static let estimatedHeightForHeader = SectionMessage<Double?>(
    "list(_:estimatedHeightForHeaderInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, estimatedHeightForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForHeaderInSection: $0) })
  }

  /// Asks a section's owner for the estimated height of its footer.
  public static let estimatedHeightForFooter = SectionMessage<Double?>(
    "list(_:estimatedHeightForFooterInSection:)"
  ) { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, estimatedHeightForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, estimatedHeightForFooterInSection: $0) })
  }

  /// Asks a section's owner for its header.
  public static let viewForHeader = SectionMessage<ListCell?>("list(_:viewForHeaderInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, viewForHeaderInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, viewForHeaderInSection: $0) })
  }

  /// Asks a section's owner for its footer.
  public static let viewForFooter = SectionMessage<ListCell?>("list(_:viewForFooterInSection:)") { weaver, section in
    weaver.ask(
      section, content: { weaver.contentDelegate?.list($0, viewForFooterInSection: $1) },
      insertion: { weaver.delegate?.weaver(weaver, viewForFooterInSection: $0) })
  }
}
