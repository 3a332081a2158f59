import module dev.pawl.api;
import static dev.pawl.api.HookPoints.CONTEXT;

/** Leaves old tool output out of what the model reads once there is a lot of it; the session keeps everything. */
class ContextPruning implements Hook {
    /** The number of results that are never shortened. */
    private static final int KEEP = 10;

    /** Below so many characters of tool output nothing is left out. */
    private static final int LIMIT = 100_000;

    public void install(Host pi) {
        pi.on(CONTEXT, (context, _) -> context.withMessages(prune(context.messages())));
    }

    static List<Message> prune(List<Message> messages) {
        var results =
                messages.stream().filter(Message.ToolResult.class::isInstance).toList();
        if (results.stream().mapToInt(result -> result.text().length()).sum() < LIMIT) {
            return messages;
        }
        // In steps, not one more with every turn: what was sent before stays the same, and the provider's cache valid.
        int old = (results.size() - KEEP) / KEEP * KEEP;
        var pruned = new ArrayList<Message>();
        for (var message : messages) {
            pruned.add(message instanceof Message.ToolResult result && old-- > 0 ? note(result) : message);
        }
        return pruned;
    }

    private static Message note(Message.ToolResult result) {
        var note = "[%s: %d characters left out; call the tool again if you need them]";
        return result.withContent(List.of(
                Content.text(note.formatted(result.toolName(), result.text().length()))));
    }
}
