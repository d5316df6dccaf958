import FeedFormats
import ListModel

/// The business side of the list: it knows its feeds and their items, and never learns that there are ads.
final class FeedContent: ListDataSource {
  private let sections: [FeedSection]

  init(_ sections: [FeedSection]) { self.sections = sections }

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].document.items.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    FeedCell.dequeue(from: list, for: path, showing: sections[path.section].document.items, at: path.row)
  }
}
