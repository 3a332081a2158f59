import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;

/** Gives the model a todo list that is kept in the session; /todos shows it to the person. */
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
                .with(tool -> tool.label("Todo").sequential()));
        pi.command("todos", "Show the todo list", _ -> Outcome.status(told()));
        pi.on(SESSION_START, (_, ctx) -> restore(ctx));
        pi.on(SESSION_TREE, (_, ctx) -> restore(ctx));
    }

    private ToolOutput use(Arguments arguments, ToolContext ctx) {
        switch (arguments.action()) {
            case LIST -> {}
            case ADD -> add(arguments.text(), ctx);
            case DONE -> done(arguments.id(), ctx);
        }
        return ToolOutput.text(told());
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
        ctx.appendEntry("todo", new State(items));
    }

    /** The last state on the branch counts, so the list follows the person through the tree. */
    private void restore(HookContext ctx) {
        items = List.of();
        for (var entry : ctx.session().branch()) {
            if (entry instanceof Entry.Custom custom && custom.customType().equals("todo")) {
                items = custom.as(State.class).items();
            }
        }
    }

    private String told() {
        return items.isEmpty()
                ? "Nothing to do"
                : items.stream().map(Item::toString).collect(Collectors.joining("\n"));
    }
}
