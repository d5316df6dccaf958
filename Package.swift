// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with; a warning is an error, and unsafe code must say so.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module and, beside it, its tests.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], tests support: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: settings),
    tests(of: name, dependencies + support),
  ]
}

/// A program and, beside it, its tests.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
  [
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings),
    tests(of: name, dependencies),
  ]
}

/// The modules whose tests take longer to run than to compile; an optimised build leaves the other tests as they are.
let modulesWithOptimisedTests: Set = ["Placement", "BatchUpdates"]

func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
  let plain = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))
  return .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: settings + (modulesWithOptimisedTests.contains(name) ? [] : [plain]))
}

let package = Package(
  name: "FeedWeave",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Interception", targets: ["Interception"]),
    .library(name: "BatchUpdates", targets: ["BatchUpdates"]),
    .library(name: "Placement", targets: ["Placement"]),
    .library(name: "AdServing", targets: ["AdServing"]),
    .library(name: "ListModel", targets: ["ListModel"]),
    .library(name: "FeedWeave", targets: ["FeedWeave"]),
    .library(name: "AdPlacing", targets: ["AdPlacing"]),
    .library(name: "Documents", targets: ["Documents"]),
    .library(name: "FeedFormats", targets: ["FeedFormats"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
    .executable(name: "feedweave", targets: ["FeedWeaveCommand"]),
    .executable(name: "feedweave-bench", targets: ["FeedWeaveBenchmarks"]),
    .executable(name: "feedweave-fuzz", targets: ["FeedWeaveFuzzing"]),
    .executable(name: "feedweave-soak", targets: ["FeedWeaveSoak"]),
  ],
  targets: [
    module("Interception"),
    module("BatchUpdates"),
    module("Placement", ["BatchUpdates"]),
    module("AdServing", ["BatchUpdates", "Placement"]),
    module("ListModel", ["Interception", "BatchUpdates"]),
    module(
      "FeedWeave", ["Interception", "BatchUpdates", "Placement", "ListModel"],
      tests: ["AdServing", "AdPlacing", "WeavingSupport"]),
    module(
      "AdPlacing", ["Interception", "Placement", "AdServing", "ListModel", "FeedWeave"], tests: ["WeavingSupport"]),
    module("Documents"),
    module("FeedFormats", ["Interception", "BatchUpdates", "Placement", "AdServing", "Documents"]),
    module("TerminalUI", ["ListModel", "Documents"]),
    program(
      "FeedWeaveCommand",
      [
        "Interception", "Placement", "AdServing", "ListModel", "FeedWeave", "AdPlacing", "Documents", "FeedFormats",
        "TerminalUI",
      ]),
    program(
      "FeedWeaveBenchmarks",
      [
        "Interception", "Placement", "AdServing", "ListModel", "FeedWeave", "AdPlacing", "Documents", "FeedFormats",
        "TerminalUI",
      ]),
    [
      .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
      .target(
        name: "WeavingSupport",
        dependencies: ["TestSupport", "Interception", "Placement", "AdServing", "ListModel", "FeedWeave", "AdPlacing"],
        path: "Tests/WeavingSupport", swiftSettings: settings),
      .executableTarget(
        name: "FeedWeaveFuzzing",
        dependencies: [
          "TestSupport", "Interception", "Placement", "AdServing", "Documents", "FeedFormats", "TerminalUI",
        ],
        path: "Tests/Fuzzing", swiftSettings: settings),
      tests(of: "FeedWeaveFuzzing", []),
      .executableTarget(
        name: "FeedWeaveSoak",
        dependencies: ["TestSupport", "Placement", "AdServing", "ListModel", "FeedWeave", "AdPlacing"],
        path: "Tests/Soak", exclude: ["soak"], swiftSettings: settings),
      tests(of: "FeedWeaveSoak", ["Placement", "AdServing", "ListModel", "FeedWeave", "AdPlacing"]),
    ],
  ].flatMap { $0 }
)

// `FEEDWEAVE_MODULES=Placement,AdServing swift test --scratch-path .build/some` builds and tests these alone, with what they import.
if let names = Context.environment["FEEDWEAVE_MODULES"] {
  var needed = Set(names.split(separator: ",").flatMap { [String($0), $0 + "Tests"] })
  var count = 0
  while count < needed.count {
    count = needed.count
    for target in package.targets where needed.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
    return !needed.isSuperset(of: targets)
  }
}
