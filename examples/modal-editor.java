import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Writes prompts as in vi: escape for the normal mode, i to insert, enter sends in both; /vi turns it off and on. */
class ModalEditor implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> ctx.ui().setEditor(Vi::new));
        pi.command("vi", "Edit as in vi, or as usual", ctx -> {
            boolean off = ctx.ui().editor() == null;
            ctx.ui().setEditor(off ? Vi::new : null);
            return Outcome.status(off ? "vi: escape for the normal mode" : "The usual editor");
        });
    }

    static class Vi implements EditorFactory.EditorComponent {
        /** Where the terminal's cursor is to stand; it takes up no room. */
        private static final String CURSOR = "\u001b_pi:c\u0007";

        private static final String PASTE = "\u001b[200~";
        private static final String PASTE_END = "\u001b[201~";

        private final Screen screen;
        private final Theme theme;
        private final Keybindings keys;
        private final Map<String, Runnable> commands = new HashMap<>();
        private final Deque<String> undo = new ArrayDeque<>();
        private Consumer<String> submitted = _ -> {};
        private String text = "";
        private int at;
        private boolean inserting = true;
        private String begun = "";
        private String deleted = "";

        Vi(Screen screen, Theme theme, Keybindings keys) {
            this.screen = screen;
            this.theme = theme;
            this.keys = keys;
            commands.put("h", () -> at = Math.max(lineStart(), before()));
            commands.put("l", () -> at = Math.min(lineEnd(), after()));
            commands.put("j", () -> moveLine(lineEnd() + 1));
            commands.put("k", () -> moveLine(lineStart() - 1));
            commands.put("0", () -> at = lineStart());
            commands.put("$", () -> at = lineEnd());
            commands.put("w", () -> at = nextWord());
            commands.put("b", () -> at = wordBefore());
            commands.put("gg", () -> at = 0);
            commands.put("G", () -> at = text.length());
            commands.put("x", () -> delete(at, Math.min(lineEnd(), after())));
            commands.put("D", () -> delete(at, lineEnd()));
            commands.put("dw", () -> delete(at, nextWord()));
            commands.put("dd", () -> delete(lineStart(), Math.min(text.length(), lineEnd() + 1)));
            commands.put("cc", () -> {
                delete(lineStart(), lineEnd());
                insert();
            });
            commands.put("p", () -> put(deleted));
            commands.put("u", () -> {
                if (!undo.isEmpty()) {
                    text = undo.pop();
                    at = Math.min(at, text.length());
                }
            });
            commands.put("i", this::insert);
            commands.put("a", () -> insertAt(Math.min(lineEnd(), after())));
            commands.put("I", () -> insertAt(lineStart()));
            commands.put("A", () -> insertAt(lineEnd()));
            commands.put("o", () -> openLine(lineEnd(), 1));
            commands.put("O", () -> openLine(lineStart(), 0));
        }

        public String text() {
            return text;
        }

        public void setText(String newText) {
            text = newText;
            at = text.length();
            inserting = true;
            begun = "";
            undo.clear();
        }

        public void onSubmit(Consumer<String> listener) {
            submitted = listener;
        }

        public boolean focusable() {
            return true;
        }

        public void handleInput(String data) {
            if (keys.matches(data, "tui.input.submit")) {
                submitted.accept(text);
            } else if (data.startsWith(PASTE)) {
                put(data.substring(PASTE.length()).replace(PASTE_END, ""));
            } else if (keys.matches(data, "app.interrupt")) {
                at = inserting ? Math.max(lineStart(), before()) : at;
                inserting = false;
                begun = "";
            } else if (inserting) {
                type(data);
            } else {
                command(data);
            }
            stayOnLine();
            screen.requestRender();
        }

        private void type(String data) {
            if (keys.matches(data, "tui.input.newLine")) {
                put("\n");
            } else if (keys.matches(data, "tui.editor.deleteCharBackward") && at > 0) {
                delete(before(), at);
            } else if (!move(data) && !data.isEmpty() && data.codePointAt(0) >= ' ' && data.codePointAt(0) != 127) {
                put(data);
            }
        }

        private boolean move(String data) {
            var way = Map.of("Left", "h", "Right", "l", "Up", "k", "Down", "j", "LineStart", "0", "LineEnd", "$");
            for (var key : way.entrySet()) {
                if (keys.matches(data, "tui.editor.cursor" + key.getKey())) {
                    commands.get(key.getValue()).run();
                    return true;
                }
            }
            return data.startsWith("\u001b");
        }

        /** A command may have two letters; what begins none is forgotten. */
        private void command(String data) {
            if (move(data)) {
                return;
            }
            begun += data;
            var command = commands.get(begun);
            if (command != null) {
                command.run();
            }
            if (command != null || commands.keySet().stream().noneMatch(name -> name.startsWith(begun))) {
                begun = "";
            }
        }

        /** In the normal mode the cursor is on a character, not behind the last one. */
        private void stayOnLine() {
            if (!inserting && at == lineEnd()) {
                at = Math.max(lineStart(), before());
            }
        }

        private void insert() {
            inserting = true;
        }

        private void insertAt(int place) {
            at = place;
            insert();
        }

        private void openLine(int place, int past) {
            at = place;
            put("\n");
            insertAt(place + past);
        }

        private void put(String more) {
            undo.push(text);
            text = text.substring(0, at) + more + text.substring(at);
            at += more.length();
        }

        private void delete(int from, int to) {
            undo.push(text);
            deleted = text.substring(from, to);
            text = text.substring(0, from) + text.substring(to);
            at = Math.min(from, text.length());
        }

        /** One character to the left; some characters are two for Java. */
        private int before() {
            return at == 0 ? 0 : text.offsetByCodePoints(at, -1);
        }

        private int after() {
            return at == text.length() ? at : text.offsetByCodePoints(at, 1);
        }

        private int lineStart() {
            return text.lastIndexOf('\n', at - 1) + 1;
        }

        private int lineEnd() {
            int end = text.indexOf('\n', at);
            return end < 0 ? text.length() : end;
        }

        /** To the line with this place in it, as far to the right as before. */
        private void moveLine(int place) {
            if (place >= 0 && place <= text.length()) {
                int column = at - lineStart();
                at = place;
                at = Math.min(lineEnd(), lineStart() + column);
            }
        }

        private int nextWord() {
            int i = at;
            while (i < text.length() && !Character.isWhitespace(text.charAt(i))) {
                i++;
            }
            while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
                i++;
            }
            return i;
        }

        private int wordBefore() {
            int i = at;
            while (i > 0 && Character.isWhitespace(text.charAt(i - 1))) {
                i--;
            }
            while (i > 0 && !Character.isWhitespace(text.charAt(i - 1))) {
                i--;
            }
            return i;
        }

        public List<String> render(int width) {
            var lines = new ArrayList<String>();
            lines.add(theme.fg("border", "─".repeat(width)));
            int start = 0;
            for (var line : text.split("\n", -1)) {
                int from = 0;
                do {
                    int to = Math.min(line.length(), from + Math.max(1, width - 1));
                    lines.add(row(line.substring(from, to), at - start - from, to == line.length()));
                    from = to;
                } while (from < line.length());
                start += line.length() + 1;
            }
            var mode = inserting ? " INSERT " : begun.isEmpty() ? " NORMAL " : " NORMAL " + begun + " ";
            var rest = "─".repeat(Math.max(0, width - mode.length() - 2));
            lines.add(theme.fg("border", "──") + theme.fg("accent", mode) + theme.fg("border", rest));
            return lines;
        }

        private static String row(String part, int cursor, boolean last) {
            boolean here = cursor >= 0 && (cursor < part.length() || (last && cursor == part.length()));
            return here ? part.substring(0, cursor) + CURSOR + part.substring(cursor) : part;
        }
    }
}
