import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Suggests open issues of the GitHub repository behind a # in the editor; gh, the program of GitHub, lists them. */
class IssueAutocomplete implements Hook {
    private static final Pattern BEGUN = Pattern.compile("(?:^|\\s)(#\\S*)$");

    public void install(Host pi) {
        pi.flag(new Flag.Text("issues", "The program that lists issues", "gh"));
        pi.on(SESSION_START, (_, ctx) -> {
            var listed = ctx.project().exec(String.valueOf(pi.flagValue("issues")), "issue", "list", "--limit", "100");
            if (listed.ok()) {
                var issues = listed.stdout().lines().map(IssueAutocomplete::item).toList();
                ctx.ui().addAutocompletion(current -> new Issues(issues, current));
            }
        });
    }

    /** A line is the number, the state and the title, with tabs between them. */
    private static Autocompletion.Item item(String line) {
        var columns = line.split("\t");
        return new Autocompletion.Item("#" + columns[0], "#" + columns[0], columns.length > 2 ? columns[2] : "");
    }

    private record Issues(List<Item> issues, Autocompletion current) implements Autocompletion {
        @Override
        public @Nullable Suggestions suggest(List<String> lines, int line, int column, boolean forced)
                throws InterruptedException {
            var begun = BEGUN.matcher(lines.get(line).substring(0, column));
            var fitting = begun.find()
                    ? issues.stream().filter(issue -> fits(issue, begun.group(1))).toList()
                    : List.<Item>of();
            return fitting.isEmpty()
                    ? current.suggest(lines, line, column, forced)
                    : new Suggestions(begun.group(1), fitting);
        }

        private static boolean fits(Item issue, String begun) {
            return issue.value().startsWith(begun)
                    || String.valueOf(issue.description()).toLowerCase().contains(begun.substring(1).toLowerCase());
        }

        @Override
        public Applied apply(List<String> lines, int line, int column, Item item, String prefix) {
            return current.apply(lines, line, column, item, prefix);
        }
    }
}
