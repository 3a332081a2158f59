package dev.pawl.shellhooks.export;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.ahp.AhpBackend;
import dev.pawl.shellhooks.ahp.OtherTools;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.form.Facts;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the events of another agent about its tool calls, in the words of that agent. */
public final class GuardedCalls {
    /** What a call that is not known is refused for: it may change a file or run something, and no gate would see it. */
    private static final Pattern WORKS_ON_THE_MACHINE =
            Pattern.compile("(?i).*(path|file|command|cmd|script|patch|content|source).*");

    /** Tools of other agents that work on texts of theirs alone, whatever their fields are called. */
    private static final Set<String> TEXTS =
            Set.of("WebFetch", "WebSearch", "TodoWrite", "AskUserQuestion", "web_fetch", "google_web_search");

    private final AhpBackend.Judge judge;
    private final Path cwd;
    private final OtherTools tools;

    /** @param cwd the folder of calls that name none */
    public GuardedCalls(AhpBackend.Judge judge, Path cwd, Path home) {
        this.judge = judge;
        this.cwd = cwd;
        this.tools = new OtherTools(home);
    }

    /** Returns what the agent reads of its event; empty where nothing refuses the call. One after another. */
    public synchronized String answer(String agent, String event) throws InterruptedException {
        var dialect = Dialects.named(agent);
        var refusal = refusal(dialect, event);
        return refusal == null ? "" : denied(dialect, refusal).toString();
    }

    /** What is not understood, or fails, is refused. */
    private @Nullable String refusal(Dialect dialect, String text) throws InterruptedException {
        JsonObject event;
        try {
            event = JsonObject.parse(text);
        } catch (JsonMistake | StackOverflowError e) {
            return "The guard was given no JSON object.";
        }
        var facts = Facts.written(dialect, Export.event(dialect, Moment.PRE_TOOL), event, cwd);
        if (!(facts.get(Fact.TOOL_NAME) instanceof String name)) {
            return "The guard was given an event without the name of a tool.";
        }
        try {
            var input = object(facts.get(Fact.TOOL_INPUT));
            var folder = folder(event);
            var id = facts.get(Fact.TOOL_USE_ID) instanceof String named ? named : "call";
            for (var call : calls(dialect, name, id, input, folder)) {
                var refusal = judge.refusal(call, folder);
                if (refusal != null) {
                    return refusal;
                }
            }
            return null;
        } catch (IllegalArgumentException e) { // Such as a path that is none.
            return "The guard does not understand this call of " + name + ": " + e.getMessage();
        } catch (RuntimeException e) {
            return "The guard could not judge this call of " + name + ": " + e;
        }
    }

    private List<ToolCall> calls(Dialect dialect, String name, String id, JsonObject input, Path folder) {
        var patch = Patch.of(name, input);
        if (patch != null) {
            return patch.calls(id).stream().map(call -> tools.at(call, folder)).toList();
        }
        var call = tools.named(dialect, name, id, input, folder);
        if (call != null) {
            return List.of(call);
        }
        if (dialect.tools().values().stream().anyMatch(form -> form.names().contains(name))) {
            throw new IllegalArgumentException("something is missing in its input");
        }
        boolean known = TEXTS.contains(name) || name.startsWith("mcp_") || name.startsWith("MCP:");
        var working = input.names().stream()
                .filter(field -> WORKS_ON_THE_MACHINE.matcher(field).matches())
                .findFirst()
                .orElse(null);
        if (!known && working != null) {
            throw new IllegalArgumentException("its field " + working + " may be about files or commands");
        }
        return List.of(ToolCall.of(name, id, input));
    }

    private Path folder(JsonObject event) {
        var named = event.string("cwd");
        if (named == null && !event.strings("workspace_roots").isEmpty()) {
            named = event.strings("workspace_roots").getFirst();
        }
        return named == null ? cwd : cwd.resolve(named).normalize();
    }

    /** Some agents write the input as JSON in a text. */
    private static JsonObject object(@Nullable Object input) {
        return switch (input) {
            case JsonObject object -> object;
            case String text -> JsonObject.parse(text);
            case null -> JsonObject.empty();
            default -> throw new IllegalArgumentException("its input is no object");
        };
    }

    private static JsonObject denied(Dialect dialect, String reason) {
        var event = Export.event(dialect, Moment.PRE_TOOL);
        var answers = dialect.answers();
        var answer = at(answers.verdict().getFirst(), "deny", event.name(), JsonObject.empty());
        answer = at(answers.reason().getFirst(), reason, event.name(), answer);
        var user = answers.user().getFirst();
        return answers.reason().contains(user) ? answer.with(user, reason) : answer;
    }

    private static JsonObject at(String path, String value, String event, JsonObject answer) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return answer.with(path, value);
        }
        var outer = path.substring(0, dot);
        var inner = answer.object(outer);
        return answer.with(
                outer,
                (inner.has("hookEventName") ? inner : JsonObject.of("hookEventName", event))
                        .with(path.substring(dot + 1), value));
    }
}
