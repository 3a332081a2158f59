import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;

/** Gives the model a todo list that is kept in the session and drawn on the screen; /todos shows it, too. */
class Todo implements Hook {
    enum Action {
        LIST,
        ADD,
        DONE
    }

    record Arguments(
            Action action,
            @About("what is to be done, for add") @Nullable String text,
            @About("the number of the item, for done") @Nullable Integer id) {}

    record Item(int id, String text, boolean done) {
        @Override
        public String toString() {
            return "[" + (done ? "x" : " ") + "] " + id + " " + text;
        }
    }

    record State(List<Item> items) {}

    private volatile List<Item> items = List.of();

    public void install(Host pi) {
        pi.tool(Tool.of("todo", "Keep a list of what is to be done: list, add, done", Arguments.class, this::use)
                .with(tool -> tool.label("Todo").sequential())
                .withRenderer(new Drawing()));
        pi.command("todos", "Show the todo list", _ -> Outcome.status(text()));
        pi.on(SESSION_START, (_, ctx) -> restore(ctx));
        pi.on(SESSION_TREE, (_, ctx) -> restore(ctx));
    }

    private ToolOutput use(Arguments arguments, ToolContext ctx) {
        switch (arguments.action()) {
            case LIST -> {}
            case ADD -> add(arguments.text(), ctx);
            case DONE -> done(arguments.id(), ctx);
        }
        return ToolOutput.text(text()).withDetails(JsonObject.from(new State(items)));
    }

    private void add(@Nullable String text, HookContext ctx) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("add needs a text");
        }
        var more = new ArrayList<>(items);
        more.add(new Item(items.size() + 1, text, false));
        keep(more, ctx);
    }

    private void done(@Nullable Integer id, HookContext ctx) {
        if (id == null || id < 1 || id > items.size()) {
            throw new IllegalArgumentException("done needs the id of an item: 1 to " + items.size() + ", not " + id);
        }
        var changed = items.stream()
                .map(item -> item.id() == id ? new Item(id, item.text(), true) : item)
                .toList();
        keep(changed, ctx);
    }

    private void keep(List<Item> changed, HookContext ctx) {
        items = List.copyOf(changed);
        ctx.session().append("todo", new State(items));
    }

    /** The last state on the branch counts, so the list follows the user through the tree. */
    private void restore(HookContext ctx) {
        items = List.of();
        for (var entry : ctx.session().branch()) {
            if (entry instanceof Entry.Custom custom && custom.customType().equals("todo")) {
                items = custom.as(State.class).items();
            }
        }
    }

    private String text() {
        return items.isEmpty()
                ? "Nothing to do"
                : items.stream().map(Item::toString).collect(Collectors.joining("\n"));
    }

    /** How a call looks on the screen: what was asked for, and the list with what is done struck through. */
    static class Drawing implements ToolRenderer {
        private static final int FOLDED = 5;

        public Component call(JsonObject arguments, Theme theme, Row row) {
            var what = arguments.string("text", arguments.has("id") ? "#" + arguments.get("id") : "");
            var line = "todo " + arguments.string("action", "") + " " + what;
            return width -> List.of(theme.bold(fitted(line, width)));
        }

        /** Drawn from the details, which are kept in the session; an error is left to the ordinary drawing. */
        public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
            if (row.isError() || !(output.details() instanceof JsonObject details)) {
                return null;
            }
            var items = details.as(State.class).items();
            return width -> {
                var lines = new ArrayList<String>();
                items.stream().limit(row.expanded() ? items.size() : FOLDED).forEach(item -> {
                    var line = fitted((item.done() ? "✓ " : "○ ") + item.text(), width);
                    lines.add(item.done() ? theme.fg("dim", theme.strikethrough(line)) : line);
                });
                if (lines.size() < items.size()) {
                    lines.add(theme.fg("muted", fitted((items.size() - lines.size()) + " more", width)));
                }
                return lines;
            };
        }

        private static String fitted(String line, int width) {
            return line.length() <= width ? line : line.substring(0, Math.max(0, width - 1)) + "…";
        }
    }
}
