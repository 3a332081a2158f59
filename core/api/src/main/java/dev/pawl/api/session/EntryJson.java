package dev.pawl.api.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.ThinkingLevel;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON form of session entries. */
final class EntryJson {
    private static final List<String> NODE = List.of("type", "id", "parentId", "timestamp");
    private static final List<String> NODE_OF_MESSAGE = List.of("type", "id", "parentId", "timestamp", "message");

    private EntryJson() {}

    static Entry read(JsonObject json) {
        var node = new EntryNode(json.string("id", ""), json.string("parentId"), timestamp(json.get("timestamp")));
        var type = json.string("type", "");
        // Most entries are messages, and nothing of them is left.
        if (type.equals("message")) {
            return new Entry.MessageEntry(node, Message.from(json.object("message")), json.without(NODE_OF_MESSAGE));
        }
        var rest = json.without(NODE);
        return switch (type) {
            case "session" ->
                new Entry.Header(
                        node,
                        rest.integer("version", 1),
                        rest.string("cwd", ""),
                        rest.string("parentSession"),
                        rest.without("version", "cwd", "parentSession"));
            case "thinking_level_change" -> {
                var level = ThinkingLevel.find(rest.string("thinkingLevel"));
                yield level == null
                        ? new Entry.Other(node, type, rest)
                        : new Entry.ThinkingLevelChange(node, level, rest.without("thinkingLevel"));
            }
            case "model_change" ->
                new Entry.ModelChange(
                        node,
                        rest.string("provider", ""),
                        rest.string("modelId", ""),
                        rest.without("provider", "modelId"));
            case "usage" ->
                new Entry.UsageEntry(
                        node,
                        rest.string("kind", ""),
                        rest.string("provider", ""),
                        rest.string("model", ""),
                        Usage.from(rest.object("usage")),
                        rest.without("kind", "provider", "model", "usage"));
            case "compaction" ->
                new Entry.Compaction(
                        node,
                        rest.string("summary", ""),
                        rest.string("firstKeptEntryId"),
                        rest.number("tokensBefore", 0),
                        rest.get("details"),
                        usage(rest),
                        rest.bool("fromHook", false),
                        rest.get("preserveData") instanceof JsonObject data ? data : null,
                        rest.without("summary", "firstKeptEntryId", "tokensBefore", "details", "usage", "preserveData")
                                .without(fromHookField(rest)));
            case "branch_summary" ->
                new Entry.BranchSummary(
                        node,
                        rest.string("fromId", "root"),
                        rest.string("summary", ""),
                        rest.get("details"),
                        usage(rest),
                        rest.bool("fromHook", false),
                        rest.without("fromId", "summary", "details", "usage").without(fromHookField(rest)));
            case "custom" ->
                new Entry.Custom(
                        node, rest.string("customType", ""), rest.get("data"), rest.without("customType", "data"));
            case "custom_message" ->
                new Entry.CustomMessage(
                        node,
                        rest.string("customType", ""),
                        Body.fromJson(rest.get("content")),
                        rest.bool("display", false),
                        rest.get("details"),
                        rest.without("customType", "content", "display", "details"));
            case "context_edit" ->
                new Entry.ContextEdit(
                        node,
                        rest.string("targetId", ""),
                        rest.get("replacement") instanceof JsonObject edit ? Body.fromJson(edit.get("content")) : null,
                        rest.without("targetId", "replacement"));
            case "label" ->
                new Entry.LabelChange(
                        node, rest.string("targetId", ""), rest.string("label"), rest.without("targetId", "label"));
            case "session_info" -> new Entry.SessionInfo(node, rest.string("name"), rest.without("name"));
            default -> new Entry.Other(node, type, rest);
        };
    }

    static JsonObject write(Entry entry) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", entry.type());
        if (entry instanceof Entry.Header header) {
            fields.put("version", header.version());
            fields.put("id", header.id());
        } else {
            fields.put("id", entry.id());
            fields.put("parentId", entry.parentId());
        }
        fields.put("timestamp", Timestamps.format(entry.timestamp()));
        var extra = fill(fields, entry);
        return JsonObject.from(fields).with(extra);
    }

    // No switch over types: the first one of a program costs its start several milliseconds.
    private static JsonObject fill(Map<String, @Nullable Object> fields, Entry entry) {
        if (entry instanceof Entry.Header header) {
            fields.put("cwd", header.cwd());
            putPresent(fields, "parentSession", header.parentSession());
            return header.extra();
        }
        if (entry instanceof Entry.MessageEntry stored) {
            fields.put("message", stored.message().toJson());
            return stored.extra();
        }
        if (entry instanceof Entry.ThinkingLevelChange change) {
            fields.put("thinkingLevel", change.thinkingLevel().wire());
            return change.extra();
        }
        if (entry instanceof Entry.ModelChange change) {
            fields.put("provider", change.provider());
            fields.put("modelId", change.modelId());
            return change.extra();
        }
        if (entry instanceof Entry.UsageEntry usage) {
            fields.put("kind", usage.kind());
            fields.put("provider", usage.provider());
            fields.put("model", usage.model());
            fields.put("usage", usage.usage().toJson());
            return usage.extra();
        }
        if (entry instanceof Entry.Compaction compaction) {
            fields.put("summary", compaction.summary());
            fields.put("firstKeptEntryId", compaction.firstKeptEntryId());
            fields.put("tokensBefore", compaction.tokensBefore());
            putPresent(fields, "details", compaction.details());
            putUsage(fields, compaction.usage());
            putPresent(fields, "fromHook", compaction.fromHook() ? true : null);
            putPresent(fields, "preserveData", compaction.preserveData());
            return compaction.extra();
        }
        if (entry instanceof Entry.BranchSummary branch) {
            fields.put("fromId", branch.fromId());
            fields.put("summary", branch.summary());
            putPresent(fields, "details", branch.details());
            putUsage(fields, branch.usage());
            putPresent(fields, "fromHook", branch.fromHook() ? true : null);
            return branch.extra();
        }
        if (entry instanceof Entry.Custom custom) {
            fields.put("customType", custom.customType());
            putPresent(fields, "data", custom.data());
            return custom.extra();
        }
        if (entry instanceof Entry.CustomMessage message) {
            fields.put("customType", message.customType());
            fields.put("content", message.content().toJson());
            fields.put("display", message.display());
            putPresent(fields, "details", message.details());
            return message.extra();
        }
        if (entry instanceof Entry.ContextEdit edit) {
            fields.put("targetId", edit.targetId());
            var replacement = edit.replacement();
            fields.put("replacement", replacement == null ? null : JsonObject.of("content", replacement.toJson()));
            return edit.extra();
        }
        if (entry instanceof Entry.LabelChange label) {
            fields.put("targetId", label.targetId());
            putPresent(fields, "label", label.label());
            return label.extra();
        }
        if (entry instanceof Entry.SessionInfo info) {
            putPresent(fields, "name", info.name());
            return info.extra();
        }
        if (entry instanceof Entry.Other other) {
            return other.fields();
        }
        throw new IllegalStateException("unknown entry " + entry);
    }

    /** Returns an ISO string, or milliseconds since 1970 as older hooks wrote them. */
    private static Instant timestamp(@Nullable Object value) {
        try {
            if (value instanceof String text) {
                return Timestamps.parse(text);
            }
            return value instanceof Number millis ? Instant.ofEpochMilli(millis.longValue()) : Instant.EPOCH;
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static @Nullable Usage usage(JsonObject json) {
        return json.has("usage") ? Usage.from(json.object("usage")) : null;
    }

    private static void putUsage(Map<String, @Nullable Object> fields, @Nullable Usage usage) {
        putPresent(fields, "usage", usage == null ? null : usage.toJson());
    }

    private static void putPresent(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** That no hook wrote a summary may be stated or left out; what was written is kept. */
    private static Set<String> fromHookField(JsonObject rest) {
        return rest.bool("fromHook", false) ? Set.of("fromHook") : Set.of();
    }
}
