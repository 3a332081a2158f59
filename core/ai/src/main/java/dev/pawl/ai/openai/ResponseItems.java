package dev.pawl.ai.openai;

import dev.pawl.ai.wire.MessageWriter;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation as the list of items that the Responses language takes for input. */
final class ResponseItems extends MessageWriter {
    private final List<JsonObject> items = new ArrayList<>();

    private ResponseItems(Question question) {
        super(question);
    }

    static List<JsonObject> of(Question question) {
        var made = new ResponseItems(question);
        question.encodeAhead(made::written);
        made.instructions(question.systemPrompt());
        int position = 0;
        for (var message : question.messages()) {
            made.take(message, position);
            position++;
        }
        return made.items;
    }

    private void take(Message message, int position) {
        if (message instanceof Message.SystemPrompt system) {
            instructions(system.text());
        } else {
            items.addAll(written(message, position));
        }
    }

    private void instructions(@Nullable String text) {
        if (text != null && !text.isEmpty()) {
            boolean developer = question.model().reasoning() && question.compat("supportsDeveloperRole", true);
            items.add(JsonObject.of("role", developer ? "developer" : "system", "content", Surrogates.paired(text)));
        }
    }

    @Override
    protected List<JsonObject> user(Message.User user) {
        var parts = super.user(user);
        return parts.isEmpty() ? List.of() : List.of(JsonObject.of("role", "user", "content", parts));
    }

    @Override
    protected JsonObject result(Message.ToolResult result) {
        return JsonObject.of(
                        "type",
                        "function_call_output",
                        "call_id",
                        CallId.of(result.toolCallId()).call())
                .with("output", output(result.content()));
    }

    @Override
    protected List<JsonObject> answer(Message.Assistant answer, int position) {
        var items = new ArrayList<JsonObject>();
        var model = question.model();
        boolean own = answer.api().equals(model.api())
                && answer.provider().equals(model.provider())
                && answer.model().equals(model.id());
        int texts = 0;
        for (var block : answer.content()) {
            if (block instanceof Content.Thinking thinking) {
                var item = thinking(thinking);
                if (item != null) {
                    items.add(item);
                }
            } else if (block instanceof Content.Text text) {
                if (!text.text().isEmpty() || text.signature() != null) {
                    items.add(message(text, "msg_pawl_" + position + (texts == 0 ? "" : "_" + texts)));
                    texts++;
                }
            } else if (block instanceof Content.ToolUse call) {
                items.add(call(call, own));
            }
        }
        return items;
    }

    /** A reasoning item goes back as it came. */
    private static @Nullable JsonObject thinking(Content.Thinking thinking) {
        var signature = thinking.signature();
        if (signature == null || !signature.startsWith("{")) {
            return null;
        }
        try {
            if (Json.parse(signature) instanceof JsonObject item && "reasoning".equals(item.string("type"))) {
                return item;
            }
        } catch (IllegalArgumentException e) {
            // Another language's proof, which means nothing here.
        }
        return null;
    }

    private static JsonObject message(Content.Text text, String otherwise) {
        var signature = TextSignature.parse(text.signature());
        var part = JsonObject.of("type", "output_text", "text", Surrogates.paired(text.text()))
                .with("annotations", List.of());
        var item = new LinkedHashMap<String, @Nullable Object>();
        item.put("type", "message");
        item.put("role", "assistant");
        item.put("content", List.of(part));
        item.put("status", "completed");
        item.put("id", signature == null ? otherwise : signature.shortId());
        if (signature != null && signature.phase() != null) {
            item.put("phase", signature.phase());
        }
        return JsonObject.from(item);
    }

    /** An item's id belongs to the thinking before it, and so only to the model that gave it. */
    private static JsonObject call(Content.ToolUse call, boolean own) {
        var id = CallId.of(call.id());
        var item = new LinkedHashMap<String, @Nullable Object>();
        item.put("type", "function_call");
        if (own && id.item() != null && id.item().startsWith("fc_")) {
            item.put("id", id.item());
        }
        item.put("call_id", id.call());
        item.put("name", call.name());
        item.put("arguments", Requests.arguments(call));
        return JsonObject.from(item);
    }

    /** Text alone is a string; with images it is a list of parts. */
    private Object output(List<Content> content) {
        var text = Content.text(content);
        var parts = images(content);
        if (parts.isEmpty()) {
            return text.isEmpty() ? "(no tool output)" : Surrogates.paired(text);
        }
        if (!text.isEmpty()) {
            parts.addFirst(text(text));
        }
        return parts;
    }

    @Override
    protected JsonObject text(String text) {
        return JsonObject.of("type", "input_text", "text", Surrogates.paired(text));
    }

    @Override
    protected JsonObject image(Content.Image image) {
        return JsonObject.of("type", "input_image", "detail", "auto").with("image_url", Requests.dataUrl(image));
    }

    @Override
    protected boolean isSent(String text) {
        return !text.isEmpty();
    }
}
