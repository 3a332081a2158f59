package dev.pawl.shellhooks.form;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.file.ShellHook;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known when a hook is run. */
public final class Facts {
    private final Map<Fact, @Nullable Object> known = new EnumMap<>(Fact.class);
    private List<String> names = List.of();
    private Path cwd = Path.of("").toAbsolutePath();

    /** Returns what is known in every session. */
    public static Facts of(HookContext ctx, Path project) {
        var facts = new Facts();
        var session = ctx.session();
        var file = session.file();
        var model = ctx.models().current();
        facts.cwd = ctx.project().cwd();
        var leaf = session.leafId();
        var chosen = ctx.session().permissionMode();
        var known = PermissionMode.find(chosen);
        var mode = known == null ? PermissionMode.DEFAULT : known;
        return facts.with(Fact.SESSION_ID, session.id())
                .with(Fact.TRANSCRIPT, file == null ? null : file.toString())
                .with(Fact.SESSION_FILE, file == null ? null : file.toString())
                .with(Fact.CWD, ctx.project().cwd().toString())
                .with(Fact.PROJECT_DIR, project.toString())
                .with(Fact.PERMISSION_MODE, mode.claude())
                .with(Fact.OWN_MODE, chosen == null ? mode.wire() : chosen)
                .with(Fact.MODEL, model == null ? "" : model.id())
                .with(Fact.TURN_ID, leaf == null ? session.id() : leaf)
                .with(Fact.WORKSPACE_ROOTS, List.of(project.toString()))
                .withKnown(Fact.SESSION_TITLE, session.name())
                .withEffort(ctx.models().thinkingLevel());
    }

    /** A level in Claude Code's words; without thinking there is none. */
    private Facts withEffort(ThinkingLevel level) {
        if (level == ThinkingLevel.OFF) {
            return this;
        }
        var word = (level == ThinkingLevel.MINIMAL ? ThinkingLevel.LOW : level).wire();
        return with(Fact.EFFORT_LEVEL, word).with(Fact.EFFORT, JsonObject.of("level", word));
    }

    /**
     * Returns what a payload contains that a user wrote for a trial; its fields are looked up by the dialect's names.
     */
    public static Facts written(Dialect dialect, EventForm event, JsonObject payload, Path cwd) {
        var facts = new Facts();
        facts.cwd = cwd;
        for (var fields : List.of(dialect.base(), event.fields())) {
            fields.forEach((name, value) -> {
                if (payload.has(name) && value instanceof Fact fact) {
                    facts.with(fact, payload.get(name));
                } else if (payload.has(name) && value instanceof EventForm.Worded worded) {
                    facts.with(worded.fact(), payload.get(name));
                }
            });
        }
        if (event.matched() != null && facts.known.get(event.matched()) instanceof String name) {
            facts.names = List.of(name);
        }
        return facts.with(Fact.CWD, cwd.toString()).with(Fact.PROJECT_DIR, cwd.toString());
    }

    /** Adds a fact. */
    public Facts with(Fact fact, @Nullable Object value) {
        known.put(fact, value);
        return this;
    }

    /** Adds a fact where it is known. */
    public Facts withKnown(Fact fact, @Nullable Object value) {
        return value == null ? this : with(fact, value);
    }

    /** Adds what is known of a tool call. */
    public Facts with(ToolTranslation tool, String toolCallId) {
        names = tool.names();
        var input = tool.input();
        if (input.get("command") instanceof String command) {
            with(Fact.COMMAND, command);
        }
        if (input.get("file_path") instanceof String file) {
            with(Fact.FILE_PATH, file);
        }
        return withKnown(Fact.FILE, tool.file())
                .with(Fact.TOOL_NAME, tool.name())
                .with(Fact.TOOL_INPUT, input)
                .with(Fact.TOOL_INPUT_TEXT, input.toString())
                .with(Fact.TOOL_USE_ID, toolCallId);
    }

    /** The value of a fact; null if it is not known. */
    public @Nullable Object get(Fact fact) {
        return known.get(fact);
    }

    /** The folder that commands run in. */
    public Path cwd() {
        return cwd;
    }

    /** The names that a matcher of an event is tried on. */
    private List<String> matched(EventForm event) {
        if (event.matched() == Fact.TOOL_NAME) {
            return names;
        }
        if (event.matched() == Fact.EVENT) {
            return List.of(event.constant());
        }
        var value = event.matched() == null ? null : known.get(event.matched());
        if (value == null) {
            return List.of("");
        }
        var word = String.valueOf(value);
        for (var field : event.fields().values()) {
            if (field instanceof EventForm.Worded(var fact, var words) && fact == event.matched()) {
                return List.of(words.getOrDefault(word, word), word);
            }
        }
        return List.of(word);
    }

    /** Returns whether a hook is meant. */
    public boolean match(ShellHook hook, Path home) {
        if (!hook.matcher().matches(matched(hook.event()))) {
            return false;
        }
        var condition = hook.condition();
        return condition == null
                || (get(Fact.TOOL_INPUT) instanceof JsonObject input
                        && condition.holds(names, input, file(input), cwd, home));
    }

    /** The file that a call works on; null if it is not known. */
    private @Nullable Path file(JsonObject input) {
        var file = get(Fact.FILE) instanceof String known ? known : input.get("file_path");
        return file instanceof String path ? Path.of(path) : null;
    }

    /** Returns the JSON that a hook receives. */
    public JsonObject payload(Dialect dialect, EventForm event) {
        with(Fact.EVENT, event.name());
        var now = Instant.now();
        with(Fact.TIMESTAMP, now.toString());
        with(Fact.TIMESTAMP_MILLIS, now.toEpochMilli());
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var group : List.of(dialect.base(), event.fields())) {
            group.forEach((name, value) -> {
                if (value instanceof EventForm.Worded(var fact, var words) && known.containsKey(fact)) {
                    fields.put(name, worded(known.get(fact), words));
                } else if (value instanceof Fact fact && known.containsKey(fact)) {
                    fields.put(name, known.get(fact));
                } else if (!(value instanceof Fact) && !(value instanceof EventForm.Worded)) {
                    fields.put(name, value);
                }
            });
        }
        return JsonObject.from(fields);
    }

    private static @Nullable Object worded(@Nullable Object value, Map<String, String> words) {
        return value instanceof String word ? words.getOrDefault(word, word) : value;
    }

    /** The variables that a dialect gives its commands. */
    public Map<String, String> variables(Dialect dialect) {
        var variables = new LinkedHashMap<String, String>();
        dialect.environment().forEach((name, given) -> {
            var value = given instanceof Fact fact ? known.get(fact) : given;
            if (value != null) {
                variables.put(name, String.valueOf(value));
            }
        });
        return variables;
    }
}
