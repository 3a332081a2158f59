package dev.pawl.bridge.forms;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.hooks.form.JsonForm;
import dev.pawl.hooks.form.SourceForm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Things of the vocabulary in the JSON that extensions know. */
public final class WireJson {
    /** The section that holds what is appended to the system prompt. */
    static final String ADDENDUM = "addendum";

    private WireJson() {}

    public static String word(Enum<?> constant) {
        return JsonForm.word(constant);
    }

    public static List<JsonObject> messages(List<? extends Message> messages) {
        return messages.stream().map(Message::toJson).toList();
    }

    public static List<JsonObject> entries(List<? extends Entry> entries) {
        return entries.stream().map(Entry::toJson).toList();
    }

    static List<JsonObject> content(List<? extends Content> blocks) {
        return blocks.stream().map(Content::toJson).toList();
    }

    static @Nullable JsonObject usage(@Nullable Usage usage) {
        return usage == null ? null : usage.toJson();
    }

    /** Reads what a tool returned. */
    public static ToolOutput output(JsonObject json) {
        return new ToolOutput(
                blocks(json.get("content")),
                json.get("details"),
                json.get("structuredContent"),
                json.has("usage") ? Usage.from(json.object("usage")) : null,
                json.bool("isError", false),
                json.bool("terminate", false));
    }

    /** Reads blocks of content, or a text that stands for one. */
    static List<Content> blocks(@Nullable Object value) {
        var blocks = new ArrayList<Content>();
        if (value instanceof String text) {
            blocks.add(Content.text(text));
        } else if (value instanceof List<?> list) {
            for (var element : list) {
                if (element instanceof JsonObject json) {
                    blocks.add(Content.from(json));
                } else if (element instanceof String text) {
                    blocks.add(Content.text(text));
                }
            }
        }
        return List.copyOf(blocks);
    }

    static List<Content.Image> images(@Nullable Object value) {
        return blocks(value).stream()
                .filter(Content.Image.class::isInstance)
                .map(Content.Image.class::cast)
                .toList();
    }

    static JsonObject plan(CompactionPlan plan) {
        var ops = plan.fileOps();
        return Fields.of("firstKeptEntryId", plan.firstKeptEntryId())
                .put("messagesToSummarize", messages(plan.messagesToSummarize()))
                .put("turnPrefixMessages", messages(plan.turnPrefixMessages()))
                .put("isSplitTurn", plan.isSplitTurn())
                .put("tokensBefore", plan.tokensBefore())
                .given("previousSummary", plan.previousSummary())
                .put(
                        "fileOps",
                        Fields.of("read", ops.read())
                                .put("written", ops.written())
                                .put("edited", ops.edited())
                                .json())
                .put("settings", JsonObject.from(plan.settings()))
                .json();
    }

    static JsonObject prompt(SystemPromptOptions options) {
        var files = new ArrayList<JsonObject>();
        options.contextFiles().forEach((path, text) -> files.add(JsonObject.of("path", path, "content", text)));
        return Fields.of("selectedTools", options.selectedTools())
                .put("toolSnippets", options.toolSnippets())
                .put("toolGuidelines", JsonObject.empty())
                .put("promptGuidelines", options.promptGuidelines())
                .put("appendSystemPrompt", options.sections().getOrDefault(ADDENDUM, ""))
                .put("sections", options.sections())
                .put("contextFiles", files)
                .put(
                        "skills",
                        options.skills().stream()
                                .map(name -> JsonObject.of("name", name))
                                .toList())
                .json();
    }

    public static JsonObject tool(ToolInfo tool) {
        var namespace = tool.traits().namespace();
        return Fields.of("name", tool.name())
                .put("description", tool.description())
                .put("parameters", tool.parameters())
                .put("promptGuidelines", tool.traits().promptGuidelines())
                .put("exposure", exposure(tool.traits().exposure()))
                .given("namespace", namespace == null ? null : JsonObject.from(namespace))
                .put("sourceInfo", SourceForm.json(tool.source()))
                .json();
    }

    public static String exposure(ToolTraits.Exposure exposure) {
        return word(exposure).replace('_', '-');
    }
}
