endProcess(CommandLineTool(.process).run(System.arguments))
