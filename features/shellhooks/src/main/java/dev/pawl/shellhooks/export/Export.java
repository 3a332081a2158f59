package dev.pawl.shellhooks.export;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Place;
import dev.pawl.shellhooks.dialect.Dialect.Root;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes hooks into the files of another agent that ask a guard about each of its tool calls. */
public final class Export {
    /** The agents that can be guarded in this way. */
    public static final List<String> AGENTS = List.of("claude", "codex", "gemini", "cursor", "copilot");

    /** More than the guard's own limits take together, because a command that is ended late lets the call pass. */
    private static final int SECONDS = 150;

    /** What an agent has beyond the fields of all, so that it refuses where the command takes too long. */
    private static final Map<String, JsonObject> CLOSED = Map.of("cursor", JsonObject.of("failClosed", true));

    private final Dialect dialect;
    private final String command;

    /** @param command the guard, as a shell reads it */
    private Export(Dialect dialect, String command) {
        this.dialect = dialect;
        this.command = command;
    }

    /** Returns what writes hooks of this agent; null if it is none of {@link #AGENTS}. */
    public static @Nullable Export to(String agent, String command) {
        return AGENTS.contains(agent) ? new Export(Dialects.named(agent), command) : null;
    }

    /**
     * Returns the file that hooks are written into, from a folder.
     *
     * @param name the name of the guard, after which a file is called that is only about it
     * @param home whether the folder is the user's home folder
     */
    public String file(String name, boolean home) {
        var path = dialect.places().stream()
                .filter(place -> place.root() == (home ? Root.HOME : Root.PROJECT))
                .map(Place::path)
                .findFirst()
                .orElseThrow();
        return path.endsWith(".json") ? path : path + "/pawl-" + name + ".json";
    }

    /** Returns the content of a file with hooks for the guard, in the place of those that an earlier export wrote. */
    public JsonObject in(JsonObject before) {
        var hooks = before.object("hooks");
        for (var event : List.copyOf(hooks.names())) {
            hooks = hooks.with(event, others(hooks.objects(event)));
        }
        hooks = with(hooks, Moment.PRE_TOOL, command + " " + dialect.name() + " check || exit 2");
        hooks = with(hooks, Moment.SESSION_START, command + " " + dialect.name() + " start");
        hooks = with(hooks, Moment.SESSION_END, command + " " + dialect.name() + " end");
        return (dialect.handlers().layout() == Layout.HANDLERS && !before.has("version")
                        ? before.with("version", 1)
                        : before)
                .with("hooks", hooks);
    }

    private List<JsonObject> others(List<JsonObject> entries) {
        return entries.stream()
                .filter(entry -> Stream.concat(Stream.of(entry), entry.objects("hooks").stream())
                        .noneMatch(handler -> dialect.handlers().command().stream()
                                .anyMatch(field -> handler.string(field, "").contains(command))))
                .toList();
    }

    private JsonObject with(JsonObject hooks, Moment moment, String asking) {
        var handlers = dialect.handlers();
        var handler = JsonObject.of("type", "command", handlers.command().getFirst(), asking)
                .with(
                        handlers.timeout().getFirst(),
                        SECONDS * 1_000L / dialect.times().unitMillis());
        if (moment == Moment.PRE_TOOL) {
            handler = handler.with(CLOSED.getOrDefault(dialect.name(), JsonObject.empty()));
        } else {
            handler = handler.without(handlers.timeout().getFirst());
        }
        var event = event(moment).name();
        var entries = new ArrayList<>(hooks.objects(event));
        entries.add(handlers.layout() == Layout.GROUPS ? JsonObject.of("hooks", List.of(handler)) : handler);
        return hooks.with(event, entries);
    }

    private EventForm event(Moment moment) {
        return event(dialect, moment);
    }

    /** Returns the first event of a dialect at a moment, which is the one about all tools. */
    static EventForm event(Dialect dialect, Moment moment) {
        return dialect.events().values().stream()
                .filter(event -> event.moment() == moment)
                .findFirst()
                .orElseThrow();
    }
}
