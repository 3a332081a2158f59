import module dev.pawl.api;

/** Gives the model a tool that counts, whose long output is cut and kept whole in a file. */
class TruncatedTool implements Hook {
    private static final int MOST_LINES = 50;

    record Arguments(@About("How far to count") int to) {}

    public void install(Host pi) {
        pi.tool(Tool.of("count", "Count from one; long output is cut", Arguments.class, (arguments, _) -> {
            var lines = java.util.stream.IntStream.rangeClosed(1, Math.clamp(arguments.to(), 1, 100_000))
                    .mapToObj(String::valueOf)
                    .toList();
            if (lines.size() <= MOST_LINES) {
                return ToolOutput.text(String.join("\n", lines));
            }
            var file = java.nio.file.Files.createTempFile("count", ".txt");
            java.nio.file.Files.write(file, lines);
            return ToolOutput.text(String.join("\n", lines.subList(0, MOST_LINES)) + "\n[cut after " + MOST_LINES + " of "
                    + lines.size() + " lines; all of them are in " + file + "]");
        }));
    }
}
