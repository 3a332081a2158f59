package dev.pawl.api.message;

import static dev.pawl.api.message.ContentJson.putPresent;
import static dev.pawl.api.message.ContentJson.readList;
import static dev.pawl.api.message.ContentJson.writeList;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON form of messages, as sessions and clients know it. */
final class MessageJson {
    private MessageJson() {}

    static Message read(JsonObject json) {
        return switch (json.string("role", "")) {
            case "system" ->
                new Message.SystemPrompt(
                        Body.fromJson(json.get("content")),
                        sections(json.object("sections")),
                        json.objects("toolsAdded"),
                        names(json.get("toolsRemoved")),
                        json.number("timestamp", 0),
                        json.without("role", "content", "sections", "toolsAdded", "toolsRemoved", "timestamp"));
            case "user" ->
                new Message.User(
                        Body.fromJson(json.get("content")),
                        json.number("timestamp", 0),
                        json.without("role", "content", "timestamp"));
            case "assistant" -> assistant(json);
            case "toolResult" ->
                new Message.ToolResult(
                        json.string("toolCallId", ""),
                        json.string("toolName", ""),
                        readList(json.get("content")),
                        json.get("details"),
                        json.bool("isError", false),
                        json.has("usage") ? Usage.from(json.object("usage")) : null,
                        json.number("timestamp", 0),
                        json.without(
                                "role",
                                "toolCallId",
                                "toolName",
                                "content",
                                "details",
                                "isError",
                                "usage",
                                "timestamp"));
            case "bashExecution" ->
                new Message.BashExecution(
                        json.string("command", ""),
                        json.string("output", ""),
                        json.get("exitCode") instanceof Number code ? (Integer) code.intValue() : null,
                        json.bool("cancelled", false),
                        json.bool("truncated", false),
                        json.string("fullOutputPath"),
                        json.bool("excludeFromContext", false),
                        json.number("timestamp", 0),
                        json.without(
                                "role",
                                "command",
                                "output",
                                "exitCode",
                                "cancelled",
                                "truncated",
                                "fullOutputPath",
                                "excludeFromContext",
                                "timestamp"));
            // hookMessage is the name that sessions of version 2 and older use.
            case "custom", "hookMessage" ->
                new Message.Custom(
                        json.string("customType", ""),
                        Body.fromJson(json.get("content")),
                        json.bool("display", false),
                        json.get("details"),
                        json.number("timestamp", 0),
                        json.without("role", "customType", "content", "display", "details", "timestamp"));
            case "branchSummary" ->
                new Message.BranchSummary(
                        json.string("summary", ""),
                        json.string("fromId", "root"),
                        json.number("timestamp", 0),
                        json.without("role", "summary", "fromId", "timestamp"));
            case "compactionSummary" ->
                new Message.CompactionSummary(
                        json.string("summary", ""),
                        json.number("tokensBefore", 0),
                        json.number("timestamp", 0),
                        json.without("role", "summary", "tokensBefore", "timestamp"));
            default -> new Message.Other(json);
        };
    }

    static JsonObject write(Message message) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("role", message.role());
        var extra = fill(fields, message);
        if (message instanceof Message.Other(var json)) {
            return json;
        }
        fields.put("timestamp", message.timestamp());
        return JsonObject.from(fields).with(extra);
    }

    // No switch over types: the first one of a program costs its start several milliseconds.
    private static JsonObject fill(Map<String, @Nullable Object> fields, Message message) {
        if (message instanceof Message.SystemPrompt system) {
            fields.put("content", system.content().toJson());
            putPresent(fields, "sections", system.sections().isEmpty() ? null : system.sections());
            putPresent(fields, "toolsAdded", system.toolsAdded().isEmpty() ? null : system.toolsAdded());
            putPresent(fields, "toolsRemoved", system.toolsRemoved().isEmpty() ? null : references(system));
            return system.extra();
        }
        if (message instanceof Message.User user) {
            fields.put("content", user.content().toJson());
            return user.extra();
        }
        if (message instanceof Message.Assistant answer) {
            fields.put("content", writeList(answer.content()));
            fields.put("api", answer.api());
            fields.put("provider", answer.provider());
            fields.put("model", answer.model());
            fields.put("usage", answer.usage().toJson());
            fields.put("stopReason", answer.stopReason().wire());
            putPresent(fields, "errorMessage", answer.errorMessage());
            return answer.extra();
        }
        if (message instanceof Message.ToolResult result) {
            fields.put("toolCallId", result.toolCallId());
            fields.put("toolName", result.toolName());
            fields.put("content", writeList(result.content()));
            putPresent(fields, "details", result.details());
            fields.put("isError", result.isError());
            var usage = result.usage();
            putPresent(fields, "usage", usage == null ? null : usage.toJson());
            return result.extra();
        }
        if (message instanceof Message.BashExecution bash) {
            fields.put("command", bash.command());
            fields.put("output", bash.output());
            putPresent(fields, "exitCode", bash.exitCode());
            fields.put("cancelled", bash.cancelled());
            fields.put("truncated", bash.truncated());
            putPresent(fields, "fullOutputPath", bash.fullOutputPath());
            putPresent(fields, "excludeFromContext", bash.excludeFromContext() ? true : null);
            return bash.extra();
        }
        if (message instanceof Message.Custom custom) {
            fields.put("customType", custom.customType());
            fields.put("content", custom.content().toJson());
            fields.put("display", custom.display());
            putPresent(fields, "details", custom.details());
            return custom.extra();
        }
        if (message instanceof Message.BranchSummary branch) {
            fields.put("summary", branch.summary());
            fields.put("fromId", branch.fromId());
            return branch.extra();
        }
        if (message instanceof Message.CompactionSummary compaction) {
            fields.put("summary", compaction.summary());
            fields.put("tokensBefore", compaction.tokensBefore());
            return compaction.extra();
        }
        if (message instanceof Message.Other) {
            return JsonObject.empty();
        }
        throw new IllegalStateException("unknown message " + message);
    }

    private static Message.Assistant assistant(JsonObject json) {
        var stop = StopReason.of(json.string("stopReason"));
        var extra = json.without(
                "role", "content", "api", "provider", "model", "usage", "stopReason", "errorMessage", "timestamp");
        return new Message.Assistant(
                readList(json.get("content")),
                json.string("api", ""),
                json.string("provider", ""),
                json.string("model", ""),
                Usage.from(json.object("usage")),
                stop,
                json.string("errorMessage"),
                json.number("timestamp", 0),
                stop == StopReason.OTHER && json.has("stopReason")
                        ? extra.with("stopReason", json.get("stopReason"))
                        : extra);
    }

    /** Tools are referred to by objects with a name; earlier versions of Pawl wrote the names alone. */
    private static List<String> names(@Nullable Object tools) {
        var names = new ArrayList<String>();
        if (tools instanceof List<?> list) {
            for (var tool : list) {
                var name = tool instanceof JsonObject reference ? reference.string("name") : tool;
                if (name instanceof String text) {
                    names.add(text);
                }
            }
        }
        return List.copyOf(names);
    }

    private static List<JsonObject> references(Message.SystemPrompt system) {
        return system.toolsRemoved().stream()
                .map(name -> JsonObject.of("name", name))
                .toList();
    }

    private static Map<String, @Nullable String> sections(JsonObject json) {
        var sections = new LinkedHashMap<String, @Nullable String>();
        json.asMap().forEach((name, value) -> sections.put(name, value instanceof String text ? text : null));
        return Collections.unmodifiableMap(sections);
    }
}
