import Interception

extension ListView {
  static let indexMessages: MessageList = [reloadSectionIndexTitles]
}
