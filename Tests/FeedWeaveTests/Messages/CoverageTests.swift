import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// The article on coverage tells what there is: no more, and no less.
struct CoverageTests {
  private static let weavings: Set = [
    "translated", "feed space", "owner", "both sides", "content side", "untouched",
  ]

  private func selectors(of type: InterceptableObject.Type) -> Set<String> {
    Set(ClassObject.of(type).messages.map(\.selector.name))
  }

  /// What the libraries declare, read once for all tests.
  private static let declarations: Result<SourceDeclarations, any Error> = Result {
    SourceDeclarations(
      try ["Interception", "Placement", "ListModel", "FeedWeave", "AdPlacing"].map { "Sources/\($0)" }.flatMap {
        try ProjectFiles.swiftSources(in: $0)
      })
  }

  @Test func `every message of a list and of a weaver is told of`() throws {
    let told = Set(try CoverageArticle.read().rows.flatMap(\.here))
    #expect(selectors(of: ListView.self).subtracting(told).sorted() == [])
    #expect(selectors(of: ListWeaver.self).subtracting(told).sorted() == [])
  }

  /// The methods that providers may have by a module's protocols, of those whose names begin with a word.
  private func required(by module: String, of word: String) throws -> Set<String> {
    try ProjectFiles.swiftSources(in: "Sources/\(module)").reduce(into: []) { required, text in
      let declared = SourceDeclarations(requirementsIn: text) { name in
        name.hasPrefix(word) && ["Delegate", "DataSource"].contains { name.hasSuffix($0) }
      }
      required.formUnion(declared.methods)
    }
  }

  @Test func `every method that a provider may have is told of`() throws {
    let told = Set(try CoverageArticle.read().rows.flatMap(\.here))
    let required = try required(by: "ListModel", of: "List").union(required(by: "FeedWeave", of: "Weaver"))
    #expect(required.count > 40)
    #expect(required.subtracting(told).sorted() == [])
  }

  /// The exceptions are asked by the default of another method.
  @Test func `Each callback of a list is a message of its weaver`() throws {
    let others = try required(by: "ListModel", of: "List").subtracting(selectors(of: ListWeaver.self))
    #expect(
      others.sorted() == [
        "list(_:contextMenuConfigurationForRowAt:point:)",
        "list(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)", "movesRows(in:)",
      ])
  }

  @Test func `everything that is told of is declared`() throws {
    let declared = try Self.declarations.get()
    let known = selectors(of: ListView.self).union(selectors(of: ListWeaver.self)).union(declared.methods)
      .union(declared.names)
    let article = try CoverageArticle.read()
    #expect(Set(article.rows.flatMap(\.here)).subtracting(known).sorted() == [])
    #expect(article.rows.allSatisfy { !$0.here.isEmpty })
    #expect(article.rows.filter { !Self.weavings.contains($0.weaving) }.map(\.uikit) == [])
  }

  @Test func `what is told of once is not told of again`() throws {
    let article = try CoverageArticle.read()
    var seen: Set<String> = []
    // The same name may belong to lists and to what the original adds.
    let repeated = article.rows.flatMap(\.uikit).filter { !seen.insert($0).inserted }
    #expect(repeated.filter { $0 != "indexPath(for:)" } == [])
    #expect(article.absent.filter { seen.contains($0) } == [])
  }

  @Test func `what is said not to be there is not there`() throws {
    let declared = try Self.declarations.get()
    for name in try CoverageArticle.read().absent {
      let here = name.replacing(/^(?:tableView|collectionView)\(/, with: "list(")
      #expect(!declared.methods.contains(here) && !declared.names.contains(here), "\(name)")
    }
  }

  /// A message that takes or gives a place, a cell or a count means something else to the content side than to the list.
  @Test func `the woven class overrides what takes or gives places`() throws {
    let list = ListView(size: ListSize(width: 1, height: 1))
    _ = list.weaver
    let rows = try CoverageArticle.read().rows
    let overridden = Set(rows.filter { ["translated", "feed space"].contains($0.weaving) }.flatMap(\.here))
    for message in ClassObject.of(ListView.self).messages {
      let name = message.selector.name
      #expect(list.actualClass.overrides(message.selector) == overridden.contains(name), "\(name)")
      // What is registered makes cells for no place of its own.
      let takesPlaces =
        message.signature.description.contains(/ListPath|ListCell|\bInt\b/) && !name.hasPrefix("register(")
      #expect(!takesPlaces || overridden.contains(name), "\(message)")
    }
  }
}
