package dev.pawl.shellhooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Entry;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.tools.file.ToolPaths;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a session as Claude Code writes its transcripts: one JSON object a line, for each message. */
public final class ClaudeTranscript {
    private final String sessionId;
    private final ToolPaths paths;
    private final StringBuilder lines = new StringBuilder();
    private @Nullable String last;

    /** @param paths where paths that the model writes start */
    public ClaudeTranscript(String sessionId, ToolPaths paths) {
        this.sessionId = sessionId;
        this.paths = paths;
    }

    /** The lines of these entries. Entries that Claude Code has no lines for are left out. */
    public String lines(List<Entry> branch) {
        for (var entry : branch) {
            switch (entry) {
                case Entry.MessageEntry kept -> message(kept);
                case Entry.CustomMessage custom ->
                    add(
                            entry,
                            "user",
                            JsonObject.of(
                                    "isMeta",
                                    true,
                                    "message",
                                    user(custom.content().text())));
                case Entry.Compaction compaction ->
                    add(entry, "user", JsonObject.of("isCompactSummary", true, "message", user(compaction.summary())));
                default -> {}
            }
        }
        return lines.toString();
    }

    private void message(Entry.MessageEntry entry) {
        switch (entry.message()) {
            case Message.User user -> add(entry, "user", JsonObject.of("message", user(user.text())));
            case Message.Assistant answer -> add(entry, "assistant", JsonObject.of("message", answer(entry, answer)));
            case Message.ToolResult result -> {
                var block = JsonObject.of("type", "tool_result", "tool_use_id", result.toolCallId())
                        .with("content", result.text())
                        .with("is_error", result.isError());
                add(entry, "user", JsonObject.of("message", user(List.of(block))));
            }
            default -> {}
        }
    }

    private void add(Entry entry, String type, JsonObject own) {
        var place = sessionId + "/" + entry.node().id();
        var uuid =
                UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)).toString();
        var line = JsonObject.of("parentUuid", last, "isSidechain", false)
                .with("userType", "external")
                .with("cwd", paths.cwd().toString())
                .with("sessionId", sessionId)
                .with("type", type)
                .with(own)
                .with("uuid", uuid)
                .with("timestamp", entry.node().timestamp().toString());
        lines.append(line).append('\n');
        last = uuid;
    }

    private static JsonObject user(Object content) {
        return JsonObject.of("role", "user", "content", content);
    }

    private JsonObject answer(Entry entry, Message.Assistant answer) {
        var blocks = new ArrayList<JsonObject>();
        for (var block : answer.content()) {
            switch (block) {
                case Content.Text text -> blocks.add(JsonObject.of("type", "text", "text", text.text()));
                case Content.Thinking thinking ->
                    blocks.add(JsonObject.of("type", "thinking", "thinking", thinking.thinking()));
                case Content.ToolUse call -> blocks.add(call(call));
                default -> {}
            }
        }
        return JsonObject.of("id", entry.node().id(), "type", "message")
                .with("role", "assistant")
                .with("model", answer.model())
                .with("content", blocks)
                .with("stop_reason", reason(answer.stopReason()))
                .with("usage", usage(answer.usage()));
    }

    private JsonObject call(Content.ToolUse call) {
        var tool = new ToolTranslation(Dialects.claude(), call.name(), call.arguments(), null, paths);
        return JsonObject.of("type", "tool_use", "id", call.id())
                .with("name", tool.name())
                .with("input", tool.input());
    }

    private static @Nullable String reason(StopReason reason) {
        return switch (reason) {
            case STOP -> "end_turn";
            case TOOL_USE -> "tool_use";
            case LENGTH -> "max_tokens";
            default -> null;
        };
    }

    private static JsonObject usage(Usage usage) {
        return JsonObject.of("input_tokens", usage.input(), "output_tokens", usage.output())
                .with("cache_read_input_tokens", usage.cacheRead())
                .with("cache_creation_input_tokens", usage.cacheWrite());
    }
}
