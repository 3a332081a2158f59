package dev.pawl.observe.page;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Entry;
import dev.pawl.base.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An entry of a session as the page shows it: without signatures, state of hooks, and hidden messages. */
final class PageEntry {
    private static final int PREVIEW = 90;

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final String kind;
    private String preview = "";

    private PageEntry(String kind, Entry entry) {
        this.kind = kind;
        fields.put("id", entry.id());
        fields.put("kind", kind);
        fields.put("time", entry.timestamp().toEpochMilli());
    }

    /** Null for an entry that is not shown. */
    static @Nullable PageEntry of(Entry entry) {
        return switch (entry) {
            case Entry.MessageEntry recorded -> message(recorded.message(), entry);
            case Entry.CustomMessage custom ->
                custom.display()
                        ? new PageEntry("hook", entry)
                                .titled(custom.customType())
                                .blocks(custom.content().blocks())
                        : null;
            case Entry.Compaction compaction ->
                new PageEntry("summary", entry)
                        .titled("Summary of the conversation before" + (compaction.fromHook() ? ", by a hook" : ""))
                        .blocks(List.of(Content.text(compaction.summary())))
                        .usage(compaction.usage());
            case Entry.BranchSummary branch ->
                new PageEntry("left", entry)
                        .titled("Summary of a branch that was left" + (branch.fromHook() ? ", by a hook" : ""))
                        .blocks(List.of(Content.text(branch.summary())))
                        .usage(branch.usage());
            case Entry.ModelChange change ->
                new PageEntry("change", entry).titled("Model: " + change.provider() + "/" + change.modelId());
            case Entry.ThinkingLevelChange change ->
                new PageEntry("change", entry)
                        .titled("Thinking: " + change.thinkingLevel().wire());
            case Entry.ContextEdit edit -> edit(edit);
            case Entry.UsageEntry used ->
                new PageEntry("change", entry).titled("Used for " + used.kind()).usage(used.usage());
            case Entry.Header _, Entry.Custom _, Entry.LabelChange _, Entry.SessionInfo _, Entry.Other _ -> null;
        };
    }

    private static PageEntry edit(Entry.ContextEdit edit) {
        var replacement = edit.replacement();
        var page = new PageEntry("edit", edit);
        return replacement == null
                ? page.titled("A hook hid entry " + edit.targetId() + " from the model")
                : page.titled("A hook shows the model another text for entry " + edit.targetId())
                        .blocks(replacement.blocks());
    }

    private static @Nullable PageEntry message(Message message, Entry entry) {
        return switch (message) {
            case Message.User user ->
                new PageEntry("user", entry).blocks(user.content().blocks());
            case Message.Assistant answer ->
                new PageEntry("assistant", entry)
                        .titled(answer.model())
                        .blocks(answer.content())
                        .usage(answer.usage())
                        .error(answer.errorMessage());
            case Message.ToolResult result ->
                new PageEntry("result", entry)
                        .titled("Result of " + result.toolName())
                        .with("tool", result.toolName())
                        .with("call", result.toolCallId())
                        .with("diff", result.details() instanceof JsonObject details ? details.string("diff") : null)
                        .blocks(result.content())
                        .error(result.isError() ? "failed" : null);
            case Message.BashExecution bash ->
                new PageEntry("bash", entry)
                        .with("command", bash.command())
                        .with("output", bash.output())
                        .with("exit", bash.exitCode());
            case Message.Custom custom ->
                custom.display()
                        ? new PageEntry("hook", entry)
                                .titled(custom.customType())
                                .blocks(custom.content().blocks())
                        : null;
            case Message.SystemPrompt system ->
                new PageEntry("system", entry).blocks(List.of(Content.text(prompt(system))));
            case Message.BranchSummary _, Message.CompactionSummary _, Message.Other _ -> null;
        };
    }

    /** What the model was told: the text, or what changed about its sections and about the tools. */
    private static String prompt(Message.SystemPrompt system) {
        var parts = new ArrayList<String>();
        parts.add(system.text());
        system.sections()
                .forEach((name, text) ->
                        parts.add(text == null ? "The section `" + name + "` no longer applies." : text));
        parts.add(system.toolsAdded().stream()
                .map(tool -> "- `" + tool.string("name", "") + "`: " + Words.firstLine(tool.string("description", "")))
                .collect(Collectors.joining("\n")));
        if (!system.toolsRemoved().isEmpty()) {
            parts.add("Tools that went: " + String.join(", ", system.toolsRemoved()));
        }
        return parts.stream().filter(part -> !part.isBlank()).collect(Collectors.joining("\n\n"));
    }

    private PageEntry titled(String title) {
        preview = title;
        return with("title", title);
    }

    private PageEntry with(String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    private PageEntry error(@Nullable String error) {
        return with("error", error);
    }

    private PageEntry usage(@Nullable Usage usage) {
        if (usage == null || usage.contextTokens() == 0) {
            return this;
        }
        return with(
                "usage",
                JsonObject.of("input", usage.input(), "output", usage.output())
                        .with("cacheRead", usage.cacheRead())
                        .with("cacheWrite", usage.cacheWrite())
                        .with("cost", usage.cost().total()));
    }

    private PageEntry blocks(List<Content> blocks) {
        var text = Content.text(blocks).strip();
        if (!text.isEmpty() && !kind.equals("summary") && !kind.equals("left")) {
            preview = text;
        }
        return with("blocks", blocks.stream().map(PageEntry::block).toList());
    }

    private static JsonObject block(Content block) {
        return switch (block) {
            case Content.Text text -> JsonObject.of("text", text.text());
            case Content.Thinking thinking ->
                JsonObject.of("thinking", thinking.redacted() ? "(not shown by the provider)" : thinking.thinking());
            case Content.ToolUse call ->
                JsonObject.of("tool", call.name(), "call", call.id()).with("args", call.arguments());
            case Content.Image image -> JsonObject.of("image", image.mimeType(), "data", image.data());
            case Content.Other other -> JsonObject.of("other", other.json().string("type", ""));
        };
    }

    String kind() {
        return kind;
    }

    /** The first words, for the tree; empty for entries that the tree does not show. */
    String preview() {
        if (!kind.equals("user") && !kind.equals("summary") && !kind.equals("left") && !kind.equals("assistant")) {
            return "";
        }
        int end = Math.min(preview.length(), kind.equals("assistant") ? PREVIEW / 3 : PREVIEW);
        return preview.substring(0, end).replaceAll("\\s+", " ");
    }

    JsonObject toJson(int place) {
        fields.put("at", place);
        return JsonObject.from(fields);
    }
}
