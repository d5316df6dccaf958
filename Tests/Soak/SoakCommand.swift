import Foundation

/// The program `feedweave-soak`.
@main enum SoakCommand {
  static func main() {
    do {
      let options = try SoakOptions(arguments: Array(CommandLine.arguments.dropFirst()))
      if options.help { return print(SoakOptions.helpText) }
      exit(try run(options) || !options.checks ? 0 : 1)
    } catch let error as SoakOptions.UsageError {
      complain("feedweave-soak: \(error)\nUsage: feedweave-soak [--rows N] [--minutes N] [--seed N] [--check]")
      exit(64)
    } catch {
      complain("feedweave-soak: \(error)")
      exit(1)
    }
  }

  /// Runs a soak, and returns whether everything has stayed within its bounds.
  private static func run(_ options: SoakOptions) throws -> Bool {
    let watch = ContinuousClock()
    let start = watch.now
    show("\(options.rows) rows, \(options.minutes) minutes, seed \(options.seed)")
    let soak = try Soak(options)
    show("loaded in \(watch.now - start)")
    show(SoakReport.heading)
    do { try soak.run { show(SoakReport.line($0)) } } catch {
      throw SoakFault("\(error) (seed \(options.seed), after \(soak.actCount) acts)")
    }
    show(SoakReport.total(soak.intervals))
    let growth = SoakGrowth(soak.intervals)
    for line in [SoakReport.growthHeading] + SoakReport.lines(growth) { show(line) }
    show("took \(watch.now - start)")
    return !growth.figures.contains(where: \.isAboveBound)
  }

  /// Prints a line at once, into a pipe too.
  private static func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private static func complain(_ words: String) { FileHandle.standardError.write(Data((words + "\n").utf8)) }
}
