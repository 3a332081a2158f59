import module dev.pawl.api;

/** Floats the files that the agent has written at the right of the screen; /files opens it, enter takes one along. */
class Overlay implements Hook {
    private static final OverlayOptions AT_THE_RIGHT =
            new OverlayOptions(OverlayOptions.Anchor.RIGHT_CENTER, "40%", "60%", 1, 0, 0);

    public void install(Host pi) {
        pi.command("files", "Files that the agent has written", Overlay::open);
        pi.shortcut(new Shortcut("alt+o", "Files that the agent has written", Overlay::open));
    }

    private static Outcome open(HookContext ctx) throws Exception {
        var files = written(ctx.session());
        if (files.isEmpty()) {
            ctx.ui().notify("The agent has not written any file yet");
            return Outcome.nothing();
        }
        ctx.ui().<String>overlay((screen, theme, keys, done) -> new Files(files, screen, theme, keys, done), AT_THE_RIGHT)
                .ifPresent(file -> ctx.ui().pasteToEditor("@" + file + " "));
        return Outcome.nothing();
    }

    /** Each file once, the one written last on top. */
    private static List<String> written(SessionView session) {
        var files = new LinkedHashSet<String>();
        for (var entry : session.branch().reversed()) {
            if (entry instanceof Entry.MessageEntry(_, Message.Assistant answer, _)) {
                for (var call : answer.toolCalls().reversed()) {
                    if (List.of("write", "edit").contains(call.name())) {
                        files.add(call.arguments().string("path", ""));
                    }
                }
            }
        }
        files.remove("");
        return List.copyOf(files);
    }

    /** A component declares that it takes the keyboard; an overlay that does not leaves it to the editor. */
    static class Files implements Component {
        private final List<String> files;
        private final Screen screen;
        private final Theme theme;
        private final Keybindings keys;
        private final DialogFactory.Done<String> done;
        private int marked;

        Files(List<String> files, Screen screen, Theme theme, Keybindings keys, DialogFactory.Done<String> done) {
            this.files = files;
            this.screen = screen;
            this.theme = theme;
            this.keys = keys;
            this.done = done;
        }

        public boolean focusable() {
            return true;
        }

        public void handleInput(String data) {
            if (keys.matches(data, "tui.select.cancel")) {
                done.done(null);
            } else if (keys.matches(data, "tui.select.confirm")) {
                done.done(files.get(marked));
            } else if (keys.matches(data, "tui.select.up")) {
                marked = Math.max(0, marked - 1);
            } else if (keys.matches(data, "tui.select.down")) {
                marked = Math.min(files.size() - 1, marked + 1);
            }
            screen.requestRender();
        }

        public List<String> render(int width) {
            var lines = new ArrayList<String>();
            lines.add(theme.fg("borderAccent", "╭" + "─".repeat(Math.max(0, width - 2)) + "╮"));
            // What is marked stays in sight: the rows of the overlay are fewer than the files may be.
            int room = Math.max(1, screen.rows() * 6 / 10 - 3);
            int from = Math.clamp(marked - room + 1L, 0, Math.max(0, files.size() - room));
            for (int i = from; i < Math.min(files.size(), from + room); i++) {
                var line = fitted((i == marked ? "→ " : "  ") + files.get(i), width - 4);
                lines.add(framed(i == marked ? theme.fg("accent", line) : line));
            }
            lines.add(framed(theme.fg("muted", fitted("enter takes it along", width - 4))));
            lines.add(theme.fg("borderAccent", "╰" + "─".repeat(Math.max(0, width - 2)) + "╯"));
            return lines;
        }

        private String framed(String line) {
            return theme.fg("borderAccent", "│ ") + line + theme.fg("borderAccent", " │");
        }

        /** As wide as it may be: the end of a path is more useful than its beginning. */
        private static String fitted(String line, int width) {
            int room = Math.max(1, width);
            return line.length() <= room
                    ? line + " ".repeat(room - line.length())
                    : "…" + line.substring(line.length() - room + 1);
        }
    }
}
