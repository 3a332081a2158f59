package dev.pawl.ai.google;

import dev.pawl.ai.wire.MessageWriter;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conversation as contents of parts: results of one answer together, as many as it had calls. */
final class Contents extends MessageWriter {
    /** The provider's own word for a call that it did not sign, such as one by another model. */
    private static final String UNSIGNED = "skip_thought_signature_validator";

    private final Generation generation;
    private final List<JsonObject> contents = new ArrayList<>();
    private final List<JsonObject> results = new ArrayList<>();
    private final List<JsonObject> resultImages = new ArrayList<>();

    private Contents(Question question) {
        super(question);
        generation = Generation.of(question.model().id());
    }

    static List<JsonObject> of(Question question) {
        var made = new Contents(question);
        question.messages().forEach(made::take);
        made.giveResults();
        return made.contents;
    }

    static JsonObject part(String text) {
        return JsonObject.of("text", Surrogates.paired(text));
    }

    @Override
    protected JsonObject text(String text) {
        return part(text);
    }

    private void take(Message message) {
        if (message instanceof Message.ToolResult result) {
            results.addAll(written(result, 0));
            if (!generation.thirdGemini()) {
                showImages(result);
            }
            return;
        }
        giveResults();
        add(message instanceof Message.Assistant ? "model" : "user", written(message, 0));
    }

    private void add(String role, List<JsonObject> parts) {
        if (!parts.isEmpty()) {
            contents.add(JsonObject.of("role", role, "parts", parts));
        }
    }

    private void giveResults() {
        results.addAll(resultImages);
        add("user", results);
        results.clear();
        resultImages.clear();
    }

    /** Results of earlier generations hold text alone, so that the images follow. */
    private void showImages(Message.ToolResult result) {
        var images = images(result.content());
        if (!images.isEmpty()) {
            resultImages.add(text("Image that " + result.toolName() + " returned:"));
            resultImages.addAll(images);
        }
    }

    @Override
    protected JsonObject result(Message.ToolResult result) {
        var images = images(result.content());
        var text = result.text().isEmpty() && !images.isEmpty() ? "See the image." : Surrogates.paired(result.text());
        var response = new LinkedHashMap<String, @Nullable Object>();
        if (generation.thirdGemini()) {
            response.put("id", result.toolCallId());
        }
        response.put("name", result.toolName());
        response.put("response", JsonObject.of(result.isError() ? "error" : "output", text));
        if (!images.isEmpty() && generation.thirdGemini()) {
            response.put("parts", images);
        }
        return JsonObject.of("functionResponse", JsonObject.from(response));
    }

    @Override
    protected List<JsonObject> answer(Message.Assistant answer, int place) {
        var parts = new ArrayList<JsonObject>();
        boolean called = false;
        for (var block : answer.content()) {
            if (block instanceof Content.Text text) {
                addSigned(parts, text(text.text()), text.text(), text.signature());
            } else if (block instanceof Content.Thinking thinking) {
                var thought = JsonObject.of("thought", true).with(text(thinking.thinking()));
                addSigned(parts, thought, thinking.thinking(), thinking.signature());
            } else if (block instanceof Content.ToolUse call) {
                parts.add(call(call, !called));
                called = true;
            }
        }
        return parts;
    }

    /** A part may be empty if it is signed: the signature is what the model wants back. */
    private static void addSigned(List<JsonObject> parts, JsonObject part, String text, @Nullable String signature) {
        if (isSignature(signature)) {
            parts.add(part.with("thoughtSignature", signature));
        } else if (!text.isBlank()) {
            parts.add(part);
        }
    }

    /** Of several calls in one answer only the first is signed. */
    private JsonObject call(Content.ToolUse call, boolean first) {
        var function = new LinkedHashMap<String, @Nullable Object>();
        if (generation.thirdGemini()) {
            function.put("id", call.id());
        }
        function.put("name", call.name());
        function.put("args", call.arguments());
        var part = JsonObject.of("functionCall", JsonObject.from(function));
        if (isSignature(call.thoughtSignature())) {
            return part.with("thoughtSignature", call.thoughtSignature());
        }
        return first && generation.thirdGemini() ? part.with("thoughtSignature", UNSIGNED) : part;
    }

    @Override
    protected JsonObject image(Content.Image image) {
        return JsonObject.of("inlineData", JsonObject.of("mimeType", image.mimeType(), "data", image.data()));
    }

    /** Signatures are bytes in base64; anything else would have the whole request refused. */
    private static boolean isSignature(@Nullable String signature) {
        if (signature == null || signature.isEmpty() || signature.length() % 4 != 0) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(signature).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
