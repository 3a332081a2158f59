package dev.pawl.api.message;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation.
 *
 * <p>Timestamps are milliseconds since 1970. Fields the vocabulary does not know are kept in {@code extra} and written
 * back, so a session of a newer version loses nothing here.
 */
public sealed interface Message {
    /** Returns the role on the wire: user, assistant, toolResult, … */
    String role();

    long timestamp();

    /** Returns the text a user would read in this message, without images, thinking and tool calls. */
    String text();

    default JsonObject toJson() {
        return MessageJson.write(this);
    }

    static Message from(JsonObject json) {
        return MessageJson.read(json);
    }

    static User user(String text, long timestamp) {
        return new User(Body.of(text), timestamp, JsonObject.empty());
    }

    /** The system prompt, or a change to it: sections by name (null removes one) and tools that came or went. */
    record SystemPrompt(
            Body content,
            Map<String, @Nullable String> sections,
            List<JsonObject> toolsAdded,
            List<String> toolsRemoved,
            long timestamp,
            JsonObject extra)
            implements Message {
        public SystemPrompt {
            sections = Collections.unmodifiableMap(new LinkedHashMap<>(sections));
            toolsAdded = List.copyOf(toolsAdded);
            toolsRemoved = List.copyOf(toolsRemoved);
        }

        /** With other tools that came. */
        public SystemPrompt withTools(List<JsonObject> toolsAdded) {
            return new SystemPrompt(content, sections, toolsAdded, toolsRemoved, timestamp, extra);
        }

        @Override
        public String role() {
            return "system";
        }

        @Override
        public String text() {
            return content.text();
        }
    }

    record User(Body content, long timestamp, JsonObject extra) implements Message {
        @Override
        public String role() {
            return "user";
        }

        @Override
        public String text() {
            return content.text();
        }

        public User withContent(Body content) {
            return new User(content, timestamp, extra);
        }
    }

    record Assistant(
            List<Content> content,
            String api,
            String provider,
            String model,
            Usage usage,
            StopReason stopReason,
            @Nullable String errorMessage,
            long timestamp,
            JsonObject extra)
            implements Message {
        public Assistant {
            content = List.copyOf(content);
        }

        @Override
        public String role() {
            return "assistant";
        }

        @Override
        public String text() {
            return Content.text(content);
        }

        /** Returns the tools the model asks for, in its order. */
        public List<Content.ToolUse> toolCalls() {
            return content.stream()
                    .filter(Content.ToolUse.class::isInstance)
                    .map(Content.ToolUse.class::cast)
                    .toList();
        }

        public Assistant withContent(List<Content> content) {
            return new Assistant(content, api, provider, model, usage, stopReason, errorMessage, timestamp, extra);
        }

        public Assistant withExtra(JsonObject extra) {
            return new Assistant(content, api, provider, model, usage, stopReason, errorMessage, timestamp, extra);
        }

        /** This answer as one that ended by itself: not aborted, without an error, and with no tool to wait for. */
        public Assistant stopped() {
            return new Assistant(content, api, provider, model, usage, StopReason.STOP, null, timestamp, extra);
        }

        public Assistant withUsage(Usage usage) {
            return new Assistant(content, api, provider, model, usage, stopReason, errorMessage, timestamp, extra);
        }
    }

    record ToolResult(
            String toolCallId,
            String toolName,
            List<Content> content,
            @Nullable Object details,
            boolean isError,
            @Nullable Usage usage,
            long timestamp,
            JsonObject extra)
            implements Message {
        public ToolResult {
            details = Json.freeze(details);
            content = List.copyOf(content);
        }

        @Override
        public String role() {
            return "toolResult";
        }

        @Override
        public String text() {
            return Content.text(content);
        }

        public ToolResult withContent(List<Content> content) {
            return new ToolResult(toolCallId, toolName, content, details, isError, usage, timestamp, extra);
        }
    }

    /** A command the user ran with {@code !} or {@code !!}. */
    record BashExecution(
            String command,
            String output,
            @Nullable Integer exitCode,
            boolean cancelled,
            boolean truncated,
            @Nullable String fullOutputPath,
            boolean excludeFromContext,
            long timestamp,
            JsonObject extra)
            implements Message {
        @Override
        public String role() {
            return "bashExecution";
        }

        @Override
        public String text() {
            return output;
        }
    }

    /** A message that a hook put into the conversation. The model reads it as the user's. */
    record Custom(
            String customType,
            Body content,
            boolean display,
            @Nullable Object details,
            long timestamp,
            JsonObject extra)
            implements Message {
        public Custom {
            details = Json.freeze(details);
        }

        @Override
        public String role() {
            return "custom";
        }

        @Override
        public String text() {
            return content.text();
        }
    }

    /** The summary of a branch that the user left. */
    record BranchSummary(String summary, String fromId, long timestamp, JsonObject extra) implements Message {
        @Override
        public String role() {
            return "branchSummary";
        }

        @Override
        public String text() {
            return summary;
        }
    }

    /** The summary of the conversation before it was compacted. */
    record CompactionSummary(String summary, long tokensBefore, long timestamp, JsonObject extra) implements Message {
        @Override
        public String role() {
            return "compactionSummary";
        }

        @Override
        public String text() {
            return summary;
        }
    }

    /** A message of a role unknown here, kept as it came. */
    record Other(JsonObject json) implements Message {
        @Override
        public String role() {
            return json.string("role", "");
        }

        @Override
        public long timestamp() {
            return json.number("timestamp", 0);
        }

        @Override
        public String text() {
            return Body.fromJson(json.get("content")).text();
        }
    }
}
