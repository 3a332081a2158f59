import module dev.pawl.api;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;

/** Names the files below .claude/rules/ in the system prompt, so that the agent reads those that fit its task. */
class ClaudeRules implements Hook {
    public void install(Host pi) {
        pi.on(BEFORE_AGENT_START, (start, ctx) -> {
            var rules = rules(ctx.project().cwd());
            return rules.isEmpty()
                    ? start
                    : start.appendSystemPrompt("Rules of this project. Read those that fit the task before you begin:\n"
                            + String.join("\n", rules));
        });
    }

    private static List<String> rules(Path project) throws IOException {
        var folder = project.resolve(".claude/rules");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .map(file -> "- " + project.relativize(file))
                    .sorted()
                    .toList();
        }
    }
}
