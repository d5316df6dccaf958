public import Interception

extension ListView {
  /// The two messages of ``dataSource``.
  public static let dataSource = Property<ListView, (any ListDataSource)?>("dataSource") { list in
    list.rawDataSource
  } set: { list, new in
    list.installDataSource(new)
  }

  /// Who says what stands in the list; not kept alive by it.
  ///
  /// Another one is asked when the list is next looked at.
  public final var dataSource: (any ListDataSource)? {
    get { send(ListView.dataSource) }
    set { send(ListView.dataSource, newValue) }
  }

  /// The two messages of ``delegate``.
  public static let delegate = Property<ListView, (any ListDelegate)?>("delegate") { list in
    list.rawDelegate
  } set: { list, new in
    list.installDelegate(new)
  }

  /// Who says how rows look and hears what happens to them; not kept alive by the list.
  public final var delegate: (any ListDelegate)? {
    get { send(ListView.delegate) }
    set { send(ListView.delegate, newValue) }
  }

  /// Has another one asked, without a message that could be hooked.
  package final func installDataSource(_ new: (any ListDataSource)?) {
    rawDataSource = new
    discardData()
  }

  /// Has another one asked and told, without a message that could be hooked.
  package final func installDelegate(_ new: (any ListDelegate)?) {
    rawDelegate = new
    discardHeights()
  }
}
