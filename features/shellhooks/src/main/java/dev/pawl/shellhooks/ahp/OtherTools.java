package dev.pawl.shellhooks.ahp;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.base.ServerToolName;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.form.ToolTranslation;
import dev.pawl.tools.file.ToolPaths;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls of another agent's tools as calls of Pawl's, so that gates and rules judge them: by the names and fields that the agents
 * have whose hooks run here, otherwise by kind.
 */
public final class OtherTools {
    private static final List<String> PATHS = List.of("path", "file_path", "filePath", "file");
    private static final Set<String> WITHOUT_RULES_OF_OURS = Set.of("fetch", "task", "other");

    /** Agents that rewrite single fields write them over those of a call; of other tools none of these is a field. */
    private static final JsonObject EMPTY_EDIT =
            JsonObject.of("edits", List.of(JsonObject.of("oldText", "", "newText", "")));

    private final Path home;

    public OtherTools(Path home) {
        this.home = home;
    }

    /** Returns the call; null for one whose kind has rules here, and whose input is not understood. */
    @Nullable
    ToolCall here(Event.Tool tool, Path cwd) {
        var call =
                Boundaries.KINDS.containsKey(tool.name()) ? known(tool.name(), tool, tool.input()) : named(tool, cwd);
        var found = call == null ? byKind(tool) : call;
        return found == null ? null : at(found, cwd);
    }

    /** Returns a call with the file that it works on in a folder. */
    public ToolCall at(ToolCall call, Path cwd) {
        return call.withTarget(CallFile.of(call.input(), cwd, home));
    }

    /** Returns the call that an agent means by a name and an input of its own; null if it is none of a tool that is known. */
    public @Nullable ToolCall named(Dialect dialect, String name, String callId, JsonObject input, Path cwd) {
        var paths = new ToolPaths(cwd, home);
        for (var form : dialect.tools().values()) {
            if (form.names().contains(name)) {
                try {
                    var translation = new ToolTranslation(dialect, form.own(), EMPTY_EDIT, null, paths);
                    var call = read(form.own(), callId, arguments(form.own(), translation, input));
                    if (call != null) {
                        return at(call, cwd);
                    }
                } catch (IllegalArgumentException e) {
                    // Another of its tools has the same name for another form.
                }
            }
        }
        return null;
    }

    /** One of ours, if its kind is the one that the other agent names and nothing is missing. */
    private static @Nullable ToolCall known(String own, Event.Tool tool, JsonObject input) {
        return tool.kind().equals(Boundaries.KINDS.get(own)) ? read(own, tool.callId(), input) : null;
    }

    /** One of ours, if nothing is missing. */
    private static @Nullable ToolCall read(String own, String callId, JsonObject input) {
        boolean complete =
                "task".equals(Boundaries.KINDS.get(own)) || !(ToolInput.from(own, input) instanceof ToolInput.Other);
        return complete ? ToolCall.of(own, callId, input) : null;
    }

    /** The call in the words of any agent whose hooks run here. */
    private @Nullable ToolCall named(Event.Tool tool, Path cwd) {
        for (var dialect : Dialects.all()) {
            var call = named(dialect, tool.name(), tool.callId(), tool.input(), cwd);
            if (call != null && tool.kind().equals(Boundaries.KINDS.get(call.toolName()))) {
                return call;
            }
        }
        return null;
    }

    /** An edit of all places is judged by the texts that it replaces, like one of a single place. */
    private static JsonObject arguments(String own, ToolTranslation translation, JsonObject written) {
        var arguments = translation.arguments(ofOnePlace(written));
        return own.equals("edit") ? arguments : arguments.without("edits");
    }

    private static JsonObject ofOnePlace(JsonObject written) {
        var one = written.without("replace_all");
        return one.has("edits")
                ? one.with(
                        "edits",
                        one.objects("edits").stream()
                                .map(edit -> edit.without("replace_all"))
                                .toList())
                : one;
    }

    private static @Nullable ToolCall byKind(Event.Tool tool) {
        var input = tool.input();
        var path = PATHS.stream()
                .map(input::string)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        return switch (tool.kind()) {
            case "shell" -> {
                var command = input.string("command");
                yield command == null ? null : of("bash", tool, new ToolInput.Bash(command));
            }
            case "file_read" -> path == null ? null : of("read", tool, new ToolInput.Read(path));
            case "file_write" ->
                path == null ? null : of("write", tool, new ToolInput.Write(path, input.string("content", "")));
            case "file_edit" -> path == null ? null : of("edit", tool, new ToolInput.Edit(path, List.of()));
            case "search" ->
                ToolCall.of(
                        "grep",
                        tool.callId(),
                        JsonObject.of("pattern", input.string("pattern", ""), "path", path == null ? "." : path));
            case "mcp" ->
                tool.more().get("mcp") instanceof JsonObject mcp
                                && mcp.get("server") instanceof String server
                                && mcp.get("tool") instanceof String name
                        ? ToolCall.of(new ServerToolName(server, name).toString(), tool.callId(), input)
                        : null;
            default ->
                WITHOUT_RULES_OF_OURS.contains(tool.kind()) && !Boundaries.KINDS.containsKey(tool.name())
                        ? ToolCall.of(tool.name(), tool.callId(), input)
                        : null;
        };
    }

    private static ToolCall of(String own, Event.Tool tool, ToolInput input) {
        return ToolCall.of(own, tool.callId(), input.toJson());
    }
}
