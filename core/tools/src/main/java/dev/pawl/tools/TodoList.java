package dev.pawl.tools;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The items of a todo list, as a tool that keeps one reports them in the details of its results. */
public record TodoList(List<JsonObject> items) {
    public static final TodoList EMPTY = new TodoList(List.of());

    /** The names under which tools that keep a list are known. */
    public static final Set<String> TOOLS = Set.of("todo", "todos", "todo_write", "todowrite");

    private static final Set<String> LISTS = Set.of("todos", "items");
    private static final Set<String> OVER = Set.of("completed", "complete", "done", "cancelled", "abandoned");

    /** Returns the list that a result reports; null if it reports none. */
    public static @Nullable TodoList of(Message.ToolResult result) {
        return of(result.toolName(), result.details());
    }

    /** Returns the list that the details of a result of a tool hold; null if they hold none. */
    public static @Nullable TodoList of(String tool, @Nullable Object of) {
        if (TOOLS.contains(tool) && of instanceof JsonObject details) {
            for (var name : LISTS) {
                if (details.has(name)) {
                    return new TodoList(details.objects(name));
                }
            }
        }
        return null;
    }

    /** Returns the list in the latest result that has one. */
    public static TodoList latest(List<Message> messages) {
        for (var message : messages.reversed()) {
            var list = message instanceof Message.ToolResult result ? of(result) : null;
            if (list != null) {
                return list;
            }
        }
        return EMPTY;
    }

    /** Returns the items that are not done yet. */
    public List<JsonObject> open() {
        return items.stream().filter(item -> !isOver(item)).toList();
    }

    /** Whether nothing more is to be done about an item. */
    public static boolean isOver(JsonObject item) {
        return item.bool("done", false) || item.bool("completed", false) || OVER.contains(item.string("status", ""));
    }

    /** Returns what an item is about. */
    public static String words(JsonObject item) {
        return item.string("text", item.string("content", item.string("title", item.toString())));
    }
}
