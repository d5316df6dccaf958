/// A header or footer that shows a title; what a list makes where its delegate gives it no view.
public final class ListTitleView: ListCell {
  /// The title.
  public var title = ""
}
