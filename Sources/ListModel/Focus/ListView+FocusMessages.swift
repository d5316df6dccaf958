import Interception

extension ListView {
  static let focusMessages: MessageList = [indexPathForFocusedRow, setNeedsFocusUpdate, updateFocusIfNeeded]
}
