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
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: settings),
    tests(of: name, dependencies),
  ]
}

/// A program and, beside it, its tests.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
  [
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings),
    tests(of: name, dependencies),
  ]
}

func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: settings)
}

let package = Package(
  name: "FeedWeave",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Interception", targets: ["Interception"]),
    .library(name: "Placement", targets: ["Placement"]),
    .library(name: "ListModel", targets: ["ListModel"]),
    .library(name: "FeedWeave", targets: ["FeedWeave"]),
    .library(name: "FeedFormats", targets: ["FeedFormats"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
    .executable(name: "feedweave", targets: ["FeedWeaveCommand"]),
    .executable(name: "feedweave-bench", targets: ["FeedWeaveBenchmarks"]),
  ],
  targets: [
    module("Interception"),
    module("Placement"),
    module("ListModel", ["Interception"]),
    module("FeedWeave", ["Interception", "Placement", "ListModel"]),
    module("FeedFormats", ["Interception", "Placement"]),
    module("TerminalUI", ["ListModel"]),
    program(
      "FeedWeaveCommand",
      ["Interception", "Placement", "ListModel", "FeedWeave", "FeedFormats", "TerminalUI"]),
    program(
      "FeedWeaveBenchmarks",
      ["Interception", "Placement", "ListModel", "FeedWeave", "FeedFormats", "TerminalUI"]),
    [.target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings)],
  ].flatMap { $0 }
)
