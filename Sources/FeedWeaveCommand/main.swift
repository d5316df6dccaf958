endProcess(CommandLineTool(.process).run(Array(CommandLine.arguments.dropFirst())))
