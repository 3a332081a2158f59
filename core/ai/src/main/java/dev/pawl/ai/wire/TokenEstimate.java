package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** About how many tokens messages are: a quarter of their characters. */
public final class TokenEstimate {
    private static final int IMAGE = 4_800;

    private TokenEstimate() {}

    public static long of(List<? extends Message> messages) {
        long sum = 0;
        for (var message : messages) {
            sum += of(message);
        }
        return sum;
    }

    public static long of(Message message) {
        return (characters(message) + 3) / 4;
    }

    // No switches over types here: each costs the first run of a program milliseconds.
    static long characters(Message message) {
        if (message instanceof Message.User user) {
            return characters(user.content().blocks());
        }
        if (message instanceof Message.Assistant answer) {
            return characters(answer.content());
        }
        if (message instanceof Message.ToolResult result) {
            return characters(result.content());
        }
        if (message instanceof Message.SystemPrompt system) {
            return characters(system);
        }
        if (message instanceof Message.Custom custom) {
            return characters(custom.content().blocks());
        }
        if (message instanceof Message.BashExecution bash) {
            return bash.command().length() + (long) bash.output().length();
        }
        if (message instanceof Message.BranchSummary branch) {
            return branch.summary().length();
        }
        return message instanceof Message.CompactionSummary compaction
                ? compaction.summary().length()
                : message.text().length();
    }

    private static long characters(Message.SystemPrompt system) {
        long sum = characters(system.content().blocks());
        for (var section : system.sections().values()) {
            sum += section == null ? 0 : section.length();
        }
        for (var tool : system.toolsAdded()) {
            sum += jsonLength(tool);
        }
        return sum;
    }

    private static long characters(List<Content> blocks) {
        long sum = 0;
        for (var block : blocks) {
            if (block instanceof Content.Text text) {
                sum += text.text().length();
            } else if (block instanceof Content.Thinking thinking) {
                sum += thinking.thinking().length();
            } else if (block instanceof Content.ToolUse call) {
                sum += call.name().length() + jsonLength(call.arguments());
            } else if (block instanceof Content.Image) {
                sum += IMAGE;
            }
        }
        return sum;
    }

    /** Returns the number of characters of a value as JSON, without writing it. */
    // No switch over types: it costs the first run of a program milliseconds.
    public static long jsonLength(@Nullable Object value) {
        if (value instanceof String text) {
            return jsonLength(text);
        }
        if (value instanceof JsonObject object) {
            return jsonLength(object.asMap());
        }
        if (value instanceof Map<?, ?> map) {
            long sum = 2L + Math.max(0, map.size() - 1);
            for (var field : map.entrySet()) {
                sum += jsonLength(String.valueOf(field.getKey())) + 1 + jsonLength(field.getValue());
            }
            return sum;
        }
        if (value instanceof List<?> list) {
            long sum = 2L + Math.max(0, list.size() - 1);
            for (var one : list) {
                sum += jsonLength(one);
            }
            return sum;
        }
        return String.valueOf(value).length();
    }

    static long jsonLength(String text) {
        long sum = text.length() + 2L;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                sum++;
            } else if (c < ' ') {
                sum += c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f' ? 1 : 5;
            }
        }
        return sum;
    }
}
